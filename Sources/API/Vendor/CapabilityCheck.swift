import JSON

/// Finds what the vendor would refuse in an application's capabilities. What nobody has told us of passes and is kept:
/// there will be capabilities that are not yet known.
struct CapabilityCheck {
    private(set) var faults: [Problem.InvalidParameter] = []

    /// One kind of webhook.
    private struct Webhook {
        let name: String
        var methods = ["GET", "POST"]
        /// The longest time for reading its answer, in milliseconds.
        var longestRead = 10_000
    }

    /// The kinds of webhooks a capability has; a capability that is not here may have any.
    private static let webhooks: [String: [Webhook]] = [
        "voice": [
            Webhook(name: "answer_url", longestRead: 5000), Webhook(name: "fallback_answer_url", longestRead: 5000),
            Webhook(name: "event_url"),
        ],
        "rtc": [Webhook(name: "event_url")],
        "messages": [Webhook(name: "inbound_url", methods: ["POST"]), Webhook(name: "status_url", methods: ["POST"])],
        "verify": [Webhook(name: "status_url", methods: ["POST"])],
    ]

    init(_ capabilities: JSONObject) {
        for (name, value) in capabilities.members where !value.isNull {
            let place = "capabilities.\(name)"
            guard let capability = value.object else {
                reject(place, "must be an object")
                continue
            }
            checkOptions(of: capability, at: place)
            guard let webhooks = capability["webhooks"], !webhooks.isNull else { continue }
            guard let object = webhooks.object else {
                reject(place + ".webhooks", "must be an object")
                continue
            }
            if let kinds = Self.webhooks[name] { check(object, kinds, at: place + ".webhooks") }
        }
    }

    private mutating func check(_ webhooks: JSONObject, _ kinds: [Webhook], at place: String) {
        for (name, value) in webhooks.members where !value.isNull {
            let place = "\(place).\(name)"
            guard let kind = kinds.first(where: { $0.name == name }) else {
                reject(
                    place, "is no webhook of this capability; there are " + kinds.map(\.name).joined(separator: ", "))
                continue
            }
            guard let webhook = value.object else {
                reject(place, "must be an object with an address")
                continue
            }
            check(webhook, kind, at: place)
        }
    }

    private mutating func check(_ webhook: JSONObject, _ kind: Webhook, at place: String) {
        if let address = webhook["address"], !address.isNull, !Self.isAddress(address) {
            reject(place + ".address", "must begin with https:// or http:// and name a host")
        }
        if let method = webhook["http_method"], !method.isNull {
            if method.string.map(kind.methods.contains) != true {
                reject(place + ".http_method", "must be " + kind.methods.joined(separator: " or "))
            }
        }
        // The older name is still sent.
        for name in ["connect_timeout", "connection_timeout"] { checkRange(name, 300...1000, of: webhook, at: place) }
        checkRange("socket_timeout", 1000...kind.longestRead, of: webhook, at: place)
    }

    private mutating func checkOptions(of capability: JSONObject, at place: String) {
        if let flag = capability["signed_callbacks"], !flag.isNull, flag.bool == nil {
            reject(place + ".signed_callbacks", "must be a boolean")
        }
        if let region = capability["region"], !region.isNull, region.string == nil {
            reject(place + ".region", "must be a string")
        }
        // Hours and days. Sources disagree about the limits; these are the widest.
        checkRange("conversations_ttl", 0...9000, of: capability, at: place)
        checkRange("leg_persistence_time", 0...31, of: capability, at: place)
    }

    private mutating func checkRange(
        _ name: String, _ range: ClosedRange<Int>, of object: JSONObject, at place: String
    ) {
        guard let value = object[name], !value.isNull else { return }
        guard let number = value.int, range.contains(number) else {
            reject("\(place).\(name)", "must be between \(range.lowerBound) and \(range.upperBound)")
            return
        }
    }

    /// An empty address is none, which is how the vendor shows one.
    private static func isAddress(_ value: JSONValue) -> Bool {
        guard let text = value.string else { return false }
        if text.isEmpty { return true }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
        let lower = text.lowercased()
        return ["https://", "http://"].contains { scheme in
            guard lower.hasPrefix(scheme), let first = lower.dropFirst(scheme.count).first else { return false }
            return first != "/" && first != "?" && first != "#"
        }
    }

    private mutating func reject(_ name: String, _ reason: String) {
        faults.append(Problem.InvalidParameter(name: name, reason: reason))
    }
}
