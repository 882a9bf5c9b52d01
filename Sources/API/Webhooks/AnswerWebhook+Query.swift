import CallControl
import HTTP

extension AnswerWebhook {
    /// Reads a plain query without making an object of it: the live call.
    ///
    /// Nil if there is more in it than the usual names and texts: names with escapes, values with blanks around them or
    /// in other scripts, what only apps, SIP and fallbacks send. Then `AnswerWebhook(JSONObject(query:))` reads it, which
    /// says the same of every query that this one reads.
    init?(plain query: Query, kind: Kind) {
        self.init(kind: kind)
        guard read(plain: query) else { return nil }
    }

    /// The same, into a webhook that says nothing yet; it is not to be used if that fails.
    mutating func read(plain query: Query) -> Bool {
        var isPlain = true
        var endpointType: String?
        var regionURL: String?
        query.forEachPiece { name, value in
            switch name.count {
            case 2 where name.isText("to"): isPlain = value.isPlain(into: &to)
            case 4 where name.isText("from"): isPlain = value.isPlain(into: &from)
            case 4 where name.isText("uuid"):
                isPlain = value.isPlain && call == nil
                if isPlain { take(call: value) }
            case 9 where name.isText("from_user"): isPlain = value.isPlain(into: &fromUser)
            case 10 where name.isText("region_url"):
                // A URL is escaped and nothing else.
                let text = Percent.decoded(value, plusIsBlank: true)
                isPlain = (1...1024).contains(value.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
                regionURL = text
            case 13 where name.isText("endpoint_type"): isPlain = value.isPlain(into: &endpointType)
            case 17 where name.isText("conversation_uuid"):
                isPlain = value.isPlain && conversation == nil
                if isPlain { take(conversation: value) }
            default: isPlain = !name.isSpecial
            }
            return isPlain
        }
        guard isPlain else { return false }
        if endpointType != nil || regionURL != nil { take(endpointType: endpointType, regionURL: regionURL) }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are this text.
    fileprivate func isText(_ text: StaticString) -> Bool {
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether it is a text without escapes that neither begins nor ends with what could be a blank, of usual length.
    fileprivate var isPlain: Bool {
        guard (1...1024).contains(count) else { return false }
        let (first, last) = (self[0], self[count - 1])
        guard first > 0x20, first < 0x80, last > 0x20, last < 0x80 else { return false }
        return !hasEscape
    }

    /// Whether there is a `%` or a `+` in it, eight bytes at a time: `(x - 1) & ~x` has the high bit of a byte set where
    /// the byte is zero, and nowhere when none is.
    private var hasEscape: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while let start = UnsafeRawPointer(baseAddress), index &+ 8 <= count {
            let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let percents = word ^ (ones &* 0x25)
            let pluses = word ^ (ones &* 0x2B)
            if ((percents &- ones) & ~percents | (pluses &- ones) & ~pluses) & (ones &* 0x80) != 0 { return true }
            index &+= 8
        }
        while index < count {
            if self[index] == UInt8(ascii: "%") || self[index] == UInt8(ascii: "+") { return true }
            index &+= 1
        }
        return false
    }

    /// Puts the text into its place if it is plain.
    fileprivate func isPlain(into place: inout String?) -> Bool {
        guard isPlain else { return false }
        place = String(decoding: self, as: UTF8.self)
        return true
    }

    /// Whether a name may mean something that is read with more care.
    fileprivate var isSpecial: Bool {
        if hasEscape { return true }
        switch count {
        case 6: return isText("reason")
        case 9: return isText("call_uuid")
        case 11: return isText("custom_data")
        case 16: return isText("original_request")
        default: return count >= 10 && UnsafeBufferPointer(rebasing: self[..<10]).isText("SipHeader_")
        }
    }
}
