import JSON

/// Sends an object to a webhook, whose answer may bring the next actions.
///
/// <https://developer.vonage.com/en/voice/voice-api/ncco-reference#notify>
package struct Notify: ActionOptions {
    package static let kind = ActionKind.notify

    package private(set) var object: JSONObject

    init(object: JSONObject) {
        self.object = object
    }

    package init(_ payload: JSONObject, to eventURL: String) {
        object = ["action": "notify", "payload": .object(payload), "eventUrl": [.string(eventURL)]]
    }

    package var payload: JSONValue? {
        get { object["payload"] }
        set { object["payload"] = newValue }
    }

    package var eventURL: String? {
        get { object[url: "eventUrl"] }
        set { object[url: "eventUrl"] = newValue }
    }

    package var eventMethod: String {
        get { object[text: "eventMethod"] ?? "POST" }
        set { object[text: "eventMethod"] = newValue }
    }
}

extension Notify {
    static let shape = ObjectShape(
        "notify",
        [
            OptionShape("payload", .map(of: .any), required: true, "What is sent"),
            OptionShape("eventUrl", .urlArray, required: true, "Where it is sent, an array of one URL"),
            OptionShape("eventMethod", .choice(["GET", "POST"]), "How it is sent; POST unless said otherwise"),
        ])
}
