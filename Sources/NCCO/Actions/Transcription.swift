import JSON

/// That a recording is turned into text. It is on as soon as it is there, even without options.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#transcription-settings>
package struct Transcription: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init() {
        object = [:]
    }

    package var language: String {
        get { object[text: "language"] ?? SpokenLanguage.usual }
        set { object[text: "language"] = newValue }
    }

    package var sentimentAnalysis: Bool {
        get { object[bool: "sentimentAnalysis"] ?? false }
        set { object[bool: "sentimentAnalysis"] = newValue }
    }

    package var eventURL: String? {
        get { object[url: "eventUrl"] }
        set { object[url: "eventUrl"] = newValue }
    }

    package var eventMethod: String {
        get { object[text: "eventMethod"] ?? "POST" }
        set { object[text: "eventMethod"] = newValue }
    }

    static let shape = ObjectShape(
        "transcription",
        [
            OptionShape("language", .language(.understood), "The language, en-US unless said otherwise"),
            OptionShape("sentimentAnalysis", .boolean, "Whether each part gets a mood from -1 to 1"),
        ] + OptionShape.events)
}
