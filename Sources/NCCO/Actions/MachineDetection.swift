import JSON

/// What is done when a machine answers, and whether its beep is waited for.
///
/// <https://developer.vonage.com/en/voice/voice-api/concepts/advanced-machine-detection>
package struct MachineDetection: Options {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// - Parameters:
    ///   - behavior: `continue` or `hangup`.
    ///   - mode: `detect`, `detect_beep` or `default`.
    package init(behavior: String, mode: String) {
        object = ["behavior": .string(behavior), "mode": .string(mode)]
    }

    package var behavior: String? {
        get { object[text: "behavior"] }
        set { object[text: "behavior"] = newValue }
    }

    package var mode: String? {
        get { object[text: "mode"] }
        set { object[text: "mode"] = newValue }
    }

    /// Seconds the beep is waited for.
    package var beepTimeout: Int? {
        get { object[int: "beep_timeout"] }
        set { object[int: "beep_timeout"] = newValue }
    }

    /// The reference and most SDKs want 45 seconds at least, one SDK allows 30: the wider range, and the narrower one in
    /// the remarks about SDKs.
    static let shape = ObjectShape(
        "advancedMachineDetection",
        [
            OptionShape("behavior", .choice(["continue", "hangup"]), "What happens when a machine answers"),
            OptionShape(
                "mode", .choice(["default", "detect", "detect_beep"]), "Whether the verdict and the beep are waited for"
            ),
            OptionShape("beep_timeout", .integer(30...120), "Seconds the beep is waited for"),
        ])
}
