extension String {
    /// Lends the text's bytes, without copying them where they lie in one piece, as nearly always.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8(body)
    }
}
