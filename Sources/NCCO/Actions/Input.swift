import JSON

/// Collects keys or speech from the caller.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#input>
package struct Input: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// `dtmf`, `speech` or both; keys alone in the shape of before 2020.
    package var types: [String] { isFlat ? ["dtmf"] : object.strings("type") ?? [] }
    package var eventURL: String? { object.url("eventUrl") }
    package var eventMethod: String { object["eventMethod"]?.string ?? "POST" }
    package var isAsynchronous: Bool { object["mode"]?.string == "asynchronous" }

    /// Whether it has the shape of before 2020: no `type`, and the settings of the keys beside the action.
    package var isFlat: Bool { Self.isFlat(object) }

    static func isFlat(_ object: JSONObject) -> Bool {
        object["type"] == nil && object["dtmf"] == nil && object["speech"] == nil
    }
}

extension Input: ActionOptions {
    static let kind = ActionKind.input
    static let shape = ObjectShape(
        [
            OptionShape("action"), OptionShape("type", required: true), OptionShape("dtmf", .object(dtmf)),
            OptionShape("speech", .object(speech)), OptionShape("mode"),
            OptionShape("timeOut", replacement: "“timeOut” inside “dtmf”, with a “type”"),
            OptionShape("maxDigits", replacement: "“maxDigits” inside “dtmf”, with a “type”"),
            OptionShape("submitOnHash", replacement: "“submitOnHash” inside “dtmf”, with a “type”"),
        ] + OptionShape.events)

    private static let dtmf = ObjectShape([
        OptionShape("timeOut"), OptionShape("maxDigits"), OptionShape("submitOnHash"),
    ])

    private static let speech = ObjectShape([
        OptionShape("uuid"), OptionShape("endOnSilence"), OptionShape("language"), OptionShape("context"),
        OptionShape("startTimeout"), OptionShape("maxDuration"), OptionShape("saveAudio"), OptionShape("sensitivity"),
    ])
}
