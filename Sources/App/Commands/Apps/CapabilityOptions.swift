import JSON

/// The options that set what an application can do, in the spelling of several tools.
enum CapabilityOptions {
    private static let capabilities = Option(
        "capabilities", value: "LIST", "Capabilities, parted by commas: voice, rtc, messages, vbc")
    private static let type = Option("type", value: "TYPE", isHidden: true, "One capability, as the first tools had it")

    /// One webhook of an application: its options and where it stands in the capabilities.
    private struct Webhook {
        let capability: String
        let member: String
        let url: Option
        let method: Option
        let defaultMethod: String
    }

    private static let webhooks = [
        webhook("voice", "answer_url", "voice-answer", "answers calls", "GET", ["answer-url"], ["answer-method"]),
        webhook("voice", "event_url", "voice-event", "hears about calls", "POST", ["event-url"], ["event-method"]),
        webhook(
            "voice", "fallback_answer_url", "voice-fallback", "answers when the answer URL fails", "GET",
            ["voice-fallback-answer-url"], ["voice-fallback-answer-method", "voice-fallback-answer-http"]),
        webhook("rtc", "event_url", "rtc-event", "hears about app events", "POST"),
        webhook("messages", "inbound_url", "messages-inbound", "takes messages", "POST"),
        webhook("messages", "status_url", "messages-status", "hears about messages", "POST"),
    ]

    static let all: [Option] = [capabilities, type] + webhooks.flatMap { [$0.url, $0.method] }

    /// The capabilities with what `arguments` say changed, and whether anything was. An empty URL takes a webhook out.
    static func apply(_ arguments: Arguments, to capabilities: inout JSONObject) throws(Failure) -> Bool {
        let before = capabilities
        for name in try named(arguments) where capabilities[name] == nil { capabilities[name] = [:] }
        for webhook in webhooks {
            let url = arguments[webhook.url]
            let method = try arguments.choice(webhook.method, of: ["GET", "POST"])
            guard url != nil || method != nil else { continue }
            var capability = capabilities[webhook.capability]?.object ?? JSONObject()
            var members = capability["webhooks"]?.object ?? JSONObject()
            if url == "" {
                members[webhook.member] = nil
            } else {
                var entry = members[webhook.member]?.object ?? JSONObject()
                if let url {
                    guard Setting.isURL(url) else { throw .usage("--\(webhook.url.name): `\(url)` is not a URL") }
                    entry["address"] = .string(url)
                }
                if let method {
                    entry["http_method"] = .string(method)
                } else if entry["http_method"] == nil {
                    entry["http_method"] = .string(webhook.defaultMethod)
                }
                members[webhook.member] = .object(entry)
            }
            capability["webhooks"] = .object(members)
            capabilities[webhook.capability] = .object(capability)
        }
        return capabilities != before
    }

    private static func named(_ arguments: Arguments) throws(Failure) -> [String] {
        var names = arguments[capabilities]?.split(separator: ",").map { String($0).trimmingBlanks } ?? []
        if let type = arguments[type] { names.append(type) }
        let known = ["voice", "rtc", "messages", "vbc", "verify", "video"]
        for name in names where !known.contains(name) {
            throw .usage("Unsupported capability: \(name)", advice: "There is \(known.joined(separator: ", ")).")
        }
        return names
    }

    private static func webhook(
        _ capability: String, _ member: String, _ name: String, _ does: String, _ method: String,
        _ urlSpellings: [String] = [], _ methodSpellings: [String] = []
    ) -> Webhook {
        Webhook(
            capability: capability, member: member,
            url: Option("\(name)-url", value: "URL", spellings: urlSpellings, "The address that \(does)"),
            method: Option(
                "\(name)-method", value: "GET|POST", spellings: ["\(name)-http"] + methodSpellings,
                isHidden: true, "Its method (\(method))"),
            defaultMethod: method)
    }
}
