import Glibc

/// The three parts of a token in its compact form (RFC 7515 §7.1): where they stand in its bytes, and nothing else yet.
struct TokenText {
    /// Longer ones are refused before anything is decoded: real ones have 400 to 2,000 bytes.
    static let maximumByteCount = 8192

    /// Where the dot behind the header stands.
    private let first: Int
    /// Where the dot before the signature stands.
    private let second: Int
    private let count: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(TokenShapeError) {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLong }
        var dots = (0, 0)
        var found = 0
        if let start = bytes.baseAddress {
            var place = start
            while let dot = memchr(place, CInt(UInt8(ascii: ".")), start + bytes.count - place) {
                let index = UnsafePointer(dot.assumingMemoryBound(to: UInt8.self)) - start
                if found == 0 { dots.0 = index } else { dots.1 = index }
                found += 1
                place = start + index + 1
            }
        }
        guard found == 2 else { throw .parts(found + 1) }
        (first, second) = dots
        count = bytes.count
    }

    var header: Range<Int> { 0..<first }
    var claims: Range<Int> { first + 1..<second }
    var signature: Range<Int> { second + 1..<count }
    /// What is signed: the first two parts with the dot between them.
    var signed: Range<Int> { 0..<second }
}
