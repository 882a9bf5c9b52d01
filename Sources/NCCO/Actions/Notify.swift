import JSON

/// Sends an object to a webhook, whose answer may bring the next actions.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#notify>
package struct Notify: Equatable, Sendable {
    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package var payload: JSONValue? { object["payload"] }
    package var eventURL: String? { object.url("eventUrl") }
    package var eventMethod: String { object["eventMethod"]?.string ?? "POST" }
}

extension Notify: ActionOptions {
    static let kind = ActionKind.notify
    static let shape = ObjectShape([
        OptionShape("action"), OptionShape("payload", required: true),
        OptionShape("eventUrl", .url, required: true), OptionShape("eventMethod"),
    ])
}
