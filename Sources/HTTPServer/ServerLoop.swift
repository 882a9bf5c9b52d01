import Crypto
import EventLoop
import Glibc
import HTTP
import Logging

/// The part of a server that one loop runs: its listening sockets, its connections, and what they share.
///
/// `@unchecked Sendable`: everything below the line "loop thread only" is touched on the loop's thread alone; what
/// comes from other threads (answers, draining) is posted to the loop as a value.
final class ServerLoop: @unchecked Sendable {
    private struct Slot {
        var connection: Connection?
        /// The generation the slot's last connection ended with; the next one goes on from there.
        var generation: UInt32 = 0
        /// What the connection counts for; nil when it is one too many and only told so.
        var counted: ConnectionQuota.Address?
    }

    let loop: EventLoop
    let configuration: ServerConfiguration
    let timeouts: Timeouts
    let router: Router
    let log: Logger
    /// Whether requests are logged, which needs their paths as text.
    let logsRequests: Bool
    /// Answers of one turn that are gathered before they are sent, in bytes.
    let gathered: Int
    let counters = LoopCounters()
    private let quota: ConnectionQuota

    // Loop thread only.
    //
    // `@exclusivity(unchecked)`: these are used for every request, where checking each access at run time would cost as
    // much as reading the request. Nothing that is called with one of them in hand comes back to it.

    /// Answers of the connection whose turn it is. Empty between two connections.
    @exclusivity(unchecked) var output = OutputBuffer()
    /// Where what one `recv` brings is put before a connection takes it.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    @exclusivity(unchecked) private var date = DateField()
    @exclusivity(unchecked) private var slots: [Slot] = []
    private var freeSlots: [Int32] = []
    private var open = 0
    private var turnedAway = 0
    private var nextRoom: Moment
    private var acceptors: [Acceptor] = []
    @exclusivity(unchecked) private var lastRequestID: UInt64
    private var sweepIsScheduled = false
    /// Whether accepting has failed since everyone who waited was last let in: it is logged once.
    private var isStarved = false
    /// Called when the last connection is gone; set while draining.
    private var drained: (() -> Void)?
    private var isDraining = false
    /// Whether connections that cannot be handed over are told to end with their next answer.
    private var isWindingDown = false
    /// Connections another process goes on with.
    private var handedOver: [CInt] = []

    /// How many connections a loop takes at a time from a socket that others share.
    private static let sharedBatch = 8

    /// How long accepting rests when there are no file descriptors.
    private static let starvedPause = Duration.milliseconds(100)
    /// Connections that are told at leisure that they are too many; beyond them, as quickly as can be.
    private static let mostTurnedAway = 64
    /// How often idle connections are looked for, and how many are closed then.
    private static let roomPause = Duration.milliseconds(50)
    private static let roomAtOnce = 32
    /// Seconds, for those who are turned away.
    static let retryAfter = "5"

    init(loop: EventLoop, index: Int, configuration: ServerConfiguration, quota: ConnectionQuota) {
        self.loop = loop
        self.configuration = configuration
        timeouts = Timeouts(configuration.limits)
        router = configuration.router
        log = configuration.log
        logsRequests = configuration.log.level == .debug
        gathered = configuration.limits.gathered
        self.quota = quota
        lastRequestID = UInt64(index) << 48
        nextRoom = loop.moment
    }

    deinit { input.deallocate() }

    var dateLine: [UInt8] { date.current(turn: loop.turn) }

    func nextRequestID() -> UInt64 {
        lastRequestID += 1
        return lastRequestID
    }

    // MARK: Accepting

    func listen(on sockets: [ListeningSocket]) {
        for socket in sockets {
            let acceptor = Acceptor(socket: socket, server: self)
            acceptors.append(acceptor)
            look(at: acceptor)
        }
    }

    private func look(at acceptor: Acceptor) {
        do throws(SystemError) {
            let interest: Interest = acceptor.socket.sharing == nil ? .readable : [.readable, .exclusive]
            try loop.register(acceptor.socket.fd, for: interest, handler: acceptor)
            acceptor.isResting = false
        } catch {
            log.error("http.listen_failed", ["error": error])
            acceptor.isResting = true
        }
    }

    private func lookAway(from acceptor: Acceptor) {
        guard !acceptor.isResting else { return }
        loop.deregister(acceptor.socket.fd)
        acceptor.isResting = true
    }

    /// Takes every connection that waits, or a few when other loops may take the rest.
    func accept(from acceptor: Acceptor) {
        let isShared = acceptor.socket.sharing != nil
        accept(from: acceptor, limit: isShared ? Self.sharedBatch : .max)
        guard isShared, !acceptor.isResting, !isDraining else { return }
        // The kernel asks the loops in the order in which they have begun to look; the last one to be served goes to
        // the end, so that each has its turn.
        lookAway(from: acceptor)
        look(at: acceptor)
    }

