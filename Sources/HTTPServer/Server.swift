import EventLoop
import HTTP
import Synchronization

/// An HTTP/1.1 server on plain sockets: one loop a processor, each with listening sockets of its own.
package final class Server: Sendable {
    /// Where it listens, with real ports, in the order of the configuration.
    package let bound: [BoundAddress]
    private let threads: [LoopThread]
    private let parts: [ServerLoop]
    private let draining = Mutex<Task<Void, Never>?>(nil)

    /// Listens and serves. Also raises the process's limit of open files and ignores broken pipes.
    package static func start(_ configuration: ServerConfiguration) throws(ServerError) -> Server {
        if configuration.tls == nil, let point = configuration.points.first(where: \.isSecure) {
            throw .noCertificate(address: "\(point.address)")
        }
        Kernel.ignoreBrokenPipes()
        let files = Kernel.raiseOpenFileLimit()
        let count = max(1, configuration.loops)
        let listeners = try Listeners.open(configuration.points, loops: count)
        var threads: [LoopThread] = []
        do throws(SystemError) {
            for index in 0..<count { threads.append(try LoopThread(name: "http-\(index)")) }
        } catch {
            listeners.close()
            throw .system(error)
        }
        return Server(configuration, listeners, threads, connections: connections(configuration, files: files))
    }

    /// As many connections as were asked for, or as leave the rest of the process files to open.
    private static func connections(_ configuration: ServerConfiguration, files: Int) -> Int {
        let wanted = configuration.limits.connections
        let possible = max(files / 4, files - 128)
        guard possible < wanted else { return wanted }
        configuration.log.info("http.connections_limited", ["open_files": files, "connections": possible])
        return possible
    }

    private init(
        _ configuration: ServerConfiguration, _ listeners: Listeners, _ threads: [LoopThread], connections: Int
    ) {
        bound = listeners.bound
        self.threads = threads
        let quota = ConnectionQuota(connections, perAddress: configuration.limits.connectionsPerAddress)
        parts = threads.enumerated().map { index, thread in
            ServerLoop(loop: thread.loop, index: index, configuration: configuration, quota: quota)
        }
        for (part, sockets) in zip(parts, listeners.sockets) {
            part.loop.post { part.listen(on: sockets) }
        }
    }

    /// The loops requests are handled on.
    package var loops: [EventLoop] { threads.map(\.loop) }

    /// The addresses of `bound`.
    package var addresses: [SocketAddress] { bound.map(\.address) }

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

    /// Stops: accepts nothing new, closes idle connections at once, lets what was begun end, says `Connection: close`
    /// with the last answers, and ends the loops. What has not ended within `limit` is cut off.
    ///
    /// Called again, it waits for the same end. Not to be awaited by a handler of this server.
    package func drain(within limit: Duration) async {
        let task = draining.withLock { running in
            if let running { return running }
            let task = Task { await self.stop(within: limit) }
            running = task
            return task
        }
        await task.value
    }

    private func stop(within limit: Duration) async {
        await withTaskGroup { group in
            for part in parts {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        part.loop.post { part.drain(within: limit) { continuation.resume() } }
                    }
                }
            }
        }
        for thread in threads { thread.stop() }
        for thread in threads { thread.join() }
    }
}
