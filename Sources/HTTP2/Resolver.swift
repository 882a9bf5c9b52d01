import EventLoop
import Glibc

/// Finds the addresses of a host.
///
/// The system's look-up blocks, so it runs on a thread of its own; addresses in numbers need none. Nothing is kept:
/// Apple asks that each connection resolves anew.
enum Resolver {
    /// Calls back on `loop`, later, with the addresses in the system's order, or with the reason there are none.
    static func resolve(
        _ endpoint: Endpoint, on loop: EventLoop,
        completion: @escaping @Sendable (Result<[SocketAddress], ResolverError>) -> Void
    ) {
        if let address = SocketAddress(numeric: endpoint.host, port: endpoint.port) {
            loop.post { completion(.success([address])) }
            return
        }
        do {
            _ = try Thread(name: "resolver") {
                let result = Result { () throws(ResolverError) in try lookUp(endpoint) }
                loop.post { completion(result) }
            }
        } catch {
            let failure = ResolverError(host: endpoint.host, reason: "\(error)")
            loop.post { completion(.failure(failure)) }
        }
    }

    private static func lookUp(_ endpoint: Endpoint) throws(ResolverError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list)
        guard code == 0 else {
            throw ResolverError(host: endpoint.host, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(list) }

        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            let address = SocketAddress { storage, length in
                guard let found = entry.ai_addr, entry.ai_addrlen <= length else { return false }
                memcpy(storage, found, Int(entry.ai_addrlen))
                return true
            }
            if let address, !addresses.contains(address) { addresses.append(address) }
        }
        guard !addresses.isEmpty else { throw ResolverError(host: endpoint.host, reason: "no address") }
        return addresses
    }
}

/// A host that has no address.
struct ResolverError: Error, Equatable, CustomStringConvertible {
    let host: String
    let reason: String

    var description: String { "\(host) cannot be found: \(reason)" }
}
