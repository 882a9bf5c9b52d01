/// A UUID (RFC 9562): 128 bits with no meaning of their own.
package struct UUID128: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    package let high: UInt64
    /// The last eight bytes, most significant first.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 36 characters with dashes in the four places, or 32 hex digits; either case.
    package init?(_ text: String) {
        guard let uuid = text.withBytes({ UUID128(utf8: $0) }) else { return nil }
        self = uuid
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    /// The same, of bytes.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == 32 || bytes.count == 36 else { return nil }
        let raw = UnsafeRawBufferPointer(bytes)
        func eight(at offset: Int) -> UInt64 {
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        func four(at offset: Int) -> UInt64 {
            UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        let words: (UInt64?, UInt64?, UInt64?, UInt64?)
        if bytes.count == 32 {
            words = (
                HexDigit.value(ofEight: eight(at: 0)), HexDigit.value(ofEight: eight(at: 8)),
                HexDigit.value(ofEight: eight(at: 16)), HexDigit.value(ofEight: eight(at: 24))
            )
        } else {
            let dash = UInt8(ascii: "-")
            guard bytes[8] == dash, bytes[13] == dash, bytes[18] == dash, bytes[23] == dash else { return nil }
            words = (
                HexDigit.value(ofEight: eight(at: 0)), HexDigit.value(ofEight: four(at: 9) | four(at: 14) << 32),
                HexDigit.value(ofEight: four(at: 19) | four(at: 24) << 32), HexDigit.value(ofEight: eight(at: 28))
            )
        }
        guard let first = words.0, let second = words.1, let third = words.2, let fourth = words.3 else { return nil }
        self.init(high: first << 32 | second, low: third << 32 | fourth)
    }

    /// 32 lower-case digits, no dashes.
    package var hex: String {
        String(unsafeUninitializedCapacity: 32) { buffer in
            for index in 0..<32 { buffer[index] = digit(index) }
            return 32
        }
    }

    /// The digit at `index`, counted from the left.
    private func digit(_ index: Int) -> UInt8 {
        let word = index < 16 ? high : low
        return HexDigit.lowercase(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index & 15))))
    }
}

extension UUID128: CustomStringConvertible {
    /// 36 lower-case characters, with dashes.
    package var description: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var end = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    buffer[end] = UInt8(ascii: "-")
                    end += 1
                }
                buffer[end] = digit(index)
                end += 1
            }
            return end
        }
    }
}

extension UUID128: Comparable {
    package static func < (left: UUID128, right: UUID128) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
