import Crypto
import EventLoop
import HTTP
import Logging

/// The part of a server that one loop runs: its listening sockets, its connections, and what they share.
///
/// Here connections come, are found again and go. `+Accept` takes them from the listening sockets, `+Room` deals with
/// too many, `+Drain` and `+HandOver` are two ways to stop.
///
/// `@unchecked Sendable`: everything below the line "loop thread only" is touched on the loop's thread alone; what
/// comes from other threads (answers, draining) is posted to the loop as a value.
final class ServerLoop: @unchecked Sendable {
    struct Slot {
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
    let quota: ConnectionQuota

    // Loop thread only.
    //
    // `@exclusivity(unchecked)`: these are used for every request, where checking each access at run time would cost as
    // much as reading the request. Nothing that is called with one of them in hand comes back to it.

    /// Answers of the connection whose turn it is. Empty between two connections.
    @exclusivity(unchecked) var output = OutputBuffer()
    /// Where what one `recv` brings is put before a connection takes it.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    @exclusivity(unchecked) private var date = DateField()
    @exclusivity(unchecked) var slots: [Slot] = []
    private var freeSlots: [Int32] = []
    var open = 0
    var turnedAway = 0
    var nextRoom: Moment
    var acceptors: [Acceptor] = []
    @exclusivity(unchecked) private var lastRequestID: UInt64
    private var sweepIsScheduled = false
    /// Whether accepting has failed since everyone who waited was last let in: it is logged once.
    var isStarved = false
    /// Called when the last connection is gone; set while draining.
    var drained: (() -> Void)?
    var isDraining = false
    /// Whether connections that cannot be handed over are told to end with their next answer.
    var isWindingDown = false
    /// Connections another process goes on with.
    var handedOver: [CInt] = []

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

    // MARK: Connections

    /// Makes a connection of an accepted socket, or says that there are too many.
    func welcome(_ socket: CInt, _ peer: SocketAddress, isSecure: Bool) {
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

    func checkDeadlines() {
        for index in slots.indices { slots[index].connection?.checkDeadline() }
    }
}
