import JSON

/// Collects keys or speech from the caller.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#input>
package struct Input: ActionOptions {
    package static let kind = ActionKind.input

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// For keys, speech or both, each with its settings.
    package init(keys: InputKeys? = nil, speech: InputSpeech? = nil) {
        let types = (keys == nil ? [] : ["dtmf"]) + (speech == nil ? [] : ["speech"])
        object = ["action": "input", "type": .array(types.map { .string($0) })]
        if let keys, !keys.object.isEmpty { object[object: "dtmf"] = keys.object }
        if let speech, !speech.object.isEmpty { object[object: "speech"] = speech.object }
    }

    /// `dtmf`, `speech` or both; keys alone in the shape of before 2020.
    package var types: [String] {
        get { isFlat ? ["dtmf"] : object[texts: "type"] ?? [] }
        set { object[texts: "type"] = newValue }
    }

    /// The settings of keys.
    package var keys: InputKeys? {
        get { object[object: "dtmf"].map(InputKeys.init) }
        set { object[object: "dtmf"] = newValue?.object }
    }

    package var speech: InputSpeech? {
        get { object[object: "speech"].map(InputSpeech.init) }
        set { object[object: "speech"] = newValue?.object }
    }

    package var eventURL: String? {
        get { object[url: "eventUrl"] }
        set { object[url: "eventUrl"] = newValue }
    }

    package var eventMethod: String {
        get { object[text: "eventMethod"] ?? "POST" }
        set { object[text: "eventMethod"] = newValue }
    }

    /// Each key is sent by itself while the call goes on.
    package var isAsynchronous: Bool {
        get { object[text: "mode"] == "asynchronous" }
        set { object[text: "mode"] = newValue ? "asynchronous" : nil }
    }

    /// Whether it has the shape of before 2020: no `type`, and the settings of the keys beside the action.
    package var isFlat: Bool { object["type"] == nil && object["dtmf"] == nil && object["speech"] == nil }
}

extension Input {
    static let shape = ObjectShape(
        "input",
        [
            OptionShape(
                "type", .array(of: .choice(["dtmf", "speech"]), count: 1...2, isSet: true), required: true,
                "What is collected: dtmf, speech or both"),
            OptionShape("dtmf", .object(InputKeys.shape), "Settings of keys"),
            OptionShape("speech", .object(InputSpeech.shape), "Settings of speech"),
            OptionShape(
                "mode", .choice(["synchronous", "asynchronous"]), "asynchronous: each key is sent by itself"),
        ]
            // The settings of before 2020.
            + InputKeys.shape.options.map { option in
                var flat = option
                flat.replacement = "“\(option.name)” inside “dtmf”, with a “type”"
                return flat
            }
            + OptionShape.events)
}
