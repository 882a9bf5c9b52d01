import Glibc

/// The address a request came from.
package struct PeerAddress: Hashable, Sendable {
    /// The 16 bytes of the address in network order; an IPv4 address in its mapped form, `::ffff:a.b.c.d`.
    private let high: UInt64
    private let low: UInt64
    package let port: UInt16

    package init(high: UInt64, low: UInt64, port: UInt16) {
        self.high = high
        self.low = low
        self.port = port
    }

    package static let loopback = PeerAddress(high: 0, low: 0xFFFF_7F00_0001, port: 0)

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// 127.0.0.0/8 or `::1`.
    package var isLoopback: Bool { high == 0 && (low == 1 || low >> 24 == 0xFFFF7F) }

    /// The address without the port: `127.0.0.1`, `::1`.
    package var host: String {
        if isIPv4 { return "\(low >> 24 & 255).\(low >> 16 & 255).\(low >> 8 & 255).\(low & 255)" }
        var address = (high.bigEndian, low.bigEndian)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            // The buffer is as large as the longest address: this cannot fail.
            inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
                ?? "?"
        }
    }
}

extension PeerAddress: CustomStringConvertible {
    /// `127.0.0.1:50123`, `[::1]:50123`.
    package var description: String { isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}
