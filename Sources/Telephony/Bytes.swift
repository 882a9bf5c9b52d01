import Glibc

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are this text.
    package func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        guard let start = baseAddress, count > 0 else { return true }
        return memcmp(start, text.utf8Start, count) == 0
    }
}

extension String {
    /// Lends the text's bytes, without copying them where they lie in one piece, as nearly always.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}
