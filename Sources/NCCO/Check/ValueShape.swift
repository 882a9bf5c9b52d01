/// What an option's value may be: the one table that the checker, the fixes and the JSON Schema are made from.
indirect enum ValueShape: Sendable {
    /// Whatever; a rule of its own looks at it.
    case any
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case string(TextShape)
    /// One of a few words.
    case choice([String])
    /// A telephone number in digits.
    case phoneNumber
    /// An http or https URL.
    case url
    /// An array of exactly one URL.
    case urlArray
    case language(LanguageList)
    case array(of: ValueShape, count: ClosedRange<Int>, isSet: Bool)
    /// An object with options of its own.
    case object(ObjectShape)
    /// An object of whatever members, all of whose values have one shape.
    case map(of: ValueShape)
    /// An array of exactly one endpoint.
    case endpoint

    /// Seconds, keys and the like that have no upper limit.
    static func integer(from lower: Int) -> ValueShape { .integer(lower...Int.max) }

    /// The ids of legs.
    static let legs = ValueShape.array(of: .string(.leg), count: 0...Int.max, isSet: false)

    static let text = ValueShape.string(.filled)
}

/// Which texts an option takes.
enum TextShape: Sendable {
    case any
    /// At least one character.
    case filled
    /// The id of a leg: a UUID, with dashes or without.
    case leg
    /// The id of a conversation.
    case conversation
    /// One key of a telephone.
    case key
    /// Keys and pauses.
    case keys
    case digits
    case sipURI
    case webSocketURI
    /// At most so many characters of printable ASCII, at least one.
    case printable(Int)
}

/// Which languages an option knows.
enum LanguageList: Sendable {
    /// Languages that text is spoken in.
    case spoken
    /// Languages that are understood.
    case understood
}
