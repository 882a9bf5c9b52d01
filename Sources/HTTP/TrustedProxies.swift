/// The peers whose word is taken for who sent a request, and how.
package final class TrustedProxies: Sendable {
    private let ranges: [AddressRange]
    private let includesUnix: Bool

    /// The word for peers over a Unix socket.
    private static let unix = "unix"

    /// Fails unless every entry is an address, a block of addresses, or `unix`.
    package init?(_ entries: [String]) {
        includesUnix = entries.contains(Self.unix)
        let named = entries.filter { $0 != Self.unix }
        ranges = named.compactMap { AddressRange($0) }
        guard ranges.count == named.count, !entries.isEmpty else { return nil }
    }

    package func contains(_ peer: PeerAddress) -> Bool {
        // No block of addresses speaks for a peer that has none.
        if peer.isNone { return includesUnix }
        return ranges.contains { $0.contains(peer) }
    }
}
