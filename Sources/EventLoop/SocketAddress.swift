import Glibc

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Hashable, Sendable {
    /// The 16 bytes of an IPv6 address in network order; an IPv4 address is kept in its mapped form, `::ffff:a.b.c.d`.
    private var high: UInt64
    private var low: UInt64
    /// The interface of a link-local IPv6 address, else 0.
    private var scope: UInt32
    package var port: UInt16
    /// `AF_INET` or `AF_INET6`; 0 for `unknown`.
    package let family: CInt

    /// Stands for a peer whose address the system did not tell.
    package static let unknown = SocketAddress(high: 0, low: 0, scope: 0, port: 0, family: 0)

    /// The mark of an IPv4 address within an IPv6 one (RFC 4291 §2.5.5.2).
    private static let mapped: UInt64 = 0xFFFF << 32

    private init(high: UInt64, low: UInt64, scope: UInt32, port: UInt16, family: CInt) {
        self.high = high
        self.low = low
        self.scope = scope
        self.port = port
        self.family = family
    }

    /// An IPv4 address from its four numbers: `(127, 0, 0, 1)`.
    package init(ipv4 bytes: (UInt8, UInt8, UInt8, UInt8), port: UInt16) {
        let number = UInt64(bytes.0) << 24 | UInt64(bytes.1) << 16 | UInt64(bytes.2) << 8 | UInt64(bytes.3)
        self.init(high: 0, low: Self.mapped | number, scope: 0, port: port, family: AF_INET)
    }

    /// An address in numbers, IPv6 without brackets. Fails for names.
    package init?(numeric host: String, port: UInt16) {
        var v4 = in_addr()
        if inet_pton(AF_INET, host, &v4) == 1 {
            let number = UInt64(UInt32(bigEndian: v4.s_addr))
            self.init(high: 0, low: Self.mapped | number, scope: 0, port: port, family: AF_INET)
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, host, &v6) == 1 else { return nil }
        self.init(v6, scope: 0, port: port)
    }

    private init(_ address: in6_addr, scope: UInt32, port: UInt16) {
        (high, low) = withUnsafeBytes(of: address) {
            (
                UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        self.scope = scope
        self.port = port
        family = AF_INET6
    }

    /// What a call that fills in a `sockaddr` has filled in. Fails when the call says so or names another family.
    package init?(filledBy body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let done = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
        guard done else { return nil }
        let found: SocketAddress? = withUnsafeBytes(of: storage) {
            switch CInt(storage.ss_family) {
            case AF_INET:
                let address = $0.loadUnaligned(as: sockaddr_in.self)
                let number = UInt64(UInt32(bigEndian: address.sin_addr.s_addr))
                return SocketAddress(
                    high: 0, low: Self.mapped | number, scope: 0, port: UInt16(bigEndian: address.sin_port),
                    family: AF_INET)
            case AF_INET6:
                let address = $0.loadUnaligned(as: sockaddr_in6.self)
                return SocketAddress(
                    address.sin6_addr, scope: address.sin6_scope_id, port: UInt16(bigEndian: address.sin6_port))
            default: return nil
            }
        }
        guard let found else { return nil }
        self = found
    }

    /// Calls `body` with the address as the system's calls take it.
    package func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if family == AF_INET {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_scope_id = scope
        withUnsafeMutableBytes(of: &address.sin6_addr) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    /// The 16 bytes in network order; an IPv4 address in its mapped form.
    package var bytes: (high: UInt64, low: UInt64) { (high, low) }

    /// Whether only this machine can reach it: 127.0.0.0/8 or `::1`.
    package var isLoopback: Bool {
        if high == 0, low == 1 { return true }
        return high == 0 && low >> 32 == 0xFFFF && (low >> 24) & 0xFF == 127
    }

    /// The host without the port: `127.0.0.1`, `::1`.
    package var host: String {
        if family == 0 { return "unknown" }
        let text: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            let written: UnsafePointer<CChar>?
            if family == AF_INET {
                var address = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
                written = inet_ntop(AF_INET, &address, buffer.baseAddress, socklen_t(buffer.count))
            } else {
                var address = (high.bigEndian, low.bigEndian)
                written = inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count))
            }
            return written.map { String(cString: $0) }
        }
        return text ?? "unknown"
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1:8080`, `[::1]:8080`.
    package var description: String { family == AF_INET6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
