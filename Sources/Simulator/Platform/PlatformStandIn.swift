import HTTPServer
import JWT
import Synchronization
import Telephony

/// The platform, as one application sees it: telephones call its numbers, its webhooks are asked and told, and the
/// phones of its users sign in and take calls. Every call has a thread of its own.
package final class PlatformStandIn: Sendable {
    /// Where phones sign in.
    package let url: String
    private let account: PlatformAccount
    private let clock: WallClock
    private let pace: Pace
    private let trace: @Sendable (PlatformTrace) -> Void
    private let door: Server
    private let calls: Calls

    /// The calls there have been.
    private final class Calls: Sendable {
        private let list = Mutex<[CallRunner]>([])

        var all: [CallRunner] { list.withLock { $0 } }

        func add(_ call: CallRunner) { list.withLock { $0.append(call) } }

        /// The call an id in any spelling belongs to.
        subscript(id: String) -> CallRunner? { all.last { $0.isCalled(id) } }
    }

    /// Opens the door for phones on a free port of the loopback.
    ///
    /// - Parameter trace: hears of everything that is done for a call, on the call's thread.
    package static func start(
        _ account: PlatformAccount, clock: WallClock = .system, pace: Pace = .natural,
        trace: @escaping @Sendable (PlatformTrace) -> Void = { _ in }
    ) throws(ServerError) -> PlatformStandIn {
        let calls = Calls()
        let (application, key) = (account.application, account.publicKey)
        let verifier = ApplicationTokenVerifier { ApplicationID($0) == application ? key : nil }
        let door = PhoneDoor(verifier: verifier, clock: clock, call: { calls[$0] })
        var configuration = ServerConfiguration(
            addresses: [ListenAddress(host: "127.0.0.1", port: 0)], router: door.router())
        configuration.loops = 1
        return PlatformStandIn(
            account, clock: clock, pace: pace, trace: trace, door: try Server.start(configuration), calls: calls)
    }

    private init(
        _ account: PlatformAccount, clock: WallClock, pace: Pace, trace: @escaping @Sendable (PlatformTrace) -> Void,
        door: Server, calls: Calls
    ) {
        self.account = account
        self.clock = clock
        self.pace = pace
        self.trace = trace
        self.door = door
        self.calls = calls
        url = "http://127.0.0.1:\(door.port)"
    }

    /// A telephone calls a number of the application. Returns at once; `trace` tells the rest.
    package func place(from: String, to: String) throws -> SimulatedCall {
        let call = CallRunner(from: from, to: to, account: account, clock: clock, pace: pace, trace: trace)
        calls.add(call)
        try call.start()
        return SimulatedCall(call)
    }

    /// Ends every call as the platform would, and closes the door. Waits for all of it.
    package func stop() async {
        for call in calls.all { call.hangUp(by: .platform) }
        for call in calls.all { call.join() }
        await door.drain(within: .seconds(1))
    }
}

/// A call that was placed, in the hands of whoever dialled.
package struct SimulatedCall: Sendable {
    private let runner: CallRunner

    init(_ runner: CallRunner) { self.runner = runner }

    /// The caller's leg.
    package var uuid: CallUUID { runner.call }
    package var conversation: ConversationID { runner.conversation }

    /// The caller hangs up.
    package func hangUp() { runner.hangUp(by: .caller) }

    /// Waits until the call is over and all its webhooks are told.
    package func waitUntilOver() { runner.join() }
}
