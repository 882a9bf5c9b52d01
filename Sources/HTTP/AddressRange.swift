/// A block of addresses: `10.0.0.0/8`, `fd00::/8`, or one address (RFC 4632 §3.1, RFC 4291 §2.3).
package struct AddressRange: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let highMask: UInt64
    private let lowMask: UInt64

    /// Fails unless the text is a numeric address, with or without the length of a prefix. Bits behind the prefix do not
    /// count.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = PeerAddress(numeric: String(parts[0])) else { return nil }
        let isIPv4 = !parts[0].contains(":")
        let most = isIPv4 ? 32 : 128
        var length = most
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number <= most
            else { return nil }
            length = number
        }
        // IPv4 addresses are kept in their mapped form, behind 96 bits.
        let bits = isIPv4 ? length + 96 : length
        highMask = bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))
        lowMask = bits >= 128 ? .max : bits <= 64 ? 0 : ~(UInt64.max >> UInt64(bits - 64))
        high = address.high & highMask
        low = address.low & lowMask
    }

    package func contains(_ address: PeerAddress) -> Bool {
        address.high & highMask == high && address.low & lowMask == low
    }
}