    private func accept(from acceptor: Acceptor, limit: Int) {
        var left = limit
        while true {
            do throws(SystemError) {
                while left > 0, let (socket, peer) = try Kernel.accept(acceptor.socket.fd) {
                    left -= 1
                    welcome(socket, peer, isSecure: acceptor.socket.isSecure)
                }
                if isStarved { log.info("http.accept_recovered", [:]) }
                isStarved = false
                return
            } catch {
                counters.acceptFailed()
                if !isStarved { log.error("http.accept_failed", ["error": error]) }
                isStarved = true
                guard error.isShortOfFiles, makeRoom() else { return rest(acceptor) }
            }
        }
    }

    /// The socket stays ready while nothing can be accepted: looking away for a moment keeps the loop from spinning.
    private func rest(_ acceptor: Acceptor) {
        guard !isDraining else { return }
        lookAway(from: acceptor)
        loop.schedule(after: Self.starvedPause) { [weak self] in
            guard let self, !isDraining else { return }
            look(at: acceptor)
        }
    }

    /// Goes on with a connection of the server that ran before.
    func adopt(_ socket: CInt) {
        let peer = Kernel.peerAddress(socket)
        // A client that has gone has no address any more; one on a Unix socket never has.
        if peer == .unknown, Kernel.family(of: socket) != AF_UNIX { return Kernel.close(socket) }
        welcome(socket, peer, isSecure: false)
    }

