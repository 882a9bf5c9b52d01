import JSON

/// Lets time pass.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#wait>
package struct Wait: ActionOptions {
    package static let kind = ActionKind.wait

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(seconds: Double) {
        object = ["action": "wait"]
        object[double: "timeout"] = seconds
    }

    /// Seconds from 0.1 to 7200; what lies outside acts as the nearer of the two.
    package var timeout: Double {
        get { min(max(object[double: "timeout"] ?? 10, Self.seconds.lowerBound), Self.seconds.upperBound) }
        set { object[double: "timeout"] = newValue }
    }

    static let seconds = 0.1...7200.0
}

extension Wait {
    static let shape = ObjectShape(
        "wait",
        [
            OptionShape(
                "timeout", .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude),
                "Seconds from 0.1 to 7200; 10 unless said otherwise")
        ])
}
