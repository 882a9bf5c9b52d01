import EventLoop
import HTTP
import Synchronization

/// An HTTP/1.1 server on plain sockets: one loop a processor, each with listening sockets of its own.
package final class Server: Sendable {
    /// Where it listens, with real ports, in the order of the configuration.
    package let bound: [BoundAddress]
    private let listeners: Listeners
    private let threads: [LoopThread]
    private let parts: [ServerLoop]
    private let draining = Mutex<Task<Void, Never>?>(nil)
    /// What `handOver` has found.
    private let left = Mutex<[CInt]>([])

    /// Listens and serves. Also raises the process's limit of open files and ignores broken pipes.
    ///
    /// - Parameters:
    ///   - opened: the sockets of as many loops as the configuration has; nil opens those of the configuration.
    ///   - connections: sockets of clients to go on with, on which nothing is under way.
    package static func start(
        _ configuration: ServerConfiguration, on opened: Listeners? = nil, goingOnWith connections: [CInt] = []
    ) throws(ServerError) -> Server {
        if configuration.tls == nil, let point = configuration.points.first(where: \.isSecure) {
            throw .noCertificate(address: "\(point.address)")
        }
        Kernel.ignoreBrokenPipes()
        let files = Kernel.raiseOpenFileLimit()
        let count = max(1, configuration.loops)
        let listeners = if let opened { opened } else { try Listeners.open(configuration.points, loops: count) }
        // Also where somebody else has opened the socket.
        if configuration.tls == nil, let place = listeners.bound.first(where: \.isSecure) {
            listeners.close()
            throw .noCertificate(address: place.path ?? "\(place.address)")
        }
        var threads: [LoopThread] = []
        do throws(SystemError) {
            for index in 0..<count { threads.append(try LoopThread(name: "http-\(index)")) }
        } catch {
            listeners.close()
            throw .system(error)
        }
        let limit = connectionLimit(configuration, files: files)
        return Server(configuration, listeners, threads, connections, connectionLimit: limit)
    }

    /// As many connections as were asked for, or as leave the rest of the process files to open.
    private static func connectionLimit(_ configuration: ServerConfiguration, files: Int) -> Int {
        let wanted = configuration.limits.connections
        let possible = max(files / 4, files - 128)
        guard possible < wanted else { return wanted }
        configuration.log.info("http.connections_limited", ["open_files": files, "connections": possible])
        return possible
    }

    private init(
        _ configuration: ServerConfiguration, _ listeners: Listeners, _ threads: [LoopThread], _ connections: [CInt],
        connectionLimit: Int
    ) {
        bound = listeners.bound
        self.listeners = listeners
        self.threads = threads
        let quota = ConnectionQuota(connectionLimit, perAddress: configuration.limits.connectionsPerAddress)
        parts = threads.enumerated().map { index, thread in
            ServerLoop(loop: thread.loop, index: index, configuration: configuration, quota: quota)
        }
        for (part, sockets) in zip(parts, listeners.sockets) {
            part.loop.post { part.listen(on: sockets) }
        }
        for (index, connection) in connections.enumerated() {
            let part = parts[index % parts.count]
            part.loop.post { part.adopt(connection) }
        }
    }

    /// The loops requests are handled on.
    package var loops: [EventLoop] { threads.map(\.loop) }

    /// The addresses of `bound`, without Unix sockets.
    package var addresses: [SocketAddress] { bound.filter { $0.path == nil }.map(\.address) }

    /// The listening sockets, for whoever comes after. They stay this server's until it has ended.
    package var sockets: InheritedSockets { listeners.inheritable }

    /// The port of the first address.
    package var port: UInt16 { addresses.first?.port ?? 0 }

    package var counters: ServerCounters {
        var sum = ServerCounters()
        for part in parts { part.counters.add(to: &sum) }
        return sum
    }

    /// The counters of each loop.
    var countersByLoop: [ServerCounters] {
        parts.map { part in
            var counters = ServerCounters()
            part.counters.add(to: &counters)
            return counters
        }
    }

    /// Stops: accepts nothing new, lets what was begun end, says `Connection: close` with the last answers, and ends the
    /// loops. What has not ended within `limit` is cut off.
    ///
    /// A client may be sending its next request on an idle connection at this very moment. Such connections are given
    /// until `farewell` for one more; with zero they are closed at once.
    ///
    /// Called again, it waits for the same end. Not to be awaited by a handler of this server.
    package func drain(within limit: Duration, farewell: Duration = .zero) async {
        await end { _ = await self.stop(within: limit, farewell: farewell) }
    }

    /// Stops, but for another process to go on: the listening sockets stay open, and connections are returned as soon as
    /// nothing is under way on them, without a word to their clients. What cannot be handed over ends as in `drain`,
    /// but is closed at once when it has had `farewell` for a request and sent none.
    package func handOver(within limit: Duration, farewell: Duration = .zero) async -> [CInt] {
        await end {
            let found = await self.leave(within: limit, farewell: farewell)
            self.left.withLock { $0 = found }
        }
        return left.withLock { $0 }
    }

    /// Lets connections that cannot be handed over end with their next answer. Whether there are any.
    package func windDown() async -> Bool {
        await withTaskGroup { group in
            for part in parts {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        part.loop.post { continuation.resume(returning: part.windDown()) }
                    }
                }
            }
            return await group.reduce(false) { $0 || $1 }
        }
    }

    /// Nothing is handed over after all.
    package func goOn() {
        for part in parts { part.loop.post { part.goOn() } }
    }

    private func end(_ body: @escaping @Sendable () async -> Void) async {
        let task = draining.withLock { running in
            if let running { return running }
            let task = Task { await body() }
            running = task
            return task
        }
        await task.value
    }

    private func stop(within limit: Duration, farewell: Duration) async {
        if !listeners.areGiven { listeners.removeFiles() }
        await withTaskGroup { group in
            for part in parts {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        part.loop.post { part.drain(within: limit, farewell: farewell) { continuation.resume() } }
                    }
                }
            }
        }
        endLoops()
    }

    private func leave(within limit: Duration, farewell: Duration) async -> [CInt] {
        let connections = await withTaskGroup(returning: [CInt].self) { group in
            for part in parts {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        part.loop.post {
                            part.handOver(within: limit, farewell: farewell) { continuation.resume(returning: $0) }
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        endLoops()
        return connections
    }

    private func endLoops() {
        for thread in threads { thread.stop() }
        for thread in threads { thread.join() }
    }
}
