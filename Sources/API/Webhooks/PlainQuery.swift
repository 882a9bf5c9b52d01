import HTTP

/// Writes a query as the JSON object it stands for, without making a value of anything, if it is a usual one.
///
/// Whatever is unusual is left to `JSONObject(query:)`, which says the same of every query that this writes: the property
/// test beside it holds the one to the other.
enum PlainQuery {
    /// More parameters than the platform sends. Each is compared with all before it.
    private static let mostParameters = 16

    /// Lends the JSON; nil unless names differ, and names and values are ASCII without control characters, quotes and
    /// backslashes once they are decoded.
    static func withJSON<Result>(of query: Query, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        // Each parameter gets four quotes, a colon and a comma in place of `=` and `&`; then there are the braces.
        let most = query.byteCount + 6 * mostParameters + 2
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { buffer -> Result? in
            guard let start = buffer.baseAddress else { return nil }
            var writer = PlainWriter(start)
            query.forEachPiece { name, value in
                writer.write(name, value)
                return writer.isPlain
            }
            guard writer.isPlain else { return nil }
            writer.end()
            return body(UnsafeBufferPointer(start: start, count: writer.count))
        }
    }

    private struct PlainWriter {
        private let start: UnsafeMutablePointer<UInt8>
        private(set) var count = 0
        private(set) var isPlain = true
        private var parameters = 0
        private var places = SIMD16<UInt32>()
        private var lengths = SIMD16<UInt32>()

        init(_ start: UnsafeMutablePointer<UInt8>) {
            self.start = start
            put(UInt8(ascii: "{"))
        }

        mutating func end() { put(UInt8(ascii: "}")) }

        mutating func write(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
            guard parameters < mostParameters else {
                isPlain = false
                return
            }
            if parameters > 0 { put(UInt8(ascii: ",")) }
            let place = count + 1
            putText(name)
            isNew(place, count - place - 1)
            put(UInt8(ascii: ":"))
            putText(value)
        }

        /// Remembers a name, and sees to it that it has not been before.
        private mutating func isNew(_ place: Int, _ length: Int) {
            for index in 0..<parameters where Int(lengths[index]) == length {
                let other = start + Int(places[index])
                var offset = 0
                while offset < length, other[offset] == start[place + offset] { offset += 1 }
                if offset == length { isPlain = false }
            }
            places[parameters] = UInt32(truncatingIfNeeded: place)
            lengths[parameters] = UInt32(truncatingIfNeeded: length)
            parameters += 1
        }

        private mutating func putText(_ text: UnsafeBufferPointer<UInt8>) {
            put(UInt8(ascii: "\""))
            var index = 0
            while index < text.count {
                if copiedEight(text, at: index) {
                    index &+= 8
                    continue
                }
                var byte = text[index]
                index &+= 1
                if byte == UInt8(ascii: "+") {
                    byte = 0x20
                } else if byte == UInt8(ascii: "%") {
                    guard index &+ 2 <= text.count, let high = Self.value(text[index]),
                        let low = Self.value(text[index &+ 1])
                    else {
                        isPlain = false
                        return
                    }
                    byte = high << 4 | low
                    index &+= 2
                }
                if byte &- 0x20 >= 0x5F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    isPlain = false
                    return
                }
                put(byte)
            }
            put(UInt8(ascii: "\""))
        }

        /// Copies eight bytes if they are there and none of them has a meaning of its own.
        @inline(__always)
        private mutating func copiedEight(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
            guard index &+ 8 <= text.count, let base = text.baseAddress else { return false }
            let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let ones: UInt64 = 0x0101_0101_0101_0101
            func has(_ byte: UInt8) -> UInt64 {
                let zero = word ^ (ones &* UInt64(byte))
                return (zero &- ones) & ~zero
            }
            let special =
                has(UInt8(ascii: "\"")) | has(UInt8(ascii: "\\")) | has(UInt8(ascii: "%")) | has(UInt8(ascii: "+"))
            let outside = (word &- ones &* 0x20) & ~word | word | ((word & (ones &* 0x7F)) &+ ones)
            guard (special | outside) & (ones &* 0x80) == 0 else { return false }
            UnsafeMutableRawPointer(start).storeBytes(of: word, toByteOffset: count, as: UInt64.self)
            count &+= 8
            return true
        }

        private mutating func put(_ byte: UInt8) {
            start[count] = byte
            count &+= 1
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit &- UInt8(ascii: "A") &+ 10
            default: nil
            }
        }
    }
}
