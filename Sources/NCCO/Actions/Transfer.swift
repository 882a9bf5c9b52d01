import JSON

/// Moves all legs of the call into another conversation.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#transfer>
package struct Transfer: ActionOptions {
    package static let kind = ActionKind.transfer

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// - Parameter conversationID: `CON-` and a UUID.
    package init(to conversationID: String) {
        object = ["action": "transfer", "conversationId": .string(conversationID)]
    }

    /// Where to; one page of the reference spells the option `conversation_id`.
    package var conversationID: String? {
        get { object[text: "conversationId"] ?? object[text: Self.otherSpelling] }
        set {
            object[text: object[Self.otherSpelling] == nil ? "conversationId" : Self.otherSpelling] = newValue
        }
    }

    /// Legs that may hear this one; nil is everybody, an empty list nobody.
    package var canSpeak: [String]? {
        get { object[texts: "canSpeak"] }
        set { object[texts: "canSpeak"] = newValue }
    }

    /// Legs that this one may hear; nil is everybody, an empty list nobody.
    package var canHear: [String]? {
        get { object[texts: "canHear"] }
        set { object[texts: "canHear"] = newValue }
    }

    package var mute: Bool {
        get { object[bool: "mute"] ?? false }
        set { object[bool: "mute"] = newValue }
    }

    private static let otherSpelling = "conversation_id"
}

extension Transfer {
    static let shape = ObjectShape(
        "transfer",
        [
            OptionShape(
                "conversationId", .string(.conversation), required: true, otherSpelling: otherSpelling,
                "The conversation that all legs move to"),
            OptionShape("canHear", .legs, "Legs that this one may hear; an empty array is nobody"),
            OptionShape("canSpeak", .legs, "Legs that may hear this one; an empty array is nobody"),
            OptionShape("mute", .boolean, "Whether nobody hears this caller; not with canSpeak"),
        ])
}
