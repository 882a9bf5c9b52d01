import JSON

/// Puts the caller into a room where several meet.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#conversation>
package struct Conversation: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var name: String? { object["name"]?.string }
    package var startOnEnter: Bool { object.looseBool("startOnEnter") ?? true }
    package var endOnExit: Bool { object.looseBool("endOnExit") ?? false }
    package var record: Bool { object.looseBool("record") ?? false }
    package var mute: Bool { object.looseBool("mute") ?? false }
}

extension Conversation: ActionOptions {
    static let kind = ActionKind.conversation
    static let shape = ObjectShape(
        [
            OptionShape("action"), OptionShape("name", required: true), OptionShape("musicOnHoldUrl"),
            OptionShape("startOnEnter"), OptionShape("endOnExit"), OptionShape("record"), OptionShape("canSpeak"),
            OptionShape("canHear"), OptionShape("mute"),
            OptionShape("transcription", .object(Record.transcription)),
        ] + OptionShape.events)
}
