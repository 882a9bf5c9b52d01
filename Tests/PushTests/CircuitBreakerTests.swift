import Testing

@testable import Push

struct CircuitBreakerTests {
    let start = ContinuousClock.now

    func broken() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<5 { breaker.failed("403 InvalidProviderToken", at: start) }
        return breaker
    }

    @Test func fourFailuresAreBorne() {
        var breaker = CircuitBreaker()
        for _ in 0..<4 { breaker.failed("403 InvalidProviderToken", at: start) }

        #expect(breaker.refusal(at: start) == nil)
    }

    @Test func fiveInARowHoldTheCredential() {
        var breaker = broken()

        #expect(
            breaker.refusal(at: start + .seconds(29))
                == "credential on hold after 5 refusals (403 InvalidProviderToken)")
    }

    @Test func afterHalfAMinuteOneMayTry() {
        var breaker = broken()

        #expect(breaker.refusal(at: start + .seconds(30)) == nil)
        #expect(breaker.refusal(at: start + .seconds(30)) != nil)
    }

    @Test func nextRefusalHoldsItAgain() {
        var breaker = broken()
        _ = breaker.refusal(at: start + .seconds(30))
        breaker.failed("403 Forbidden", at: start + .seconds(31))

        #expect(breaker.refusal(at: start + .seconds(60)) != nil)
        #expect(breaker.refusal(at: start + .seconds(61)) == nil)
    }

    @Test func tryThatTaughtNothingIsRepeated() {
        var breaker = broken()
        _ = breaker.refusal(at: start + .seconds(30))
        breaker.learntNothing()

        #expect(breaker.refusal(at: start + .seconds(30)) == nil)
    }

    @Test func acceptanceForgetsAll() {
        var breaker = broken()
        breaker.succeeded()

        #expect(breaker == CircuitBreaker())
    }
}
