import Directory
import NCCO
import Synchronization

/// The flows as they are now: those of files, and before them those that an operator has stored under the same name.
///
/// A stored flow that cannot be used is never served. What is served instead is the last revision that can be, else the
/// file of that name.
package final class FlowShelf: FlowFollower, Sendable {
    private struct State {
        var stored: [String: FlowTemplate] = [:]
        var faults: [String: StoredFlowFault] = [:]
        var flows: Flows
        var teller: (@Sendable (StoredFlowFault) -> Void)?
    }

    /// Those of files.
    package let files: Flows
    private let state: Mutex<State>
    /// Whether there are others than those of files: without any, a call takes no lock.
    private let hasStored = Atomic(false)

    package init(files: Flows) {
        self.files = files
        state = Mutex(State(flows: files))
    }

    package var current: Flows {
        hasStored.load(ordering: .acquiring) ? state.withLock { $0.flows } : files
    }

    /// Takes in a flow with its earlier revisions, the last one first.
    package func load(_ revisions: [FlowEntry]) {
        guard let last = revisions.first else { return }
        var fault: FlowFault?
        for revision in revisions {
            do {
                let template = try FlowTemplate(Array(revision.text.utf8), as: FlowName(revision.name))
                let served = fault == nil ? nil : revision.revision
                finish(last, template, fault, serving: served)
                return
            } catch {
                fault = fault ?? error
            }
        }
        finish(last, nil, fault, serving: nil)
    }

    /// Without a look at earlier revisions: the one that has been served until now is as good.
    package func flowChanged(_ entry: FlowEntry) {
        do {
            finish(entry, try FlowTemplate(Array(entry.text.utf8), as: FlowName(entry.name)), nil, serving: nil)
        } catch {
            let kept = state.withLock { $0.stored[entry.name] }
            finish(entry, kept, error, serving: nil)
        }
    }

    package func flowRemoved(_ name: String) {
        state.withLock { state in
            state.stored[name] = nil
            state.faults[name] = nil
            update(&state)
        }
    }

    /// The stored flows that cannot be used.
    package var faults: [StoredFlowFault] {
        state.withLock { state in state.faults.values.sorted { $0.name < $1.name } }
    }

    /// Tells of each of them, and of those to come.
    package func tellFaults(to teller: @escaping @Sendable (StoredFlowFault) -> Void) {
        let known = state.withLock { state in
            state.teller = teller
            return Array(state.faults.values)
        }
        for fault in known { teller(fault) }
    }

    /// - Parameters:
    ///   - template: what is served; nil: the file of that name, if there is one.
    ///   - fault: what is wrong with `entry`, if it is not what is served.
    ///   - revision: the one that is served instead, if it is known.
    private func finish(_ entry: FlowEntry, _ template: FlowTemplate?, _ fault: FlowFault?, serving revision: Int?) {
        let found = fault.map { fault in
            StoredFlowFault(
                name: entry.name, revision: entry.revision, fault: fault, servedRevision: revision,
                isServed: template != nil || files.has(entry.name))
        }
        let teller = state.withLock { state in
            state.stored[entry.name] = template
            state.faults[entry.name] = found
            update(&state)
            return state.teller
        }
        if let found { teller?(found) }
    }

    private func update(_ state: inout State) {
        state.flows = state.stored.isEmpty ? files : files.replacing(with: state.stored)
        hasStored.store(!state.stored.isEmpty, ordering: .releasing)
    }
}

/// A stored flow that cannot be used.
package struct StoredFlowFault: Equatable, Sendable {
    package let name: String
    package let revision: Int
    package let fault: FlowFault
    /// The revision that is served in its place, where that is known.
    package let servedRevision: Int?
    /// Whether anything is served under its name.
    package let isServed: Bool
}

extension StoredFlowFault: CustomStringConvertible {
    package var description: String {
        let instead: String =
            if let servedRevision {
                "revision \(servedRevision) is served"
            } else if isServed {
                "what was served before, or the file of that name, is served"
            } else {
                "nothing is served under its name"
            }
        return "revision \(revision) of the flow \(name) cannot be used, and \(instead): \(fault)"
    }
}
