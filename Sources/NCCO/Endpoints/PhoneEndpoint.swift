import JSON

/// A telephone.
package struct PhoneEndpoint: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(number: String) {
        object = ["type": "phone", "number": .string(number)]
    }

    package var number: String? { object["number"]?.string }
    /// Keys sent right after the answer.
    package var dtmfAnswer: String? { object["dtmfAnswer"]?.string }
    /// Where the NCCO comes from that the callee hears before being joined.
    package var onAnswerURL: String? { object["onAnswer"]?["url"]?.string }

    static let shape = ObjectShape([
        OptionShape("type"), OptionShape("number", .number, required: true), OptionShape("dtmfAnswer"),
        OptionShape("onAnswer", .object(onAnswer)), OptionShape("shaken"),
    ])

    private static let onAnswer = ObjectShape([
        OptionShape("url", required: true), OptionShape("ringbackTone"),
        OptionShape("ringback", replacement: "ringbackTone"),
    ])
}
