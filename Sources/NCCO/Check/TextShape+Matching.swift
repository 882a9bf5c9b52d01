extension TextShape {
    /// Whether `text` is such a text.
    func matches(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .filled: !text.isEmpty
        case .leg: text.isUUID || (text.utf8.count == 32 && text.utf8.allSatisfy(\.isHexDigit))
        case .conversation: text.hasPrefix("CON-") && String(text.dropFirst(4)).isUUID
        case .key: text.utf8.count == 1 && text.utf8.allSatisfy(\.isKey)
        case .keys: !text.isEmpty && text.utf8.allSatisfy { $0.isKey || $0 == UInt8(ascii: "p") }
        case .digits: !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        case .sipURI: text.hasScheme("sip", "sips") && text.isOneWord
        case .webSocketURI: text.hasScheme("ws", "wss") && text.hasHost
        case .printable(let limit):
            !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }

    /// What the text is, to end a sentence with.
    var words: String {
        switch self {
        case .any: "a string"
        case .filled: "a string that is not empty"
        case .leg: "the UUID of a leg"
        case .conversation: "the id of a conversation, “CON-” and a UUID"
        case .key: "one key: 0 to 9, * or #"
        case .keys: "keys (0 to 9, *, #) and pauses (p)"
        case .digits: "digits"
        case .sipURI: "a URI that begins with “sip:” or “sips:”"
        case .webSocketURI: "a URI that begins with “wss://” or “ws://”"
        case .printable(let limit): "1 to \(limit) printable ASCII characters"
        }
    }

    /// The same as a regular expression; nil for those that need none.
    var pattern: String? {
        switch self {
        case .any, .filled: nil
        case .leg: "^([0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32})$"
        case .conversation: "^CON-[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$"
        case .key: "^[0-9*#]$"
        case .keys: "^[0-9*#p]+$"
        case .digits: "^[0-9]+$"
        case .sipURI: "^[Ss][Ii][Pp][Ss]?:[^ ]+$"
        case .webSocketURI: "^[Ww][Ss][Ss]?://[^ ]+$"
        case .printable(let limit): "^[ -~]{1,\(limit)}$"
        }
    }
}

extension String {
    fileprivate var isUUID: Bool {
        let groups = split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy(\.isHexDigit) }
    }

    /// Whether it begins with one of the schemes, in any letter case, and a colon, and something follows.
    func hasScheme(_ schemes: String...) -> Bool {
        guard let colon = firstIndex(of: ":"), index(after: colon) < endIndex else { return false }
        return schemes.contains(self[..<colon].lowercased())
    }

    /// Whether no blank and no control character stands in it.
    var isOneWord: Bool { unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F } }

    /// Whether a host follows `://`, and no blank stands anywhere.
    var hasHost: Bool {
        guard isOneWord, let colon = firstIndex(of: ":") else { return false }
        let rest = self[index(after: colon)...]
        guard rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return !host.isEmpty && host.first != ":"
    }
}

extension UInt8 {
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    fileprivate var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }

    fileprivate var isKey: Bool { isDigit || self == UInt8(ascii: "*") || self == UInt8(ascii: "#") }
}