    private func welcome(_ socket: CInt, _ peer: SocketAddress, isSecure: Bool) {
        let isProxy =
            configuration.proxies?.contains(
                PeerAddress(high: peer.bytes.high, low: peer.bytes.low, port: peer.port)) ?? false
        let address = ConnectionQuota.Address(peer, isCounted: !isProxy)
        var denial = quota.take(address)
        if denial == .full, makeRoom() { denial = quota.take(address) }
        if let denial {
            counters.connectionRefused()
            // Nothing can be said before the greetings of TLS, which are more than a refusal is worth.
            if isSecure || turnedAway >= Self.mostTurnedAway { return cutOff(socket, isSecure: isSecure, denial) }
        }
        guard let transport = transport(over: socket, isSecure: isSecure) else {
            Kernel.close(socket)
            if denial == nil { quota.giveBack(address) }
            return
        }
        let slot: Int32
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = Int32(slots.count)
            slots.append(Slot())
        }
        let place = Place(slot: slot, generation: slots[Int(slot)].generation &+ 1)
        let connection = Connection(
            socket: socket, transport: transport, peer: peer, isSecure: isSecure, place: place, server: self)
        do throws(SystemError) {
            try loop.register(socket, for: .readable, handler: connection)
        } catch {
            log.error("http.register_failed", ["error": error])
            Kernel.close(socket)
            freeSlots.append(slot)
            if denial == nil { quota.giveBack(address) }
            return
        }
        slots[Int(slot)].connection = connection
        slots[Int(slot)].counted = denial == nil ? address : nil
        if isWindingDown { connection.windDown() }
        open += 1
        scheduleSweep()
        if let denial {
            turnedAway += 1
            connection.turnAway(Self.words(for: denial))
        } else {
            counters.connectionAccepted()
        }
    }

    private func transport(over socket: CInt, isSecure: Bool) -> Transport? {
        guard isSecure else { return .plain(socket) }
        do throws(TLSError) {
            guard let tls = configuration.tls else { return nil }
            return .tls(try TLSChannel(fd: socket, context: tls.context))
        } catch {
            log.error("http.tls_failed", ["error": error])
            return nil
        }
    }

    /// Says 503 and closes. Whether it arrives is not waited for: so many are turned away that the point is to do little.
    private func cutOff(_ socket: CInt, isSecure: Bool, _ denial: ConnectionQuota.Denial) {
        if !isSecure {
            let refusal = Refusal(status: .serviceUnavailable, detail: Self.words(for: denial), request: nil)
            let response = configuration.problem(refusal).with("Retry-After", Self.retryAfter)
            output.write(response, dateField: dateLine, closes: true)
            output.withUnsafeBytes { bytes in _ = try? Kernel.send(socket, bytes) }
            output.removeAll()
            Kernel.finishSending(socket)
        }
        Kernel.close(socket)
    }

    private static func words(for denial: ConnectionQuota.Denial) -> String {
        switch denial {
        case .full: "There are too many connections."
        case .addressIsFull: "There are too many connections from this address."
        }
    }

    /// Closes the connections that have been idle longest. They are what is kept in reserve: their peers have nothing
    /// under way and can connect again (RFC 9112 §9.5). Returns whether any was closed.
    private func makeRoom() -> Bool {
        // Looking through all of them again and again would be a way to keep the loop busy.
        guard loop.moment >= nextRoom else { return false }
        nextRoom = loop.moment + Self.roomPause
        let latest = loop.moment.advanced(byNanoseconds: -configuration.limits.spare.nanoseconds)
        var idle: [(since: Moment, slot: Int)] = []
        for index in slots.indices {
            if let since = slots[index].connection?.idleSince, since <= latest { idle.append((since, index)) }
        }
        idle.sort { $0.since < $1.since }
        var closed = 0
        for (_, slot) in idle.prefix(Self.roomAtOnce) {
            let before = open
            slots[slot].connection?.closeIfIdle()
            closed += before - open
        }
        for _ in 0..<closed { counters.connectionSpared() }
        return closed > 0
    }

    /// A connection has closed its socket.
    func forget(_ place: Place) {
        slots[Int(place.slot)].connection = nil
        slots[Int(place.slot)].generation = place.generation
        freeSlots.append(place.slot)
        open -= 1
        if let address = slots[Int(place.slot)].counted {
            quota.giveBack(address)
            counters.connectionClosed()
        } else {
            turnedAway -= 1
        }
        if open == 0 { finishDraining() }
    }

    // MARK: Answers

    private func connection(at place: Place) -> Connection? {
        guard let connection = slots[Int(place.slot)].connection, connection.place == place else { return nil }
        return connection
    }

    func deferReply(
        at place: Place, within limit: Duration, otherwise: @escaping @Sendable () -> Response
    ) -> PendingReply {
        let claim: PendingReply.Claim
        if loop.isCurrent, let connection = connection(at: place), let made = connection.owe(within: limit, otherwise) {
            claim = made
        } else {
            assertionFailure("only a sync handler defers its answer, and only once")
            claim = PendingReply.Claim(isOpen: false)
        }
        return PendingReply(claim: claim, server: self, place: place)
    }

    /// Lets the connection read what lies in memory already.
    func receive(at place: Place) {
        connection(at: place)?.receivePending()
    }

    func answer(_ response: Response, at place: Place) {
        connection(at: place)?.answerOwed(response)
    }

    // MARK: Time

    /// Looks at every deadline now and then, which is cheaper than a timer for each connection.
    private func scheduleSweep() {
        guard !sweepIsScheduled else { return }
        sweepIsScheduled = true
        loop.schedule(after: configuration.limits.sweep) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        sweepIsScheduled = false
        checkDeadlines()
        if open > 0 { scheduleSweep() }
    }

    private func checkDeadlines() {
        for index in slots.indices { slots[index].connection?.checkDeadline() }
    }

    // MARK: Draining

    /// Stops accepting and lets what was begun end, until `limit` has passed. Idle connections may ask once more until
    /// `farewell` has.
    func drain(within limit: Duration, farewell: Duration, done: @escaping () -> Void) {
        drained = done
        isDraining = true
        for acceptor in acceptors {
            // Who has connected is served still: closing the socket would reset those in its queue.
            accept(from: acceptor, limit: .max)
            lookAway(from: acceptor)
            if let sharing = acceptor.socket.sharing {
                guard sharing.leave() else { continue }
                accept(from: acceptor, limit: .max)
            }
            Kernel.close(acceptor.socket.fd)
        }
        acceptors = []
        let patience = min(farewell, limit)
        let end = Moment.now() + patience
        for index in slots.indices { slots[index].connection?.drain(until: patience > .zero ? end : nil) }
        finish(within: limit)
        if open > 0, patience > .zero {
            loop.schedule(after: patience) { [weak self] in self?.checkDeadlines() }
        }
    }

    /// Stops accepting, but leaves the listening sockets open: another process has them too. Connections are handed
    /// over once nothing is under way on them; what has not come to that within `limit` is cut off.
    func handOver(within limit: Duration, done: @escaping ([CInt]) -> Void) {
        drained = { [unowned self] in done(handedOver) }
        isDraining = true
        for acceptor in acceptors { lookAway(from: acceptor) }
        acceptors = []
        for index in slots.indices { slots[index].connection?.leave() }
        finish(within: limit)
    }

    private func finish(within limit: Duration) {
        if open == 0 { return finishDraining() }
        loop.schedule(after: limit) { [weak self] in self?.closeAll() }
    }

    /// Another process will go on with this connection, whose socket is deregistered.
    func handOver(_ socket: CInt, at place: Place) {
        handedOver.append(socket)
        forget(place)
    }

    /// Connections that cannot be handed over end with their next answer. Whether there are any.
    func windDown() -> Bool {
        isWindingDown = true
        var found = false
        for index in slots.indices where slots[index].connection?.windDown() == true { found = true }
        return found
    }

    /// The hand-over came to nothing.
    func goOn() { isWindingDown = false }

    private func closeAll() {
        if open > 0 { log.warning("http.drain_cut_off", ["connections": open]) }
        for index in slots.indices { slots[index].connection?.close() }
        finishDraining()
    }

    private func finishDraining() {
        guard let drained else { return }
        self.drained = nil
        drained()
    }
}
