import Glibc

/// The address a request came from.
package struct PeerAddress: Hashable, Sendable {
    /// The 16 bytes of the address in network order; an IPv4 address in its mapped form, `::ffff:a.b.c.d`.
    let high: UInt64
    let low: UInt64
    package let port: UInt16

    package init(high: UInt64, low: UInt64, port: UInt16) {
        self.high = high
        self.low = low
        self.port = port
    }

    /// An address in numbers, IPv6 without brackets. Fails for names.
    package init?(numeric host: String, port: UInt16 = 0) {
        var v4 = in_addr()
        if inet_pton(AF_INET, host, &v4) == 1 {
            self.init(high: 0, low: 0xFFFF << 32 | UInt64(UInt32(bigEndian: v4.s_addr)), port: port)
            return
        }
        var v6 = (UInt64(0), UInt64(0))
        guard inet_pton(AF_INET6, host, &v6) == 1 else { return nil }
        self.init(high: UInt64(bigEndian: v6.0), low: UInt64(bigEndian: v6.1), port: port)
    }

    /// A node as proxies write it (RFC 7239 §6): an address, IPv6 mostly in brackets, with or without a port. Fails for
    /// `unknown` and made-up names.
    init?(node text: Substring) {
        var host = text
        var port = Substring()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            guard host.contains(":") else { return nil }
            port = text[text.index(after: end)...]
        } else if let colon = text.firstIndex(of: ":"), !text[text.index(after: colon)...].contains(":") {
            host = text[..<colon]
            port = text[colon...]
        }
        // The port may be a made-up name, too; it does not matter here.
        guard port.isEmpty || port.hasPrefix(":") else { return nil }
        self.init(numeric: String(host), port: UInt16(port.dropFirst()) ?? 0)
    }

    package static let loopback = PeerAddress(high: 0, low: 0xFFFF_7F00_0001, port: 0)

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether it stands for a peer without an address, as over a Unix socket.
    package var isNone: Bool { high == 0 && low == 0 }

    /// 127.0.0.0/8 or `::1`.
    package var isLoopback: Bool { high == 0 && (low == 1 || low >> 24 == 0xFFFF7F) }

    /// The address without the port: `127.0.0.1`, `::1`; `unix` for a Unix socket.
    package var host: String {
        if isNone { return "unix" }
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
    /// `127.0.0.1:50123`, `[::1]:50123`, `unix:`.
    package var description: String {
        if isNone { return "unix:" }
        return isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)"
    }
}
