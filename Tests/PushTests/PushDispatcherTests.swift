import Crypto
import EventLoop
import HTTP2
import Logging
import Telephony
import TestSupport
import Testing

@testable import Push

@Suite(.bounded)
struct PushDispatcherTests {
    let outbox = RecordingOutbox()
    let clock = MovingClock()

    /// Pauses are short, and where nobody is to be given up, nobody is: the machine may be busy with other tests.
    static func configuration(_ gateway: Gateway, production: Gateway? = nil) -> PushConfiguration {
        var configuration = PushConfiguration()
        configuration.sandbox = gateway.endpoint
        configuration.production = (production ?? gateway).endpoint
        configuration.trust = Gateway.trust
        configuration.pause = (.milliseconds(5), .milliseconds(10))
        configuration.tryTimeout = .seconds(30)
        configuration.patienceForRoom = .seconds(30)
        configuration.connection.connect = .seconds(30)
        configuration.connection.address = .seconds(30)
        configuration.connection.answer = .seconds(30)
        configuration.connection.idle = .seconds(3600)
        configuration.connection.stale = .seconds(3600)
        return configuration
    }

    func dispatcher(
        _ configuration: PushConfiguration, _ credentials: FixedCredentials = .key
    ) throws -> PushDispatcher {
        try PushDispatcher(
            configuration: configuration, credentials: credentials, outbox: outbox, clock: clock.clock,
            jitter: .fixed(0), log: .silent)
    }

    /// Sends the invites and waits for the end of all.
    @discardableResult
    func push(_ invites: [Invite], with dispatcher: PushDispatcher) async -> [PushOutcome?] {
        dispatcher.dispatch(invites)
        await dispatcher.drain(within: .seconds(240))
        return invites.map { outbox.outcomes[$0.id] }
    }

    // MARK: The wire

