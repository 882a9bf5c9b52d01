import Testing

@testable import App
@testable import Simulator

/// What the demo prints of a call.
struct TimelineTests {
    @Test func tellsAWholeCallInFifteenLinesOfEightyColumns() throws {
        let story = try Story()

        let lines = Timeline(story.moments).lines.map { $0.text(since: story.start, style: Style(isOn: false)) }

        #expect(
            lines.joined(separator: "\n") == """
                  1.0 ms  hookline             listens on            http://127.0.0.1:40000
                  2.0 ms  iPhone   → hookline  POST /client/devices  201 voip and alert token
                  4.0 ms  platform → hookline  POST event, caller    started, ringing
                  4.5 ms  platform → hookline  GET /webhooks/answer  200 in 0.5 ms, signed
                  5.0 ms  hookline → platform  NCCO                  talk, connect Alice
                  6.0 ms  hookline → APNs      VoIP push             200 apns-id b7d9e0c4…
                  7.0 ms  APNs     → iPhone    rings                 447700900123 calls
                  8.0 ms  platform → hookline  POST event, caller    answered
                  9.0 ms  platform → caller    talk                  “Connecting you to Alice.”
                   10 ms  iPhone   → hookline  GET /client/me        200 Alice
                   15 ms  iPhone   → platform  signs in, answers     JWT and its ACL are good
                   16 ms  platform → hookline  POST event, Alice     started, ringing, answered
                   17 ms  caller               hangs up
                   19 ms  platform → hookline  POST event, both legs completed
                   21 ms  demo     → hookline  GET /v1/calls/{uuid}  both legs completed, 1 s
                """)
        #expect(lines.allSatisfy { $0.columns <= 80 })
    }

    @Test func saysWhichEventWasNotAcknowledged() throws {
        let story = try Story()
        guard case .platform(let trace) = story.sights[2], case .told(let event, _, _) = trace.what else {
            Issue.record("the third moment is no event")
            return
        }
        let refused = Moment(at: story.start, sight: Story.platform(.told(event, status: 503, took: .zero)))
        let lost = Moment(at: story.start, sight: Story.platform(.told(event, status: nil, took: .zero)))

        #expect(Timeline([refused]).lines.map(\.detail) == ["started (503)"])
        #expect(Timeline([lost]).lines.map(\.detail) == ["started (no answer)"])
    }

    @Test func longWordsAreCutAndControlsShown() {
        let start = ContinuousClock.now
        let failure = Moment(
            at: start,
            sight: .phone(.failed("GET /client/me: 401, \u{1B}[31mno such user \(String(repeating: "x", count: 90))")))

        let text = Timeline([failure]).lines.map { $0.text(since: start, style: Style(isOn: false)) }.joined()

        #expect(text.columns == 80)
        #expect(!text.unicodeScalars.contains("\u{1B}"))
    }

    @Test func coloursChangeNoText() throws {
        let story = try Story()
        let line = try #require(Timeline(story.moments).lines.dropFirst().first)

        let plain = line.text(since: story.start, style: Style(isOn: false))
        let coloured = line.text(since: story.start, style: Style(isOn: true))

        #expect(coloured != plain)
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }
}
