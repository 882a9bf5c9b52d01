import JSON

/// Plays an audio file to the caller.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#stream>
package struct Stream: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var streamURL: String? { object.url("streamUrl") }
    package var bargeIn: Bool { object.looseBool("bargeIn") ?? false }
    /// How often it is played; 0 means for ever.
    package var loop: Int { object.looseInt("loop") ?? 1 }
    package var level: Double { object.looseDouble("level") ?? 0 }
}

extension Stream: ActionOptions {
    static let kind = ActionKind.stream
    static let shape = ObjectShape([
        OptionShape("action"), OptionShape("streamUrl", .url, required: true), OptionShape("level"),
        OptionShape("bargeIn"), OptionShape("loop"),
    ])
}