    @Test func inviteReachesTheGatewayAsAppleWantsIt() async throws {
        let gateway = try Gateway()
        let invite = Invite.sample()

        let outcome = await push([invite], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.delivered])
        let seen = try #require(gateway.seen.first)
        #expect(gateway.seen.count == 1)
        #expect(seen.message.method == "POST")
        #expect(seen.token == DeviceToken.of(0xA1).hex)
        #expect(seen.field("apns-topic") == "com.example.calls.voip")
        #expect(seen.field("apns-push-type") == "voip")
        #expect(seen.field("apns-priority") == "10")
        #expect(seen.field("apns-expiration") == "0")
        #expect(seen.field("apns-id") == invite.id.description)
        #expect(seen.field("authorization")?.hasPrefix("bearer ey") == true)
        #expect(seen.field("content-encoding") == nil)
        #expect(seen.message.body == PushPayload.body(of: invite, as: .voip))
    }

    @Test func attemptIsRecorded() async throws {
        let gateway = try Gateway()
        let (first, second) = (Invite.sample(), Invite.sample(call: "second"))
        let dispatcher = try dispatcher(Self.configuration(gateway))

        await push([first], with: dispatcher)
        await push([second], with: dispatcher)

        let attempts = outbox.attempts
        #expect(attempts.map(\.push) == [first.id, second.id])
        #expect(attempts.map(\.connection) == [.fresh, .reused])
        #expect(attempts.map(\.status) == [200, 200])
        #expect(attempts[0].apnsID == first.id.description)
        #expect(attempts[0].number == 1)
        #expect(attempts[0].queuedAt == fixtureTime)
        #expect(attempts[0].milliseconds != nil)
        #expect(attempts[0].topic == "com.example.calls.voip")
        #expect(attempts[0].credential == "key")
        #expect(attempts[0].decision == "delivered to Apple")
    }

    @Test func certificateIsShownInsteadOfAToken() async throws {
        let gateway = try Gateway()

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway), .certificate))

        #expect(outcome == [.delivered])
        #expect(gateway.seen[0].field("authorization") == nil)
        let shown = await gateway.withConnections { $0.first?.peerCertificate?.userID }
        #expect(shown == "com.example.calls")
    }

    @Test func eachEnvironmentHasItsGateway() async throws {
        let (sandbox, production) = (try Gateway(), try Gateway())
        let invites = [
            Invite.sample(to: .phone("a", voip: .of(1), sandbox: true)),
            Invite.sample(to: .phone("b", voip: .of(2), sandbox: false)),
        ]

        await push(invites, with: try dispatcher(Self.configuration(sandbox, production: production)))

        #expect(sandbox.seen.map(\.token) == [DeviceToken.of(1).hex])
        #expect(production.seen.map(\.token) == [DeviceToken.of(2).hex])
    }

    @Test func deviceWithoutAVoIPTokenGetsAnAlert() async throws {
        let gateway = try Gateway()

        let outcome = await push(
            [.sample(to: .phone(voip: nil, alert: .of(9)))], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.delivered])
        #expect(gateway.seen[0].field("apns-topic") == "com.example.calls")
        #expect(gateway.seen[0].field("apns-push-type") == "alert")
    }

    @Test func deviceWithBothTokensGetsTheVoIPPushAlone() async throws {
        let gateway = try Gateway()

        await push([.sample(to: .phone(alert: .of(9)))], with: try dispatcher(Self.configuration(gateway)))

        #expect(gateway.seen.map { $0.field("apns-push-type") } == ["voip"])
    }

    @Test func manyInvitesShareOneConnectionAndOneProviderToken() async throws {
        let gateway = try Gateway(streams: 10)
        let invites = (0..<200).map { Invite.sample(call: "call \($0)") }

        let outcomes = await push(invites, with: try dispatcher(Self.configuration(gateway)))

        #expect(outcomes.allSatisfy { $0 == .delivered })
        #expect(gateway.seen.count == 200)
        #expect(Set(gateway.seen.map(\.connection)) == [1])
        #expect(Set(gateway.seen.map { $0.field("authorization") }).count == 1)
    }

    @Test func providerTokenIsProvenOnOneStreamFirst() async throws {
        // Apple refuses what comes while the first push is unanswered.
        let gateway = try Gateway { _, count in count == 0 ? .statusAfter(.milliseconds(50), 200) : .status(200) }
        let invites = (0..<20).map { Invite.sample(call: "call \($0)") }

        let outcomes = await push(invites, with: try dispatcher(Self.configuration(gateway)))

        #expect(outcomes.allSatisfy { $0 == .delivered })
        #expect(gateway.mostBeforeTheFirstAnswer == 1)
    }

    @Test func connectionIsOpenBeforeTheFirstCall() async throws {
        let gateway = try Gateway()
        let dispatcher = try dispatcher(Self.configuration(gateway, production: try Gateway()))
        dispatcher.warm()
        #expect(await eventually { await gateway.withConnections { $0.count } == 1 })

        await push([.sample()], with: dispatcher)

        #expect(gateway.seen.map(\.connection) == [1])
        #expect(await gateway.withConnections { $0.count } == 1)
    }

    // MARK: Answers

    @Test func busyGatewayIsAskedUntilItTakesThePush() async throws {
        let gateway = try Gateway { _, count in
            count < 2 ? .status(503, reason: "ServiceUnavailable") : .status(200)
        }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.delivered])
        #expect(gateway.seen.count == 3)
        #expect(Set(gateway.seen.map { $0.field("apns-id") }).count == 1)
        #expect(outbox.attempts.map(\.number) == [1, 2, 3])
        #expect(outbox.attempts.map(\.status) == [503, 503, 200])
        #expect(outbox.attempts[0].decision == "503 ServiceUnavailable; tried again")
    }

    @Test(arguments: [
        (400, "BadDeviceToken", true), (400, "DeviceTokenNotForTopic", true), (410, "Unregistered", true),
        (410, "ExpiredToken", true), (403, "MissingProviderToken", false), (403, "InvalidProviderToken", false),
        (413, "PayloadTooLarge", false), (400, "TopicDisallowed", false), (400, "SomethingNew", false),
        (429, "TooManyProviderTokenUpdates", false),
    ])
    func finalRefusalIsRecordedAndNotRepeated(status: Int, reason: String, disablesToken: Bool) async throws {
        let gateway = try Gateway { _, _ in .status(status, reason: reason) }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(gateway.seen.count == 1)
        let attempt = try #require(outbox.attempts.first)
        #expect(outbox.attempts.count == 1)
        #expect(attempt.status == status)
        #expect(attempt.reason == reason)
        #expect(attempt.disablesToken == disablesToken)
        guard case .failed(let words)? = outcome[0] else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.hasPrefix("\(status) \(reason)"))
    }

    @Test func deviceThatRegisteredAfterItsTokenDiedIsKept() async throws {
        let gateway = try Gateway { _, _ in
            .status(410, reason: "Unregistered", timestamp: fixtureTime.advanced(by: .seconds(-86_400)))
        }

        await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(outbox.attempts.map(\.disablesToken) == [false])
    }

    @Test func oneBadDeviceStopsNoOther() async throws {
        let bad = DeviceToken.of(1).hex
        let gateway = try Gateway { seen, _ in
            seen.token == bad ? .status(400, reason: "BadDeviceToken") : .status(200)
        }
        let invites = (1...3).map { Invite.sample(to: .phone("\($0)", voip: .of(UInt8($0)))) }

        let outcomes = await push(invites, with: try dispatcher(Self.configuration(gateway)))

        #expect(outcomes[1...] == [.delivered, .delivered])
        #expect(outbox.attempts.count == 3)
    }

    @Test func expiredProviderTokenIsReplacedOnAFreshConnection() async throws {
        let gateway = try Gateway { _, count in
            count == 0 ? .status(403, reason: "ExpiredProviderToken") : .status(200)
        }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.delivered])
        #expect(gateway.seen.map(\.connection) == [1, 2])
        #expect(Set(gateway.seen.map { $0.field("authorization") }).count == 2)
    }

    @Test func providerTokenThatIsAlwaysExpiredIsReplacedOnce() async throws {
        let gateway = try Gateway { _, _ in .status(403, reason: "ExpiredProviderToken") }
        let dispatcher = try dispatcher(Self.configuration(gateway))

        await push([.sample()], with: dispatcher)
        await push([.sample(call: "second")], with: dispatcher)

        #expect(Set(gateway.seen.map { $0.field("authorization") }).count == 2)
        #expect(outbox.attempts.last?.decision.contains("check the clock") == true)
    }

    @Test func refusedCredentialIsNotShownOverAndOver() async throws {
        let gateway = try Gateway { _, _ in .status(403, reason: "InvalidProviderToken") }
        let dispatcher = try dispatcher(Self.configuration(gateway))
        for call in 0..<5 { await push([.sample(call: "call \(call)")], with: dispatcher) }

        await push([.sample(call: "sixth")], with: dispatcher)

        #expect(gateway.seen.count == 5)
        #expect(outbox.attempts.last?.decision.contains("on hold") == true)
        #expect(outbox.attempts.last?.connection == PushAttempt.Connection.none)
    }

    // MARK: Connections that end

    @Test func goAwayBetweenTwoCallsCostsNothing() async throws {
        let gateway = try Gateway { _, count in count == 0 ? .goAwayAfter : .status(200) }
        let dispatcher = try dispatcher(Self.configuration(gateway))

        let first = await push([.sample()], with: dispatcher)
        let second = await push([.sample(call: "second")], with: dispatcher)

        #expect(first == [.delivered])
        #expect(second == [.delivered])
        #expect(gateway.seen.map(\.connection) == [1, 2])
    }

    @Test func pushLeftUnprocessedByAGoAwayIsSentAgain() async throws {
        let gateway = try Gateway { _, count in count == 0 ? .goAwayBefore() : .status(200) }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.delivered])
        #expect(gateway.seen.map(\.connection) == [1, 2])
        #expect(outbox.attempts.map(\.number) == [0, 1])
    }

    @Test func gatewayThatNamesTheCredentialWhenItGoesIsBelieved() async throws {
        let gateway = try Gateway { _, _ in .goAwayBefore(debug: #"{"reason":"BadCertificate"}"#) }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway), .certificate))

        #expect(gateway.seen.count == 5)
        #expect(outcome == [.failed("not sent: credential on hold after 5 refusals (BadCertificate)")])
    }

    @Test func refusedStreamIsSentAgainOnTheSameConnection() async throws {
        let gateway = try Gateway { _, count in count == 0 ? .refuse : .status(200) }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.delivered])
        #expect(gateway.seen.map(\.connection) == [1, 1])
    }

    @Test func pushWithoutReplyIsRepeatedOnceOnAFreshConnection() async throws {
        let gateway = try Gateway { _, _ in .cut }

        let outcome = await push([.sample()], with: try dispatcher(Self.configuration(gateway)))

        #expect(gateway.seen.map(\.connection) == [1, 2])
        #expect(outbox.attempts[0].decision.hasPrefix("reply unknown"))
        #expect(outbox.attempts[0].status == nil)
        guard case .unknown? = outcome[0] else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func hangingDeviceHoldsUpNoOtherAndKeepsTheConnection() async throws {
        let stuck = DeviceToken.of(1).hex
        let gateway = try Gateway { seen, _ in seen.token == stuck ? .hang : .status(200) }
        var configuration = Self.configuration(gateway)
        // Long enough for the other device, on a busy machine, too.
        configuration.tryTimeout = .seconds(1)
        let dispatcher = try dispatcher(configuration, .certificate)
        let invites = (1...2).map { Invite.sample(to: .phone("\($0)", voip: .of(UInt8($0)))) }
        dispatcher.dispatch(invites)
        await outbox.wait { !$0.isEmpty }
        let firstDone = outbox.attempts[0]
        await dispatcher.drain(within: .seconds(240))

        await push([.sample(call: "next", to: .phone("2", voip: .of(2)))], with: dispatcher)

        #expect(firstDone.device == DeviceID("2"))
        #expect(gateway.seen.filter { $0.token == stuck }.map(\.connection) == [1, 2])
        #expect(gateway.seen.filter { $0.token != stuck }.map(\.connection) == [1, 1])
    }

    @Test func hangingDeviceHoldsUpNoOtherBeforeTheProviderTokenIsProven() async throws {
        let stuck = DeviceToken.of(1).hex
        let gateway = try Gateway(streams: 1) { seen, _ in seen.token == stuck ? .hang : .status(200) }
        var configuration = Self.configuration(gateway)
        configuration.patienceForRoom = .milliseconds(20)
        let dispatcher = try dispatcher(configuration)

        dispatcher.dispatch((1...2).map { Invite.sample(to: .phone("\($0)", voip: .of(UInt8($0)))) })
        await outbox.wait { !$0.isEmpty }

        #expect(outbox.attempts[0].device == DeviceID("2"))
        #expect(outbox.attempts[0].status == 200)
        await dispatcher.close()
    }

    @Test func blackHoleIsFoundOutAndPassedBy() async throws {
        let gateway = try Gateway()
        var configuration = Self.configuration(gateway)
        configuration.tryTimeout = .seconds(20)
        configuration.connection.silence = .milliseconds(50)
        // Long enough for a gateway that is there, on a busy machine, too.
        configuration.connection.answer = .seconds(1)
        let dispatcher = try dispatcher(configuration)
        await push([.sample()], with: dispatcher)
        await gateway.withConnections { $0.first?.goSilent() }

        let second = await push([.sample(call: "second")], with: dispatcher)

        #expect(second == [.delivered])
        #expect(gateway.seen.map(\.connection) == [1, 2])
        #expect(outbox.attempts[1].decision.contains("the peer does not answer"))
    }

    @Test func gatewayThatComesBackWhileTheCallRingsGetsThePush() async throws {
        let gone = try Gateway(port: LastingPort.choose())
        let configuration = Self.configuration(gone)
        await gone.close()
        let dispatcher = try dispatcher(configuration)
        dispatcher.dispatch([.sample()])
        await outbox.wait { !$0.isEmpty }
        #expect(dispatcher.problems.map(\.credential) == ["key"])

        let back = try Gateway(port: gone.server.address.port)
        await dispatcher.drain(within: .seconds(240))

        #expect(outbox.outcomes.values.first == .delivered)
        #expect(back.seen.count == 1)
        #expect(outbox.attempts[0].decision.hasPrefix("gateway not reached"))
        #expect(outbox.attempts.count == 2)
        #expect(dispatcher.problems.isEmpty)
    }

    @Test func gatewayOfAnotherIssuerIsNotTrusted() async throws {
        let gateway = try Gateway()
        var configuration = Self.configuration(gateway)
        let stranger = CertificateAuthority(name: "Stranger", validity: 0..<4_000_000_000)
        configuration.trust = .pem(Array(stranger.certificatePEM.utf8))

        let dispatcher = try dispatcher(configuration)
        dispatcher.dispatch([.sample()])
        await outbox.wait { !$0.isEmpty }
        await dispatcher.close()

        #expect(gateway.seen.isEmpty)
        #expect(outbox.attempts[0].decision.contains("certificate"))
    }

    @Test func inviteIsGivenUpWhenNoGatewayIsReachedBeforeTheRingEnds() async throws {
        let gone = try Gateway(port: LastingPort.choose())
        let configuration = Self.configuration(gone)
        await gone.close()

        let outcome = await push([.sample(ring: .milliseconds(100))], with: try dispatcher(configuration))

        #expect(outcome == [.failed("not sent: no connection to the gateway in time")])
    }

    // MARK: The end of a call

    @Test func nothingIsTriedAfterTheCallHasEnded() async throws {
        let gateway = try Gateway { _, _ in .status(503, reason: "ServiceUnavailable") }
        var configuration = Self.configuration(gateway)
        configuration.pause = (.seconds(30), .seconds(30))
        let dispatcher = try dispatcher(configuration)
        let invite = Invite.sample()
        dispatcher.dispatch([invite])
        await outbox.wait { !$0.isEmpty }

        dispatcher.callEnded(invite.call)
        await dispatcher.drain(within: .seconds(240))

        #expect(gateway.seen.count == 1)
        #expect(outbox.outcomes[invite.id] == .dropped("the call is over"))
    }

    @Test func endOfTheCallWhileATryIsUnderWayStopsTheNext() async throws {
        let invite = Invite.sample()
        let dispatcher = Shared<PushDispatcher?>(nil)
        let gateway = try Gateway { _, _ in
            dispatcher.value?.callEnded(invite.call, reason: "another phone has answered")
            return .statusAfter(.milliseconds(100), 503)
        }
        let made = try self.dispatcher(Self.configuration(gateway))
        dispatcher.change { $0 = made }

        let outcome = await push([invite], with: made)

        #expect(gateway.seen.count == 1)
        #expect(outbox.attempts[0].decision == "503; given up: another phone has answered")
        #expect(outcome == [.dropped("another phone has answered")])
    }

    @Test func inviteThatComesAfterTheEndOfItsCallIsDropped() async throws {
        let gateway = try Gateway()
        let dispatcher = try dispatcher(Self.configuration(gateway))
        let invite = Invite.sample()
        dispatcher.callEnded(invite.call)

        let outcome = await push([invite], with: dispatcher)

        #expect(outcome == [.dropped("the call is over")])
        #expect(gateway.seen.isEmpty)
    }

    @Test func inviteIsNotSentWhenTheRingIsAboutToEnd() async throws {
        let gateway = try Gateway()
        let invite = Invite.sample()
        clock.move(by: .seconds(41))

        let outcome = await push([invite], with: try dispatcher(Self.configuration(gateway)))

        #expect(outcome == [.dropped("not sent: the ring is about to end")])
        #expect(outbox.attempts.count == 1)
        #expect(gateway.seen.isEmpty)
    }

    // MARK: Invites that cannot be sent

    @Test(arguments: [
        (PushDevice.phone(), "not sent: no push certificate or key for this application"),
        (.phone(voip: nil, fcm: "fcm-token"), "not sent: no FCM credential"),
        (.phone(voip: nil), "not sent: the device has no push token"),
    ])
    func reasonIsOnRecord(device: PushDevice, reason: String) async throws {
        let gateway = try Gateway()
        let dispatcher = try dispatcher(Self.configuration(gateway), FixedCredentials(all: []))

        let outcome = await push([.sample(to: device)], with: dispatcher)

        #expect(outcome == [.failed(reason)])
        #expect(outbox.attempts.map(\.decision) == [reason])
        #expect(outbox.attempts.map(\.connection) == [PushAttempt.Connection.none])
    }

    @Test func invitesBeyondTheQueueAreRecordedAsDropped() async throws {
        let gateway = try Gateway { _, _ in .hang }
        var configuration = Self.configuration(gateway)
        configuration.queueLimit = 2
        configuration.tryTimeout = .milliseconds(50)
        let dispatcher = try dispatcher(configuration)
        let invites = (0..<3).map { Invite.sample(call: "call \($0)") }

        dispatcher.dispatch(invites)

        #expect(outbox.outcomes[invites[2].id] == .dropped("not sent: too many pushes are waiting"))
        await dispatcher.drain(within: .seconds(240))
        #expect(dispatcher.underWay == 0)
        #expect(outbox.outcomes.count == 3)
    }

    @Test func sameInviteTwiceIsOne() async throws {
        let gateway = try Gateway { _, _ in .status(200) }
        let dispatcher = try dispatcher(Self.configuration(gateway))
        let invite = Invite.sample()

        await push([invite, invite], with: dispatcher)

        #expect(gateway.seen.count == 1)
        #expect(dispatcher.underWay == 0)
    }

    @Test func closingDropsWhatIsUnderWay() async throws {
        let gateway = try Gateway { _, _ in .hang }
        let dispatcher = try dispatcher(Self.configuration(gateway))
        let (first, second) = (Invite.sample(), Invite.sample(call: "second"))
        dispatcher.dispatch([first])

        await dispatcher.close()
        dispatcher.dispatch([second])

        #expect(outbox.outcomes[first.id] == .dropped("the server is shutting down"))
        #expect(outbox.outcomes[second.id] == .dropped("not sent: the server is shutting down"))
    }
}
