import JSON

/// Speaks text to the caller.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#talk>
package struct Talk: ActionOptions {
    package static let kind = ActionKind.talk

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(text: String) {
        object = ["action": "talk", "text": .string(text)]
    }

    package var text: String {
        get { object[text: "text"] ?? "" }
        set { object[text: "text"] = newValue }
    }

    /// Lets a key press or speech cut the text short.
    package var bargeIn: Bool {
        get { object[bool: "bargeIn"] ?? false }
        set { object[bool: "bargeIn"] = newValue }
    }

    /// How often it is said; 0 means for ever.
    package var loop: Int {
        get { object[int: "loop"] ?? 1 }
        set { object[int: "loop"] = newValue }
    }

    /// Loudness from -1 to 1.
    package var level: Double {
        get { object[double: "level"] ?? 0 }
        set { object[double: "level"] = newValue }
    }

    package var language: String {
        get { object[text: "language"] ?? SpokenLanguage.usual }
        set { object[text: "language"] = newValue }
    }

    /// Which of the language's voices, from 0.
    package var style: Int {
        get { object[int: "style"] ?? 0 }
        set { object[int: "style"] = newValue }
    }

    package var premium: Bool {
        get { object[bool: "premium"] ?? false }
        set { object[bool: "premium"] = newValue }
    }
}

extension Talk {
    static let shape = ObjectShape(
        "talk",
        [
            OptionShape("text", .text, required: true, "What is said: up to 1500 characters, tags of SSML not counted"),
            OptionShape("bargeIn", .boolean, "Whether a key or speech cuts it short; an input must follow"),
            OptionShape("loop", .integer(from: 0), "How often it is said; 0 is for ever"),
            OptionShape("level", .number(-1...1), "Loudness from -1 to 1"),
            OptionShape("language", .language(.spoken), "The language, en-US unless said otherwise"),
            OptionShape("style", .integer(from: 0), "Which of the language's voices, from 0"),
            OptionShape("premium", .boolean, "Whether the better voice is used where there is one"),
            OptionShape("voiceName", .text, replacement: "“language” and “style”", "A voice by its old name"),
        ])

    /// The longest text, in characters, tags of SSML not counted.
    package static let maximumCharacters = 1500
}
