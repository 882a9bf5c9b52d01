import JSON

/// Moves all legs of the call into another conversation.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#transfer>
package struct Transfer: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// Where to; one page of the reference spells the option `conversation_id`.
    package var conversationID: String? {
        object["conversationId"]?.string ?? object[Self.otherSpelling]?.string
    }
    package var mute: Bool { object.looseBool("mute") ?? false }

    static let otherSpelling = "conversation_id"
}

extension Transfer: ActionOptions {
    static let kind = ActionKind.transfer
    static let shape = ObjectShape([
        OptionShape("action"), OptionShape("conversationId", required: true), OptionShape("canHear"),
        OptionShape("canSpeak"), OptionShape("mute"),
    ])
}
