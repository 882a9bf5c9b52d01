import JSON

/// Speaks text to the caller.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#talk>
package struct Talk: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(text: String) {
        object = ["action": "talk", "text": .string(text)]
    }

    package var text: String { object["text"]?.string ?? "" }
    /// Lets a key press or speech cut the text short.
    package var bargeIn: Bool { object.looseBool("bargeIn") ?? false }
    /// How often it is said; 0 means for ever.
    package var loop: Int { object.looseInt("loop") ?? 1 }
    /// Loudness from -1 to 1.
    package var level: Double { object.looseDouble("level") ?? 0 }
    package var language: String { object["language"]?.string ?? "en-US" }
    package var style: Int { object.looseInt("style") ?? 0 }
    package var premium: Bool { object.looseBool("premium") ?? false }
}

extension Talk: ActionOptions {
    static let kind = ActionKind.talk
    static let shape = ObjectShape([
        OptionShape("action"), OptionShape("text", required: true), OptionShape("bargeIn"), OptionShape("loop"),
        OptionShape("level"), OptionShape("language"), OptionShape("style"), OptionShape("premium"),
        OptionShape("voiceName", replacement: "language and style"),
    ])

    /// The longest text, in characters, tags of SSML not counted.
    package static let maximumCharacters = 1500
}
