import NCCO
import Testing

@testable import Simulator

/// Which URL is asked after which failure.
struct AnswerFetchTests {
    private typealias Reply = AnswerFetch.Reply

    @Test(arguments: [AnswerFetch.Reply.status(429), .status(503), .status(504), .unreachable("refused.")])
    func aPassingFailureIsTriedTwiceThenTheFallbackTwice(reply: AnswerFetch.Reply) {
        var fetch = AnswerFetch(hasFallback: true)

        let steps = (0..<4).map { _ in fetch.take(reply) }

        #expect(steps[0] == .ask(.answer))
        guard case .ask(.fallback(let reason)) = steps[1], case .giveUp(reason) = steps[3] else {
            Issue.record("\(steps)")
            return
        }
        #expect(steps[2] == .ask(.fallback(reason: reason)))
    }

    @Test(arguments: [AnswerFetch.Reply.status(401), .status(404), .status(500), .unusable("no NCCO.")])
    func aLastingFailureGoesToTheFallbackAtOnce(reply: AnswerFetch.Reply) {
        var fetch = AnswerFetch(hasFallback: true)

        let first = fetch.take(reply)
        let second = fetch.take(reply)

        guard case .ask(.fallback) = first, case .giveUp = second else {
            Issue.record("\(first), \(second)")
            return
        }
    }

    @Test func withoutAFallbackTheCallEnds() {
        var fetch = AnswerFetch(hasFallback: false)

        #expect(fetch.take(.status(404)) == .giveUp("Status 404."))
    }

    @Test func theSecondTryMayBringTheActions() {
        var fetch = AnswerFetch(hasFallback: true)

        let first = fetch.take(.status(503))
        let second = fetch.take(.actions([.talk(Talk(text: "Hello."))]))

        #expect(first == .ask(.answer))
        #expect(second == .use([.talk(Talk(text: "Hello."))]))
    }
}
