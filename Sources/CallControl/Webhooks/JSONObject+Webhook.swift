import JSON
import Telephony

extension JSONObject {
    /// The object that a webhook sent by GET stands for: name and value of each query parameter, in order. A parameter
    /// that is repeated counts with its last value.
    package init(query pairs: [(String, String)]) {
        self.init(texts: pairs)
    }

    /// A member that has a text, without blanks around it: senders write numbers as text and text as numbers, send
    /// empty strings for what they do not know, and endpoints as objects or as arrays of one.
    func text(_ key: String) -> String? { self[key]?.webhookText }

    /// A time, in whichever notation, or in seconds or milliseconds since 1970.
    func time(_ key: String) -> Timestamp? {
        switch self[key] {
        case .string(let text): Timestamp(text)
        case .number(let number):
            // Seconds reach this far only in the year 5138.
            number.double.flatMap { Int64(exactly: (abs($0) < 100_000_000_000 ? $0 * 1000 : $0).rounded()) }
                .map(Timestamp.init(milliseconds:))
        default: nil
        }
    }

    func integer(_ key: String) -> Int? {
        self[key]?.int ?? self[key]?.string.flatMap { Int($0) }
    }

    func call(_ key: String) -> (id: CallUUID, shown: String)? {
        guard let shown = text(key), let id = CallUUID(shown) else { return nil }
        return (id, shown)
    }

    func conversation(_ key: String) -> (id: ConversationID, shown: String)? {
        guard let shown = text(key), let id = ConversationID(shown) else { return nil }
        return (id, shown)
    }
}

extension JSONValue {
    /// The longest text a record keeps of a field, in bytes; the webhook itself is kept whole.
    private static let longestText = 8192

    fileprivate var webhookText: String? {
        switch self {
        case .string(let text):
            text.trimmed.flatMap { $0.utf8.count <= Self.longestText ? $0 : $0.cut(to: Self.longestText) }
        case .number(let number): number.text
        case .array(let elements): elements.first?.webhookText
        case .object(let object):
            ["number", "user", "uri", "extension", "name", "id"].lazy.compactMap { object[$0]?.string?.trimmed }.first
        case .bool, .null: nil
        }
    }
}

extension String {
    /// Without blanks around it; nil if nothing is left.
    var trimmed: String? {
        guard let first = utf8.first, let last = utf8.last else { return nil }
        // Nearly always there is nothing to trim.
        if first > 0x20, first < 0x80, last > 0x20, last < 0x80 { return self }
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(start[...end])
    }

    /// As many whole characters as fit into `bytes` of UTF-8.
    func cut(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = startIndex
        var count = 0
        for index in indices {
            count += self[index].utf8.count
            if count > bytes { break }
            end = self.index(after: index)
        }
        return String(self[..<end])
    }
}
