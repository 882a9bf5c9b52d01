import Glibc

/// Bytes on their way to a socket: a growing block of memory that is used again and again.
package struct OutputBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0

    /// A block that has grown beyond this is given back when it is emptied.
    private static let keptCapacity = 1 << 20

    package init(capacity: Int = 16 << 10) {
        self.capacity = max(64, capacity)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    package var isEmpty: Bool { count == 0 }

    package mutating func removeAll() {
        count = 0
        if capacity > Self.keptCapacity {
            base.deallocate()
            capacity = 16 << 10
            base = .allocate(capacity: capacity)
        }
    }

    package func withUnsafeBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Inlined, so that a text's length is known where it is copied.
    @inline(__always)
    package mutating func append(literal text: StaticString) {
        append(text.utf8Start, text.utf8CodeUnitCount)
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { append(start, bytes.count) }
        }
    }

    package mutating func append(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            if let start = bytes.baseAddress { append(start, bytes.count) }
        }
        if isDone == nil { append(Array(text.utf8)) }
    }

    /// A number in decimal digits.
    package mutating func append(decimal number: Int) {
        if number < 10, number >= 0 {
            reserve(1)
            base[count] = UInt8(ascii: "0") + UInt8(number)
            count += 1
            return
        }
        if number < 0 {
            append(literal: "-")
            return append(magnitude: number.magnitude)
        }
        append(magnitude: UInt(number))
    }

    private mutating func append(magnitude: UInt) {
        reserve(20)
        var digits = 1
        var rest = magnitude
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        rest = magnitude
        var position = count + digits
        count = position
        for _ in 0..<digits {
            position -= 1
            base[position] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    @inline(__always)
    private mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
        if count &+ length > capacity { grow(by: length) }
        memcpy(base + count, start, length)
        count &+= length
    }

    private mutating func reserve(_ length: Int) {
        if count + length > capacity { grow(by: length) }
    }

    @inline(never)
    private mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(moved, base, count)
        base.deallocate()
        base = moved
        capacity = larger
    }
}
