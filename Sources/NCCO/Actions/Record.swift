import JSON

/// Records the call.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#record>
package struct Record: ActionOptions {
    package static let kind = ActionKind.record

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init() {
        object = ["action": "record"]
    }

    /// `mp3`, `wav` or `ogg`; nil leaves it to the platform.
    package var format: String? {
        get { object[text: "format"] }
        set { object[text: "format"] = newValue }
    }

    /// `conversation` records caller and callee apart.
    package var split: String? {
        get { object[text: "split"] }
        set { object[text: "split"] = newValue }
    }

    /// From 1 to 32; needs `split`.
    package var channels: Int? {
        get { object[int: "channels"] }
        set { object[int: "channels"] = newValue }
    }

    /// Seconds from 3 to 10.
    package var endOnSilence: Int? {
        get { object[int: "endOnSilence"] }
        set { object[int: "endOnSilence"] = newValue }
    }

    package var endOnKey: String? {
        get { object[text: "endOnKey"] }
        set { object[text: "endOnKey"] = newValue }
    }

    /// Seconds from 3 to 7200.
    package var timeOut: Int? {
        get { object[int: "timeOut"] }
        set { object[int: "timeOut"] = newValue }
    }

    package var beepStart: Bool {
        get { object[bool: "beepStart"] ?? false }
        set { object[bool: "beepStart"] = newValue }
    }

    package var transcription: Transcription? {
        get { object[object: "transcription"].map(Transcription.init) }
        set { object[object: "transcription"] = newValue?.object }
    }

    package var eventURL: String? {
        get { object[url: "eventUrl"] }
        set { object[url: "eventUrl"] = newValue }
    }

    package var eventMethod: String {
        get { object[text: "eventMethod"] ?? "POST" }
        set { object[text: "eventMethod"] = newValue }
    }

    /// Whether the next action waits until the recording has ended.
    package var isSynchronous: Bool { endOnSilence != nil || endOnKey != nil || timeOut != nil }
}

extension Record {
    static let shape = ObjectShape(
        "record",
        [
            OptionShape("format", .choice(["mp3", "wav", "ogg"]), "The kind of file"),
            OptionShape("split", .choice(["conversation"]), "Records caller and callee apart"),
            OptionShape("channels", .integer(1...32), "How many channels; needs split"),
            OptionShape("endOnSilence", .integer(3...10), "Ends after so many seconds of silence"),
            OptionShape("endOnKey", .string(.key), "Ends at this key"),
            OptionShape("timeOut", .integer(3...7200), "Ends after so many seconds"),
            OptionShape("beepStart", .boolean, "Whether a beep is heard first"),
            OptionShape("transcription", .object(Transcription.shape), "Turns it into text"),
        ] + OptionShape.events)
}
