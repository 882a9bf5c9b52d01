/// The options an object of an NCCO may have.
struct ObjectShape: Sendable {
    var options: [OptionShape]

    init(_ options: [OptionShape]) {
        self.options = options
    }

    func option(named name: String) -> OptionShape? { options.first { $0.name == name } }
}

/// One option.
struct OptionShape: Sendable {
    enum Kind: Sendable {
        /// Whatever; other rules look at it.
        case value
        /// An array of exactly one URL.
        case url
        /// A telephone number in digits.
        case number
        /// An object with options of its own.
        case object(ObjectShape)
    }

    var name: String
    var kind: Kind
    var isRequired: Bool
    /// What to write instead, where the option is out of date.
    var replacement: String?

    init(_ name: String, _ kind: Kind = .value, required: Bool = false, replacement: String? = nil) {
        self.name = name
        self.kind = kind
        isRequired = required
        self.replacement = replacement
    }

    /// The webhook options that several actions share.
    static let events = [OptionShape("eventUrl", .url), OptionShape("eventMethod")]
}
