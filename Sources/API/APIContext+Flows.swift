import CallControl
import Directory
import Registry

extension APIContext {
    /// Takes in the stored flows, before the first call comes.
    package func loadFlows() async throws {
        let flows = try await registry.read(ofCalls: false) { tx in
            let store = FlowStore(tx)
            return try store.list().map { try store.history($0.name) }
        }
        for history in flows { shelf.load(history.compactMap { FlowEntry($0) }) }
    }
}

extension FlowEntry {
    /// Nil for a revision that says that the flow was taken away.
    fileprivate init?(_ revision: FlowRevision) {
        guard let text = revision.text else { return nil }
        self.init(name: revision.name, revision: revision.number, text: text)
    }
}

extension StoredProblem {
    init(_ fault: StoredFlowFault) {
        self.init(code: Self.invalidFlow, subject: fault.name, detail: "\(fault)")
    }

    static let invalidFlow = "invalid_stored_flow"
}
