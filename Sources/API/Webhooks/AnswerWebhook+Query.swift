import CallControl
import HTTP
import Telephony

extension AnswerWebhook {
    /// Reads a plain query without making an object of it, into a webhook that says nothing yet: the live call.
    ///
    /// - Returns: false if there is more in the query than the usual names and texts: names with escapes, values with
    ///   blanks around them or in other scripts, what only apps, SIP and fallbacks send. The webhook is not to be used
    ///   then; `AnswerWebhook(JSONObject(query:))` reads the query, which says the same of every one that this reads.
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
        guard count >= 8, let start = UnsafeRawPointer(baseAddress) else {
            for byte in self where byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { return true }
            return false
        }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let last = count &- 8
        var index = 0
        while true {
            let word = start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let percents = word ^ (ones &* 0x25)
            let pluses = word ^ (ones &* 0x2B)
            if ((percents &- ones) & ~percents | (pluses &- ones) & ~pluses) & (ones &* 0x80) != 0 { return true }
            if index == last { return false }
            // The last eight may have been looked at in part.
            index = Swift.min(index &+ 8, last)
        }
    }

    /// Puts the text into its place if it is plain.
    fileprivate func isPlain(into place: inout String?) -> Bool {
        guard isPlain else { return false }
        place = text
        return true
    }

    /// The text; up to fifteen bytes of it, which lie in the String itself, by the shorter way.
    private var text: String {
        guard count <= 15 else { return String(decoding: self, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: count) { buffer in
            buffer.baseAddress!.update(from: baseAddress!, count: count)
            return count
        }
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
