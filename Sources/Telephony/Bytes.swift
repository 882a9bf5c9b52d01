extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are this text.
    @inlinable
    package func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
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
