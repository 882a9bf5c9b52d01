/// One argument that has a place and no name.
package struct Positional: Equatable, Sendable {
    package enum Arity: Equatable, Sendable {
        case required
        case optional
        /// Any number, also none; only as the last one.
        case rest
    }

    /// As help shows it, in capitals.
    package let name: String
    package let arity: Arity
    package let summary: String

    package init(_ name: String, _ summary: String) {
        self.init(name, .required, summary)
    }

    package init(_ name: String, _ arity: Arity, _ summary: String) {
        self.name = name
        self.arity = arity
        self.summary = summary
    }

    var usage: String {
        switch arity {
        case .required: name
        case .optional: "[\(name)]"
        case .rest: "[\(name) …]"
        }
    }
}
