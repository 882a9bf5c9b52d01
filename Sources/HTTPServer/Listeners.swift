import EventLoop
import Glibc

/// The listening sockets of a server: for each address one a loop, which share the port through SO_REUSEPORT. What has
/// only one socket, because it was inherited so or is a Unix socket, is shared by all loops.
///
/// SO_REUSEPORT would also let a second process of the same user bind the port and take half the calls. So the first
/// socket of an address is bound without it, which fails when anyone listens there, and gets the option only once it
/// listens; its siblings can then join it, and the next process, which begins the same way, cannot.
package struct Listeners: Sendable {
    /// The sockets of each loop.
    var sockets: [[ListeningSocket]]
    /// The addresses with their real ports, in order.
    var bound: [BoundAddress] = []
    /// The files of the Unix sockets that go when the server does.
    var files: [String] = []
    /// Whether somebody else says where is listened, and nothing is bound.
    var areGiven = false

    /// Connections that may wait to be accepted; the system may allow fewer.
    static let backlog: CInt = 4096
    /// How often another free port is looked for when a host's second address has the first one's port taken.
    private static let portAttempts = 16

    /// - Parameter inherited: sockets that are open already; all of them are used or closed.
    package static func open(
        _ points: [ListenPoint], loops: Int, inherited: InheritedSockets? = nil
    ) throws(ServerError) -> Listeners {
        var listeners = Listeners(sockets: Array(repeating: [], count: max(1, loops)))
        do throws(ServerError) {
            if let inherited {
                try listeners.take(inherited, for: points)
            } else {
                for point in points { try listeners.open(point) }
            }
        } catch {
            listeners.close()
            // Files that were handed over belong to whoever listens there still.
            if inherited == nil { listeners.removeFiles() }
            throw error
        }
        return listeners
    }

    /// Where they can be reached over TCP, in the order of their addresses.
    package var urls: [String] { bound.filter { $0.path == nil }.map(\.url) }

    package func close() {
        for socket in inheritable.sockets { Kernel.close(socket.fd) }
    }

    /// For a server that ends without a successor.
    func removeFiles() {
        for file in files { unlink(file) }
    }

    /// The sockets as whoever comes after gets them, each once.
    var inheritable: InheritedSockets {
        var seen: Set<CInt> = []
        let all = sockets.joined().filter { seen.insert($0.fd).inserted }
        return InheritedSockets(
            all.map { InheritedSockets.Socket(fd: $0.fd, isSecure: $0.isSecure) }, areAll: areGiven)
    }

    private init(sockets: [[ListeningSocket]]) { self.sockets = sockets }

    mutating func open(_ point: ListenPoint) throws(ServerError) {
        let address = point.address
        if let path = address.path { return try open(path: path, isSecure: point.isSecure) }
        let resolved = try address.resolved()
        var attempt = 1
        while true {
            var opened = Listeners(sockets: Array(repeating: [], count: sockets.count))
            do throws(ServerError) {
                try opened.openAll(
                    resolved, isSecure: point.isSecure,
                    mayLackSome: address.host == "localhost" || address.host == "*")
            } catch {
                opened.close()
                if case .inUse = error, address.port == 0, attempt < Self.portAttempts {
                    attempt += 1
                    continue
                }
                throw error
            }
            for loop in sockets.indices { sockets[loop] += opened.sockets[loop] }
            bound += opened.bound
            return
        }
    }

    /// - Parameter mayLackSome: machines without IPv6 have only one half of `localhost`.
    private mutating func openAll(
        _ resolved: [SocketAddress], isSecure: Bool, mayLackSome: Bool
    ) throws(ServerError) {
        var failure: ServerError?
        for var address in resolved {
            if let port = bound.first?.address.port { address.port = port }
            do throws(ServerError) {
                try open(address, isSecure: isSecure)
            } catch {
                guard case .notHere = error, mayLackSome else { throw error }
                failure = error
            }
        }
        if bound.isEmpty, let failure { throw failure }
    }

    mutating func open(_ wanted: SocketAddress, isSecure: Bool) throws(ServerError) {
        var address = wanted
        do throws(SystemError) {
            let first = try makeSocket(address, isSecure: isSecure, for: 0)
            try Kernel.bind(first, to: address)
            address = try Kernel.localAddress(first)
            try Kernel.listen(first, backlog: Self.backlog, at: address)
            if sockets.count > 1 {
                try Kernel.set(SO_REUSEPORT, to: 1, on: first)
                for loop in 1..<sockets.count {
                    let sibling = try makeSocket(address, isSecure: isSecure, for: loop)
                    try Kernel.set(SO_REUSEPORT, to: 1, on: sibling)
                    try Kernel.bind(sibling, to: address)
                    try Kernel.listen(sibling, backlog: Self.backlog, at: address)
                }
            }
        } catch {
            throw ServerError(error, listeningAt: "\(address)")
        }
        bound.append(BoundAddress(address: address, isSecure: isSecure))
    }

    private mutating func makeSocket(
        _ address: SocketAddress, isSecure: Bool, for loop: Int
    ) throws(SystemError) -> CInt {
        let socket = try Kernel.streamSocket(family: address.family)
        sockets[loop].append(ListeningSocket(fd: socket, isSecure: isSecure, sharing: nil))
        // Old connections of a server that has just ended do not keep its successor from the port.
        try Kernel.set(SO_REUSEADDR, to: 1, on: socket)
        // Accepted sockets inherit it: an answer goes out at once.
        try Kernel.set(TCP_NODELAY, level: CInt(IPPROTO_TCP), to: 1, on: socket)
        if address.family == AF_INET6 { try Kernel.set(IPV6_V6ONLY, level: CInt(IPPROTO_IPV6), to: 1, on: socket) }
        return socket
    }
}
