import JSON

/// Rings somebody and joins them to the call.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#connect>
package struct Connect: ActionOptions {
    package static let kind = ActionKind.connect

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    /// - Parameter from: the number the callee sees; one of the application's own.
    package init(to endpoint: Endpoint, from: String? = nil) {
        object = ["action": "connect"]
        if let from { object["from"] = .string(from) }
        object["endpoint"] = .array([.object(endpoint.object)])
    }

    /// Whom it rings; nil if the option is missing or not one the platform knows.
    package var endpoint: Endpoint? {
        get { object["endpoint"]?[0].flatMap(Endpoint.init) }
        set { object["endpoint"] = newValue.map { [.object($0.object)] } }
    }

    package var from: String? {
        get { object[text: "from"] }
        set { object[text: "from"] = newValue }
    }

    /// Leaves it to the platform which of the application's numbers the callee sees; not with `from`.
    package var randomFromNumber: Bool {
        get { object[bool: "randomFromNumber"] ?? false }
        set { object[bool: "randomFromNumber"] = newValue }
    }

    /// Seconds of ringing.
    package var timeout: Int {
        get { object[int: "timeout"] ?? 60 }
        set { object[int: "timeout"] = newValue }
    }

    /// Seconds the connected leg may last.
    package var limit: Int {
        get { object[int: "limit"] ?? 7200 }
        set { object[int: "limit"] = newValue }
    }

    /// Whether the answer to the event webhook may bring the next actions.
    package var isSynchronous: Bool {
        get { object[text: "eventType"] == "synchronous" }
        set { object[text: "eventType"] = newValue ? "synchronous" : nil }
    }

    /// `continue` or `hangup`.
    package var machineDetection: String? {
        get { object[text: "machineDetection"] }
        set { object[text: "machineDetection"] = newValue }
    }

    package var advancedMachineDetection: MachineDetection? {
        get { object[object: "advancedMachineDetection"].map(MachineDetection.init) }
        set { object[object: "advancedMachineDetection"] = newValue?.object }
    }

    package var eventURL: String? {
        get { object[url: "eventUrl"] }
        set { object[url: "eventUrl"] = newValue }
    }

    package var eventMethod: String {
        get { object[text: "eventMethod"] ?? "POST" }
        set { object[text: "eventMethod"] = newValue }
    }

    /// What the caller hears until somebody answers.
    package var ringbackTone: String? {
        get { object[url: "ringbackTone"] }
        set { object[text: "ringbackTone"] = newValue }
    }
}

extension Connect {
    static let shape = ObjectShape(
        "connect",
        [
            OptionShape("endpoint", .endpoint, required: true, "Whom it rings, an array of one"),
            OptionShape("from", .phoneNumber, "The number the callee sees; one of the application's own"),
            OptionShape("randomFromNumber", .boolean, "Whether the platform picks the number; not with from"),
            OptionShape(
                "eventType", .choice(["synchronous", "asynchronous"]),
                "synchronous: the answer to the event webhook may bring the next actions"),
            OptionShape("timeout", .integer(1...120), "Seconds of ringing; 60 unless said otherwise"),
            OptionShape("limit", .integer(1...7200), "Seconds the connected leg may last"),
            OptionShape("machineDetection", .choice(["continue", "hangup"]), "What happens when a machine answers"),
            OptionShape(
                "advancedMachineDetection", .object(MachineDetection.shape),
                otherSpelling: "advanced_machine_detection", "The same, and whether its beep is waited for"),
            OptionShape("ringbackTone", .url, isLenient: true, "What the caller hears until somebody answers"),
        ] + OptionShape.events)
}
