import EventLoop

/// A place to listen at, and whether TLS is spoken there.
package struct ListenPoint: Hashable, Sendable {
    package var address: ListenAddress
    package var isSecure: Bool

    package init(_ address: ListenAddress, isSecure: Bool = false) {
        self.address = address
        self.isSecure = isSecure
    }
}

/// An address a server listens at, with its real port.
package struct BoundAddress: Hashable, Sendable {
    package let address: SocketAddress
    package let isSecure: Bool

    /// `http://127.0.0.1:8080`.
    package var url: String { (isSecure ? "https://" : "http://") + "\(address)" }
}

/// One socket that listens, of one loop.
struct ListeningSocket: Hashable, Sendable {
    let fd: CInt
    /// Whether TLS is spoken on what it accepts.
    let isSecure: Bool
}
