import JSON

/// An object of an NCCO as a type: its JSON, kept whole. Properties read and write it, so that options nobody knows here,
/// the spelling of numbers and the order of keys stay what they were.
package protocol Options: Equatable, Sendable {
    var object: JSONObject { get }
}

extension Options {
    /// The same with some options set: `Talk(text: "Hello.").with { $0.language = "en-GB" }`.
    package func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
