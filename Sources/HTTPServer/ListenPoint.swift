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
    /// `unknown` for a Unix socket.
    package let address: SocketAddress
    package let isSecure: Bool
    /// The file of a Unix socket.
    package var path: String?

    package init(address: SocketAddress, isSecure: Bool) {
        self.address = address
        self.isSecure = isSecure
    }

    package init(path: String, isSecure: Bool) {
        self.init(address: .unknown, isSecure: isSecure)
        self.path = path
    }

    /// `http://127.0.0.1:8080`; a Unix socket has no URL and shows as `unix:/run/hookline.sock`.
    package var url: String {
        if let path { return "unix:" + path }
        return (isSecure ? "https://" : "http://") + "\(address)"
    }
}
