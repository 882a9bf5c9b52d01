import Telephony
import Testing

@testable import Push

struct CourseTests {
    let invite = Invite.sample()
    let pause = Duration.milliseconds(400)

    func reply(_ status: Int, _ reason: String? = nil, diedAt: Timestamp? = nil) -> Course.Result {
        .reply(APNsReply(status: status, reason: reason, diedAt: diedAt))
    }

    func decide(
        _ course: inout Course, _ result: Course.Result, at time: Timestamp? = nil, end: String? = nil
    ) -> Course.Decision {
        course.decide(after: result, of: invite, at: time ?? fixtureTime, pause: pause, end: end)
    }

    @Test func takenIsDone() {
        var course = Course()

        #expect(decide(&course, reply(200)).next == .delivered)
        #expect(course.tries == 1)
    }

    @Test func busyGatewayIsAskedThreeTimes() {
        var course = Course()
        let first = decide(&course, reply(503, "ServiceUnavailable"))
        let second = decide(&course, reply(503, "ServiceUnavailable"))
        let third = decide(&course, reply(503, "ServiceUnavailable"))

        #expect(first.next == .retry(Course.Retry(pause: pause)))
        #expect(second.next == .retry(Course.Retry(pause: pause)))
        #expect(third.next == .giveUp)
        #expect(third.words == "503 ServiceUnavailable; given up: no tries left")
    }

    @Test func failingGatewayIsAskedOverAnotherConnection() {
        var course = Course()

        let next = decide(&course, reply(500, "InternalServerError")).next

        #expect(next == .retry(Course.Retry(pause: pause, onFreshConnection: true)))
    }

    @Test func missingReplyIsRepeatedOnce() {
        var course = Course()
        let first = decide(&course, .noReply("no reply in time"))
        let second = decide(&course, .noReply("no reply in time"))

        guard case .retry(let retry) = first.next else {
            Issue.record("\(first)")
            return
        }
        #expect(retry.onFreshConnection)
        #expect(first.words.hasPrefix("reply unknown (no reply in time)"))
        #expect(second.next == .giveUp)
    }

    @Test func whatWasNotLookedAtIsNoTry() {
        var course = Course()
        let first = decide(&course, .notProcessed("GOAWAY NO_ERROR"))
        let second = decide(&course, .notProcessed("stream refused"))

        #expect(course.tries == 0)
        guard case .retry(let now) = first.next, case .retry(let later) = second.next else {
            Issue.record("\(first) \(second)")
            return
        }
        #expect(now.pause == .zero)
        #expect(later.pause == pause)
        for _ in 0..<8 { _ = decide(&course, .notProcessed("stream refused")) }
        #expect(decide(&course, .notProcessed("stream refused")).next == .giveUp)
    }

    @Test(arguments: [
        "BadDeviceToken", "DeviceTokenNotForTopic", "Forbidden", "ExpiredToken", "Unregistered", "PayloadTooLarge",
        "TopicDisallowed", "InvalidProviderToken", "TooManyProviderTokenUpdates", "MissingProviderToken",
    ])
    func finalRefusalIsNotRepeated(reason: String) {
        var course = Course()

        #expect(decide(&course, reply(400, reason)).next == .giveUp)
    }

    @Test func expiredTokenIsReplacedOnce() {
        var course = Course()
        let first = decide(&course, reply(403, "ExpiredProviderToken"))
        let second = decide(&course, reply(403, "ExpiredProviderToken"))

        guard case .retry(let retry) = first.next else {
            Issue.record("\(first)")
            return
        }
        #expect(retry.withNewToken)
        #expect(retry.onFreshConnection)
        #expect(second.next == .giveUp)
    }

    @Test func nothingIsTriedWhenTheRingIsAboutToEnd() {
        var course = Course()

        let decision = decide(
            &course, reply(503, "ServiceUnavailable"), at: fixtureTime.advanced(by: .milliseconds(39_700)))

        #expect(decision.next == .giveUp)
        #expect(decision.words.contains("the ring is about to end"))
    }

    @Test func lastTryFitsExactly() {
        var course = Course()

        let decision = decide(
            &course, reply(503, "ServiceUnavailable"), at: fixtureTime.advanced(by: .milliseconds(39_600)))

        #expect(decision.next == .retry(Course.Retry(pause: pause)))
    }

    @Test func nothingIsTriedAfterTheCall() {
        var course = Course()

        let decision = decide(&course, reply(503), end: "the caller hung up")

        #expect(decision.next == .giveUp)
        #expect(decision.words == "503; given up: the caller hung up")
    }

    @Test func inviteOfBeforeACrashGetsTheTriesItHasLeft() {
        var course = Course()
        let left = Invite.sample(tries: 1)

        let decision = course.decide(after: reply(503), of: left, at: fixtureTime, pause: pause)

        #expect(decision.next == .giveUp)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func goneTokenIsDisabledUnlessRegisteredSince(registeredAfter milliseconds: Int64, disabled: Bool) {
        let died = Timestamp(milliseconds: 1_772_440_000_123)
        let device = PushDevice.phone(
            registeredAt: Timestamp(milliseconds: died.milliseconds + milliseconds))
        var course = Course()

        let decision = course.decide(
            after: reply(410, "Unregistered", diedAt: died), of: .sample(to: device), at: fixtureTime, pause: pause)

        #expect(decision.disablesToken == disabled)
        #expect(decision.next == .giveUp)
    }

    @Test func goneTokenWithoutATimeIsDisabled() {
        var course = Course()

        #expect(decide(&course, reply(410)).disablesToken)
    }

    @Test func missingProviderTokenBlamesNoDevice() {
        var course = Course()

        let decision = decide(&course, reply(403, "MissingProviderToken"))

        #expect(!decision.disablesToken)
        #expect(decision.isAlarm)
    }

    @Test func shortRingLeavesItsFirstHalf() {
        #expect(Invite.sample(ring: .seconds(6)).latestTry == fixtureTime.advanced(by: .seconds(3)))
        #expect(Invite.sample(ring: .seconds(45)).latestTry == fixtureTime.advanced(by: .seconds(40)))
    }

    @Test func closingGatewayMayNameTheCredential() {
        let result = Course.Result.notProcessed(#"GOAWAY NO_ERROR {"reason":"BadCertificate"}"#)

        #expect(result.credentialComplaint == "BadCertificate")
        #expect(Course.Result.noReply("GOAWAY NO_ERROR").credentialComplaint == nil)
    }
}
