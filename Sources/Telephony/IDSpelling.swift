/// How an id was spelt, so that it can be shown as its owner knows it: in one word where that is enough.
package enum IDSpelling: Equatable, Sendable {
    /// A lower-case UUID with dashes, behind `CON-` if it is a conversation's.
    case dashed
    /// A lower-case UUID without dashes.
    case plain
    case other(String)
}

extension CallUUID {
    /// An id and how it was spelt; nil if it is empty or too long.
    package static func spelt(_ bytes: UnsafeBufferPointer<UInt8>) -> (id: CallUUID, spelling: IDSpelling)? {
        guard let id = CallUUID(utf8: bytes) else { return nil }
        guard id.uuid != nil, !bytes.hasCapital(from: 0) else {
            return (id, .other(String(decoding: bytes, as: UTF8.self)))
        }
        return (id, bytes.count == 36 ? .dashed : .plain)
    }

    /// The id in the spelling it came in.
    package func shown(_ spelling: IDSpelling) -> String {
        switch spelling {
        case .dashed: uuid?.description ?? text
        case .plain: text
        case .other(let text): text
        }
    }
}

extension ConversationID {
    /// An id and how it was spelt; nil if it is empty or too long.
    package static func spelt(_ bytes: UnsafeBufferPointer<UInt8>) -> (id: ConversationID, spelling: IDSpelling)? {
        guard let id = ConversationID(utf8: bytes) else { return nil }
        guard id.uuid != nil, bytes.count == 40, bytes[0] == UInt8(ascii: "C"), bytes[1] == UInt8(ascii: "O"),
            bytes[2] == UInt8(ascii: "N"), !bytes.hasCapital(from: 4)
        else { return (id, .other(String(decoding: bytes, as: UTF8.self))) }
        return (id, .dashed)
    }

    /// The id in the spelling it came in.
    package func shown(_ spelling: IDSpelling) -> String {
        if case .other(let text) = spelling { text } else { text }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether one of the hexadecimal digits of a UUID is a capital letter; there are 32 at least.
    fileprivate func hasCapital(from start: Int) -> Bool {
        // Letters have the bit 0x40, and small ones 0x20, too.
        let bytes = UnsafeRawPointer(baseAddress!)
        let last = count &- 8
        var capitals: UInt64 = 0
        var index = start
        while true {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            capitals |= word & ~(word << 1) & 0x4040_4040_4040_4040
            if index == last { return capitals != 0 }
            // The last eight may have been looked at in part.
            index = Swift.min(index &+ 8, last)
        }
    }
}
