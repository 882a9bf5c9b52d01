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
        let digits = digits
        return String(unsafeUninitializedCapacity: 32) { buffer in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            bytes.put(digits.0, at: 0)
            bytes.put(digits.1, at: 8)
            bytes.put(digits.2, at: 16)
            bytes.put(digits.3, at: 24)
            return 32
        }
    }

    /// Eight digits a word, the first one in the lowest byte.
    private var digits: (UInt64, UInt64, UInt64, UInt64) {
        (
            HexDigit.eight(of: UInt32(truncatingIfNeeded: high >> 32)),
            HexDigit.eight(of: UInt32(truncatingIfNeeded: high)),
            HexDigit.eight(of: UInt32(truncatingIfNeeded: low >> 32)),
            HexDigit.eight(of: UInt32(truncatingIfNeeded: low))
        )
    }
}

extension UUID128: CustomStringConvertible {
    /// 36 lower-case characters, with dashes.
    package var description: String {
        let digits = digits
        return String(unsafeUninitializedCapacity: 36) { buffer in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            bytes.put(digits.0, at: 0)
            bytes.put(UInt32(truncatingIfNeeded: digits.1), at: 9)
            bytes.put(UInt32(truncatingIfNeeded: digits.1 >> 32), at: 14)
            bytes.put(UInt32(truncatingIfNeeded: digits.2), at: 19)
            bytes.put(UInt32(truncatingIfNeeded: digits.2 >> 32), at: 24)
            bytes.put(digits.3, at: 28)
            bytes[8] = UInt8(ascii: "-")
            bytes[13] = UInt8(ascii: "-")
            bytes[18] = UInt8(ascii: "-")
            bytes[23] = UInt8(ascii: "-")
            return 36
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    // The lowest byte of a word first.

    fileprivate func put(_ word: UInt64, at offset: Int) {
        storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }

    fileprivate func put(_ word: UInt32, at offset: Int) {
        storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
    }
}

extension UUID128: Comparable {
    package static func < (left: UUID128, right: UUID128) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
