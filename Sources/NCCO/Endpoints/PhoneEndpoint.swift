import JSON

/// A telephone.
package struct PhoneEndpoint: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(number: String) {
        object = ["type": "phone", "number": .string(number)]
    }

    package var number: String? {
        get { object[text: "number"] }
        set { object[text: "number"] = newValue }
    }

    /// Keys sent right after the answer; `p` is a pause of half a second.
    package var dtmfAnswer: String? {
        get { object[text: "dtmfAnswer"] }
        set { object[text: "dtmfAnswer"] = newValue }
    }

    /// Where the NCCO comes from that the callee hears before being joined.
    package var onAnswerURL: String? {
        get { object["onAnswer"]?["url"]?.string }
        set {
            guard let newValue else {
                object["onAnswer"] = nil
                return
            }
            var onAnswer = object[object: "onAnswer"] ?? [:]
            onAnswer[text: "url"] = newValue
            object[object: "onAnswer"] = onAnswer
        }
    }

    /// A signed caller id, for those to whom the platform gives it.
    package var shaken: String? {
        get { object[text: "shaken"] }
        set { object[text: "shaken"] = newValue }
    }

    static let shape = ObjectShape(
        "phone endpoint",
        [
            OptionShape("number", .phoneNumber, required: true, "The number, digits from the country code on"),
            OptionShape("dtmfAnswer", .string(.keys), "Keys sent right after the answer; p is a pause"),
            OptionShape("onAnswer", .object(onAnswer), "What the callee hears before being joined"),
            OptionShape("shaken", .text, "A signed caller id"),
        ])

    private static let onAnswer = ObjectShape(
        "onAnswer",
        [
            OptionShape("url", .url, required: true, "Where the NCCO comes from"),
            OptionShape("ringbackTone", .url, isLenient: true, "What the caller hears meanwhile"),
            OptionShape("ringback", .url, replacement: "“ringbackTone”", "What the caller hears meanwhile"),
        ])
}
