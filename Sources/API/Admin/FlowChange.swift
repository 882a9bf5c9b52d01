import HTTP
import Registry

/// Under which conditions a flow is to be changed, and whether it is to be changed at all.
struct FlowChange: Sendable {
    private enum Condition: Equatable, Sendable {
        case none
        /// There is one.
        case exists
        /// Its revision is one of these.
        case revisions([Int])
        /// There is none.
        case absent
    }

    private let condition: Condition
    /// Says what would come of it, and does nothing.
    let isDryRun: Bool
    /// Also if it is in use.
    let isForced: Bool

    /// Throws `invalidQuery`, or `invalidParameters` for a condition that cannot be read (RFC 9110 §13.1).
    init(_ request: Request) throws(Problem) {
        var reader = ParameterReader(request.query)
        isDryRun = reader.flag("dry_run") ?? false
        isForced = reader.flag("force") ?? false
        try reader.check()
        if let text = request.fields["If-None-Match"] {
            guard text == "*" else { throw .invalidParameters.with(invalid: "If-None-Match", "can only be *") }
            condition = .absent
        } else if let text = request.fields["If-Match"] {
            condition = text == "*" ? .exists : .revisions(try Self.revisions(text))
        } else {
            condition = .none
        }
    }

    private static func revisions(_ text: String) throws(Problem) -> [Int] {
        var revisions: [Int] = []
        for tag in text.split(separator: ",") {
            let digits = tag.filter { $0 != " " && $0 != "\"" }
            guard let revision = Int(digits), revision > 0 else {
                throw .invalidParameters.with(invalid: "If-Match", "must be a revision, such as \"3\"")
            }
            revisions.append(revision)
        }
        return revisions
    }

    /// - Throws: `flowChanged`, with the revision it has.
    func check(_ before: FlowRevision?) throws {
        let current = before?.text == nil ? nil : before?.number
        let isMet: Bool =
            switch condition {
            case .none: true
            case .exists: current != nil
            case .absent: current == nil
            case .revisions(let wanted): current.map(wanted.contains) ?? false
            }
        guard !isMet else { return }
        throw Problem.flowChanged.with(
            detail: current.map { "It has revision \($0) now." } ?? "There is none stored now.",
            advice: "Look at what it is now, and change that.")
    }
}
