import JSON

/// Puts the caller into a room where several meet.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#conversation>
package struct Conversation: ActionOptions {
    package static let kind = ActionKind.conversation

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(name: String) {
        object = ["action": "conversation", "name": .string(name)]
    }

    /// The room, within the application and its region.
    package var name: String? {
        get { object[text: "name"] }
        set { object[text: "name"] = newValue }
    }

    package var musicOnHoldURL: String? {
        get { object[url: "musicOnHoldUrl"] }
        set { object[url: "musicOnHoldUrl"] = newValue }
    }

    /// False: waits until somebody comes for whom it is true.
    package var startOnEnter: Bool {
        get { object[bool: "startOnEnter"] ?? true }
        set { object[bool: "startOnEnter"] = newValue }
    }

    package var endOnExit: Bool {
        get { object[bool: "endOnExit"] ?? false }
        set { object[bool: "endOnExit"] = newValue }
    }

    package var record: Bool {
        get { object[bool: "record"] ?? false }
        set { object[bool: "record"] = newValue }
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

    package var transcription: Transcription? {
        get { object[object: "transcription"].map(Transcription.init) }
        set { object[object: "transcription"] = newValue?.object }
    }

    package var eventURL: String? {
        get { object[url: "eventUrl"] }
        set { object[url: "eventUrl"] = newValue }
    }
}

extension Conversation {
    static let shape = ObjectShape(
        "conversation",
        [
            OptionShape("name", .text, required: true, "The room"),
            OptionShape(
                "musicOnHoldUrl", .urlArray, isLenient: true, "What those who wait hear, an array of one URL"),
            OptionShape("startOnEnter", .boolean, "Whether it begins when this caller comes; true unless said"),
            OptionShape("endOnExit", .boolean, "Whether it ends for all when this caller leaves"),
            OptionShape("record", .boolean, "Whether it is recorded"),
            OptionShape("canSpeak", .legs, "Legs that may hear this one; an empty array is nobody"),
            OptionShape("canHear", .legs, "Legs that this one may hear; an empty array is nobody"),
            OptionShape("mute", .boolean, "Whether nobody hears this caller; not with canSpeak"),
            OptionShape("transcription", .object(Transcription.shape), "Turns the recording into text"),
        ] + OptionShape.events)
}
