import EventLoop
import Glibc

/// Sockets that somebody else has opened. They are never bound again: connections may wait in their queues.
extension Listeners {
    private struct Candidate {
        let fd: CInt
        let isSecure: Bool?
        /// Nil for a Unix socket.
        let address: SocketAddress?
        let path: String?

        var description: String { path.map { "unix:" + $0 } ?? address.map { "\($0)" } ?? "?" }
    }

    /// Uses the sockets that are asked for, binds what else is asked for unless they are all, and closes the others.
    mutating func take(_ inherited: InheritedSockets, for points: [ListenPoint]) throws(ServerError) {
        areGiven = inherited.areAll
        var left: [Candidate] = []
        do throws(SystemError) {
            for socket in inherited.sockets {
                try Kernel.setNonBlocking(socket.fd)
                left.append(try Self.candidate(socket))
            }
        } catch { throw .system(error) }

        // Before those that take any port of a host, the ones that name it.
        var found: [Int: [[Candidate]]] = [:]
        for isExact in [true, false] {
            for (index, point) in points.enumerated()
            where (point.address.path != nil || point.address.port != 0) == isExact {
                found[index] = try Self.pick(for: point, from: &left)
            }
        }
        for (index, point) in points.enumerated() {
            let groups = found[index] ?? []
            for group in groups { add(group, isSecure: group[0].isSecure ?? point.isSecure) }
            if !areGiven { try openRest(of: point, besides: groups) }
        }
        if areGiven {
            // Whoever gave them has said what they are for, or has made a mistake.
            for candidate in left {
                guard let isSecure = candidate.isSecure else { throw .notAsked(address: candidate.description) }
                add([candidate], isSecure: isSecure)
            }
        } else {
            for candidate in left { Kernel.close(candidate.fd) }
        }
    }

    private static func candidate(_ socket: InheritedSockets.Socket) throws(SystemError) -> Candidate {
        if Kernel.family(of: socket.fd) == AF_UNIX {
            return Candidate(
                fd: socket.fd, isSecure: socket.isSecure, address: nil, path: Kernel.unixPath(of: socket.fd))
        }
        // Whoever opened it may not have thought of it; accepted sockets inherit it.
        try Kernel.set(TCP_NODELAY, level: CInt(IPPROTO_TCP), to: 1, on: socket.fd)
        return Candidate(
            fd: socket.fd, isSecure: socket.isSecure, address: try Kernel.localAddress(socket.fd), path: nil)
    }

    /// Takes the sockets of each of the point's addresses out of those that are left. An address that asks for any port
    /// gets those of one port.
    private static func pick(
        for point: ListenPoint, from left: inout [Candidate]
    ) throws(ServerError) -> [[Candidate]] {
        var groups: [[Candidate]] = []
        func take(_ fits: (Candidate) -> Bool) {
            let group = left.filter { ($0.isSecure ?? point.isSecure) == point.isSecure && fits($0) }
            guard !group.isEmpty else { return }
            left.removeAll { one in group.contains { $0.fd == one.fd } }
            groups.append(group)
        }
        if let path = point.address.path {
            take { $0.path == path }
            return groups
        }
        var port = point.address.port
        for var wanted in try point.address.resolved() {
            if port == 0 {
                let same = left.first {
                    ($0.isSecure ?? point.isSecure) == point.isSecure && $0.address?.host == wanted.host
                }
                guard let found = same?.address?.port else { continue }
                port = found
            }
            wanted.port = port
            take { $0.address == wanted }
        }
        return groups
    }

    /// Binds those of the point's addresses that nobody has handed over.
    private mutating func openRest(of point: ListenPoint, besides groups: [[Candidate]]) throws(ServerError) {
        guard let first = groups.first?.first else { return try open(point) }
        guard let known = first.address else { return }
        let here = Set(groups.compactMap { $0.first?.address?.host })
        let rest = try point.address.resolved().filter { !here.contains($0.host) }
        for var address in rest {
            address.port = known.port
            do throws(ServerError) {
                try open(address, isSecure: point.isSecure)
            } catch {
                // As when it started: a machine without IPv6 has only one half of `localhost`.
                guard case .notHere = error else { throw error }
            }
        }
    }

    /// Gives the sockets of one address to the loops: to each its own when there are enough, else all to all.
    private mutating func add(_ group: [Candidate], isSecure: Bool) {
        if group.count >= sockets.count {
            for (index, candidate) in group.enumerated() {
                sockets[index % sockets.count].append(
                    ListeningSocket(fd: candidate.fd, isSecure: isSecure, sharing: nil))
            }
        } else {
            for candidate in group { share(candidate.fd, isSecure: isSecure) }
        }
        if let path = group[0].path {
            bound.append(BoundAddress(path: path, isSecure: isSecure))
            if !areGiven { files.append(path) }
        } else if let address = group[0].address {
            bound.append(BoundAddress(address: address, isSecure: isSecure))
        }
    }

    /// Gives one socket to all loops.
    mutating func share(_ fd: CInt, isSecure: Bool) {
        let sharing = sockets.count > 1 ? Sharing(loops: sockets.count) : nil
        for loop in sockets.indices {
            sockets[loop].append(ListeningSocket(fd: fd, isSecure: isSecure, sharing: sharing))
        }
    }
}
