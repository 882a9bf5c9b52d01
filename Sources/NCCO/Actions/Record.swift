import JSON

/// Records the call.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#record>
package struct Record: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var endOnSilence: Int? { object.looseInt("endOnSilence") }
    package var endOnKey: String? { object["endOnKey"]?.string }
    /// Seconds.
    package var timeOut: Int? { object.looseInt("timeOut") }
    package var beepStart: Bool { object.looseBool("beepStart") ?? false }
    package var eventURL: String? { object.url("eventUrl") }

    /// Whether the next action waits until the recording has ended.
    package var isSynchronous: Bool { endOnSilence != nil || endOnKey != nil || timeOut != nil }
}

extension Record: ActionOptions {
    static let kind = ActionKind.record
    static let shape = ObjectShape(
        [
            OptionShape("action"), OptionShape("format"), OptionShape("split"), OptionShape("channels"),
            OptionShape("endOnSilence"), OptionShape("endOnKey"), OptionShape("timeOut"), OptionShape("beepStart"),
            OptionShape("transcription", .object(transcription)),
        ] + OptionShape.events)

    /// Options of a transcription, of a recording or of a conversation.
    static let transcription = ObjectShape(
        [OptionShape("language"), OptionShape("sentimentAnalysis")] + OptionShape.events)
}
