import Crypto
import JWT
import Synchronization
import Telephony
import Testing

@testable import Push

/// A clock that tests move.
final class MovingClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp = fixtureTime) { self.time = Mutex(time) }

    var clock: WallClock { WallClock { [self] in time.withLock { $0 } } }

    func move(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

struct ProviderTokensTests {
    let clock = MovingClock()

    @Test func tokenNamesKeyTeamAndTime() throws {
        let key = ProviderKey.sample
        let text = ProviderTokens(key, clock: clock.clock, jitter: .fixed(0)).token()

        let token = try #require(ProviderToken(text))

        #expect(token.keyID == "KEY1234567")
        #expect(token.teamID == "TEAM123456")
        #expect(token.issuedAt == 1_772_443_800)
        #expect(token.isSigned(by: key.key.publicKey))
    }

    @Test(arguments: [(0.0, 45), (0.999, 49)])
    func tokenLivesFor45To50Minutes(jitter: Double, minutes: Int) {
        let tokens = ProviderTokens(.sample, clock: clock.clock, jitter: .fixed(jitter))
        let first = tokens.token()

        clock.move(by: .seconds(60 * minutes - 1))
        let kept = tokens.token()
        clock.move(by: .seconds(61))
        let replaced = tokens.token()

        #expect(kept == first)
        #expect(replaced != first)
    }

    @Test func refusedTokenIsReplacedOnceForAllWhoAsk() {
        let tokens = ProviderTokens(.sample, clock: clock.clock, jitter: .fixed(0))
        let first = tokens.token()

        let renewed = tokens.renew(insteadOf: first)
        let second = tokens.token()
        let again = tokens.renew(insteadOf: first)

        #expect(renewed)
        #expect(again)
        #expect(second != first)
        #expect(tokens.token() == second)
    }

    @Test func secondRefusalWithin20MinutesMakesNoThirdToken() {
        let tokens = ProviderTokens(.sample, clock: clock.clock, jitter: .fixed(0))
        _ = tokens.renew(insteadOf: tokens.token())
        let second = tokens.token()

        let renewed = tokens.renew(insteadOf: second)

        #expect(!renewed)
        #expect(tokens.token() == second)
    }

    @Test func tokenOfTheFutureIsReplaced() {
        let tokens = ProviderTokens(.sample, clock: clock.clock, jitter: .fixed(0))
        let first = tokens.token()

        clock.move(by: .seconds(-7200))

        #expect(tokens.token() != first)
    }
}
