import Telephony

/// Who calls, as far as the webhook tells.
package enum CallerIdentity: Equatable, Sendable {
    case number(E164)
    /// An app user: the name, and what people call them.
    case user(name: String, shown: String)
    /// A SIP address that is not a number: its user part, and the address.
    case sip(user: String, address: String)
    /// The number is withheld, or the platform does not know it.
    case anonymous
    /// Anything else, as it came.
    case other(String)

    /// Reads a `from` as platforms write it: a number, a SIP or `tel:` address with or without a display name, or one of
    /// the words for a number withheld.
    package init(from text: String?) {
        guard let text = text?.trimmed else {
            self = .anonymous
            return
        }
        if let number = E164(text) {
            self = .number(number)
        } else if Self.wordsForAnonymous.contains(text.lowercased()) {
            self = .anonymous
        } else if let address = Self.address(in: text) {
            self = Self.identity(ofAddress: address)
        } else if let number = E164(dialled: text) {
            self = .number(number)
        } else {
            self = .other(text)
        }
    }

    private static let wordsForAnonymous: Set<String> = [
        "anonymous", "unknown", "restricted", "private", "unavailable", "withheld", "blocked", "no caller id",
        "not available", "null", "undefined",
    ]

    /// The address in `sip:…`, `sips:…`, `tel:…` or `"Name" <sip:…>`, with its scheme.
    private static func address(in text: String) -> Substring? {
        var address = text[...]
        if let open = text.lastIndex(of: "<"), let close = text[open...].firstIndex(of: ">") {
            address = text[text.index(after: open)..<close]
        }
        let scheme = address.prefix(5).lowercased()
        return ["sip:", "sips:", "tel:"].contains { scheme.hasPrefix($0) } ? address : nil
    }

    private static func identity(ofAddress address: Substring) -> CallerIdentity {
        let content = address.drop { $0 != ":" }.dropFirst().prefix { $0 != ";" && $0 != "?" }
        let user = content.contains("@") ? content.prefix { $0 != "@" }.prefix { $0 != ":" } : content
        if let number = E164(dialled: user) { return .number(number) }
        if user.isEmpty || wordsForAnonymous.contains(user.lowercased()) { return .anonymous }
        return .sip(user: String(user), address: String(content))
    }

    /// What a phone shows for the caller.
    package var shown: String {
        switch self {
        case .number(let number): number.digits
        case .user(_, let shown): shown
        case .sip(_, let address): address
        case .anonymous: "Unknown"
        case .other(let text): text
        }
    }

    /// What is spoken for the caller.
    package var spoken: String {
        switch self {
        case .number(let number): number.digits
        case .user(_, let shown): shown
        case .sip(let user, _): user
        case .anonymous: "an unknown caller"
        case .other(let text): text
        }
    }

    package var number: E164? {
        if case .number(let number) = self { number } else { nil }
    }
}
