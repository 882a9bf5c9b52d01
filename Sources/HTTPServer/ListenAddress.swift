import EventLoop
import Glibc

/// Where to listen, as a person writes it: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `*:8080`,
/// `unix:/run/hookline.sock`.
package struct ListenAddress: Hashable, Sendable {
    package let host: String
    /// 0 takes any free port, the same one for all addresses of the host.
    package let port: UInt16
    /// The file of a Unix socket; then host and port are empty.
    package private(set) var path: String?

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Fails unless the text is HOST:PORT, an IPv6 host in brackets, or `unix:` and an absolute path. A missing host
    /// means `localhost`.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst(5)
            // As long as the system's addresses can be (unix(7)).
            guard path.hasPrefix("/"), path.utf8.count <= 107, !path.utf8.contains(0) else { return nil }
            self.init(host: "", port: 0)
            self.path = String(path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("[") {
            guard host.hasSuffix("]") else { return nil }
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self.init(host: host.isEmpty ? "localhost" : String(host), port: port)
    }

    /// The socket addresses it stands for.
    ///
    /// `localhost` is both loopbacks and `*` every address of both families, whatever the resolver thinks.
    func resolved() throws(ServerError) -> [SocketAddress] {
        if let address = SocketAddress(numeric: host, port: port) { return [address] }
        let hosts: [String]
        switch host {
        case "localhost": hosts = ["127.0.0.1", "::1"]
        case "*": hosts = ["0.0.0.0", "::"]
        default: return try lookedUp()
        }
        return hosts.compactMap { SocketAddress(numeric: $0, port: port) }
    }

    private func lookedUp() throws(ServerError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw .unknownHost(host) }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var entry = list
        while let found = entry?.pointee {
            let address = SocketAddress { storage, length in
                memcpy(storage, found.ai_addr, Int(found.ai_addrlen))
                length = found.ai_addrlen
                return true
            }
            if var address {
                address.port = port
                addresses.append(address)
            }
            entry = found.ai_next
        }
        guard !addresses.isEmpty else { throw .unknownHost(host) }
        return addresses
    }
}

extension ListenAddress: CustomStringConvertible {
    package var description: String {
        if let path { return "unix:" + path }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
