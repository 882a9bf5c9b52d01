@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode's normalisation form C.
    ///
    /// The standard library has the algorithm, as a part of what it calls `==`, and lends it to Foundation under this
    /// name. Foundation itself is kept off the path of a call.
    package var normalizedForComparison: String {
        // Plain ASCII is its own form C.
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var normalized = String.UnicodeScalarView()
        normalized.append(contentsOf: _nfc)
        return String(normalized)
    }
}
