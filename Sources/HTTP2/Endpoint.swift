/// Where a server is reached: a host name or an address in numbers, and a port.
package struct Endpoint: Hashable, Sendable {
    /// IPv6 without brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `https://host[:port]`, a final `/` allowed. Fails on another scheme, a path, or user names.
    package init?(url: some StringProtocol) {
        var rest = Substring(url)
        guard rest.lowercased().hasPrefix("https://") else { return nil }
        rest = rest.dropFirst(8)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.contains(where: { "/@?# ".contains($0) }) else { return nil }

        let host: Substring
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
        }
        guard !host.isEmpty else { return nil }
        if rest.isEmpty {
            self.init(host: String(host), port: 443)
        } else {
            guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
            self.init(host: String(host), port: port)
        }
    }

    /// The `:authority` of requests: the port is left out when it is the one of `https`.
    package var authority: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return port == 443 ? host : "\(host):\(port)"
    }
}

extension Endpoint: CustomStringConvertible {
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
