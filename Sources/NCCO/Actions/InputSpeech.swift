import JSON

/// How speech is collected.
package struct InputSpeech: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init() {
        object = [:]
    }

    /// Whose voice; nil is the first who joined.
    package var leg: String? {
        get { object[url: "uuid"] }
        set { object[url: "uuid"] = newValue }
    }

    /// Seconds from 0.4 to 10.
    package var endOnSilence: Double {
        get { object[double: "endOnSilence"] ?? 2 }
        set { object[double: "endOnSilence"] = newValue }
    }

    package var language: String {
        get { object[text: "language"] ?? SpokenLanguage.usual }
        set { object[text: "language"] = newValue }
    }

    /// Words that are likely.
    package var context: [String] {
        get { object[texts: "context"] ?? [] }
        set { object[texts: "context"] = newValue }
    }

    /// Seconds from 1 to 60 until somebody speaks.
    package var startTimeout: Int {
        get { object[int: "startTimeout"] ?? 10 }
        set { object[int: "startTimeout"] = newValue }
    }

    /// Seconds from 1 to 60.
    package var maxDuration: Int {
        get { object[int: "maxDuration"] ?? 60 }
        set { object[int: "maxDuration"] = newValue }
    }

    package var saveAudio: Bool {
        get { object[bool: "saveAudio"] ?? false }
        set { object[bool: "saveAudio"] = newValue }
    }

    /// From 10 to 100.
    package var sensitivity: Int {
        get { object[int: "sensitivity"] ?? 90 }
        set { object[int: "sensitivity"] = newValue }
    }

    static let shape = ObjectShape(
        "speech",
        [
            OptionShape(
                "uuid", .array(of: .string(.leg), count: 1...1, isSet: false), "Whose voice, an array of one leg"),
            OptionShape("endOnSilence", .number(0.4...10), "Ends after so many seconds of silence; 2 unless said"),
            OptionShape("language", .language(.understood), "The language, en-US unless said otherwise"),
            OptionShape(
                "context", .array(of: .text, count: 0...Int.max, isSet: false), "Words that are likely to be said"),
            OptionShape("startTimeout", .integer(1...60), "Seconds until somebody has to speak; 10 unless said"),
            OptionShape("maxDuration", .integer(1...60), "Seconds of speech at most"),
            OptionShape("saveAudio", .boolean, "Whether the recording is kept"),
            OptionShape("sensitivity", .integer(10...100), "From 10, low, to 100; 90 unless said otherwise"),
        ])
}
