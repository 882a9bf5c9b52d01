/// One step of the schema. Steps only ever go forward, and one that has been released never changes.
struct Migration: Sendable {
    /// The version of the schema once the step is done.
    let version: Int
    /// Statements without parameters. Foreign keys are off meanwhile, and there is `unhex`.
    let sql: StaticString

    /// Every step, in order.
    static let all: [Migration] = [.registry, .calls, .push, .journal, .flows, .keys]
}
