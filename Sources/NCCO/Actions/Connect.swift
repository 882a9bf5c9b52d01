import JSON

/// Rings somebody and joins them to the call.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#connect>
package struct Connect: Equatable, Sendable {
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
    package var endpoint: Endpoint? { object["endpoint"]?[0].flatMap(Endpoint.init) }
    package var from: String? { object["from"]?.string }
    package var randomFromNumber: Bool { object.looseBool("randomFromNumber") ?? false }
    /// Seconds of ringing.
    package var timeout: Int { object.looseInt("timeout") ?? 60 }
    /// Seconds the connected leg may last.
    package var limit: Int { object.looseInt("limit") ?? 7200 }
    /// Whether the answer to the event webhook may bring the next actions.
    package var isSynchronous: Bool { object["eventType"]?.string == "synchronous" }
    package var eventURL: String? { object.url("eventUrl") }
    package var eventMethod: String { object["eventMethod"]?.string ?? "POST" }
    package var ringbackTone: String? { object.url("ringbackTone") }
}

extension Connect: ActionOptions {
    static let kind = ActionKind.connect
    static let shape = ObjectShape(
        [
            OptionShape("action"), OptionShape("endpoint", required: true), OptionShape("from", .number),
            OptionShape("randomFromNumber"), OptionShape("eventType"), OptionShape("timeout"), OptionShape("limit"),
            OptionShape("machineDetection"),
            OptionShape("advancedMachineDetection", .object(machineDetection)), OptionShape("ringbackTone"),
        ] + OptionShape.events)

    private static let machineDetection = ObjectShape([
        OptionShape("behavior"), OptionShape("mode"), OptionShape("beep_timeout"),
    ])
}
