/// The options an object of an NCCO may have.
struct ObjectShape: Sendable {
    /// What it is called in messages: `talk`, `phone endpoint`, `dtmf`.
    var name: String
    var options: [OptionShape]

    init(_ name: String, _ options: [OptionShape]) {
        self.name = name
        self.options = options
    }

    /// The option of that name, or of that other spelling.
    func option(named name: String) -> OptionShape? {
        options.first { $0.name == name || $0.otherSpelling == name }
    }
}

/// One option.
struct OptionShape: Sendable {
    var name: String
    var shape: ValueShape
    var isRequired: Bool
    /// Understood as well, though the reference spells it otherwise.
    var otherSpelling: String?
    /// What to write instead, where the option is out of date.
    var replacement: String?
    /// Written by people as the other of the two: a string where an array of one is meant, or the other way.
    var isLenient: Bool
    /// For people: one sentence without a full stop.
    var summary: String

    init(
        _ name: String, _ shape: ValueShape, required: Bool = false, otherSpelling: String? = nil,
        replacement: String? = nil, isLenient: Bool = false, _ summary: String = ""
    ) {
        self.name = name
        self.shape = shape
        isRequired = required
        self.otherSpelling = otherSpelling
        self.replacement = replacement
        self.isLenient = isLenient
        self.summary = summary
    }

    /// The webhook options that several actions share.
    static let events = [
        OptionShape("eventUrl", .urlArray, "Where webhooks of this action go, an array of one"),
        OptionShape("eventMethod", .choice(["GET", "POST"]), "How they are sent; POST unless said otherwise"),
    ]
}
