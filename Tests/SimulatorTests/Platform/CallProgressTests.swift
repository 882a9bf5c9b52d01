import NCCO
import Telephony
import Testing

@testable import Simulator

/// What happens to a call, in which order.
struct CallProgressTests {
    static let start = Timestamp(milliseconds: 1_772_355_600_101)
    static let talk = Action.talk(Talk(text: "Connecting you to Alice."))
    static let connect = Action.connect(Connect(to: .app(user: "Alice")))

    /// A call whose callees get ids that can be foreseen.
    static func call() -> CallProgress {
        CallProgress(
            .caller(
                CallUUID(UUID128(high: 1, low: 1)), ConversationID(UUID128(high: 2, low: 2)), from: "447700900123",
                to: "447700900001"),
            makeID: { UUID128(high: 3, low: 3) })
    }

    /// Steps in words: events as `leg status`, the rest by name.
    static func words(_ steps: [CallProgress.Step]) -> [String] {
        steps.map { step in
            switch step {
            case .report(let event): "\(event.direction == .inbound ? "caller" : "callee") \(event.status)"
            case .askForInstructions: "ask"
            case .speak(let talk): "speak \(talk.text)"
            case .ring(let user, let time): "ring \(user) \(time)"
            case .stopRinging: "stop"
            case .join(let ticket, _): "join \(ticket)"
            case .refuse(let ticket, let reason): "refuse \(ticket) \(reason.rawValue)"
            case .skip(let kind): "skip \(kind)"
            case .end: "end"
            }
        }
    }

    private func play(_ inputs: [CallProgress.Input]) -> [[String]] {
        var call = Self.call()
        var now = Self.start
        return [Self.words(call.begin(at: now))]
            + inputs.map { input in
                now = now.advanced(by: .milliseconds(500))
                return Self.words(call.take(input, at: now))
            }
    }

    @Test func anAnsweredCallGoesThroughAllStatesOfBothLegs() {
        let steps = play([
            .instructed([Self.talk, Self.connect]), .spoken, .taken(by: "Alice", ticket: 1), .hungUp(.caller),
        ])

        #expect(
            steps == [
                ["caller started", "caller ringing", "ask"],
                ["caller answered", "speak Connecting you to Alice."],
                ["callee started", "callee ringing", "ring Alice \(Duration.seconds(60))"],
                ["stop", "join 1", "callee answered"],
                ["callee completed", "caller completed", "end"],
            ])
    }

    @Test func aPhoneFasterThanTheGreetingJoinsWhenItRings() {
        let steps = play([.instructed([Self.talk, Self.connect]), .taken(by: "Alice", ticket: 7), .spoken])

        #expect(steps[2].isEmpty)
        #expect(steps[3].suffix(3) == ["stop", "join 7", "callee answered"])
    }

    @Test func oneOfTwoPhonesGetsTheCall() {
        let steps = play([
            .instructed([Self.talk, Self.connect]), .taken(by: "Alice", ticket: 1), .taken(by: "Alice", ticket: 2),
            .spoken, .taken(by: "Alice", ticket: 3),
        ])

        #expect(steps[4].suffix(4) == ["stop", "join 1", "callee answered", "refuse 2 answered_elsewhere"])
        #expect(steps[5] == ["refuse 3 answered_elsewhere"])
    }

    @Test func anotherUserDoesNotGetIt() {
        let steps = play([.instructed([Self.connect]), .taken(by: "Bob", ticket: 1)])

        #expect(steps[2] == ["refuse 1 not_for_this_user"])
    }

    @Test func aCallerWhoGivesUpCancelsTheCallee() {
        let steps = play([.instructed([Self.connect]), .hungUp(.caller), .taken(by: "Alice", ticket: 1)])

        #expect(steps[2] == ["stop", "callee cancelled", "callee completed", "caller completed", "end"])
        #expect(steps[3] == ["refuse 1 call_over"])
    }

    @Test func aCallerWhoGivesUpDuringTheGreetingRingsNobody() {
        let steps = play([.instructed([Self.talk, Self.connect]), .hungUp(.caller), .spoken])

        #expect(steps[2] == ["caller completed", "end"])
        #expect(steps[3].isEmpty)
    }

    /// A rejected leg has no `completed`, and what follows in the NCCO is played.
    @Test(arguments: [true, false])
    func aPhoneThatDeclinesEndsItsLegOnly(isEarly: Bool) {
        let sorry = Action.talk(Talk(text: "Sorry."))
        let steps =
            isEarly
            ? play([.instructed([Self.talk, Self.connect, sorry]), .dropped(by: "Alice"), .spoken])
            : play([.instructed([Self.talk, Self.connect, sorry]), .spoken, .dropped(by: "Alice")])

        #expect((steps[2] + steps[3]).suffix(3) == ["stop", "callee rejected", "speak Sorry."])
    }

    @Test func ringingEndsInTimeoutAndCompleted() {
        let steps = play([.instructed([Self.connect]), .ringTimeOver])

        #expect(steps[2] == ["stop", "callee timeout", "callee completed", "caller completed", "end"])
    }

    @Test func aPhoneThatHangsUpLeavesTheRestOfTheNCCO() {
        let steps = play([
            .instructed([Self.connect, Self.talk]), .taken(by: "Alice", ticket: 1), .dropped(by: "Alice"), .spoken,
        ])

        #expect(steps[3] == ["callee completed", "speak Connecting you to Alice."])
        #expect(steps[4] == ["caller completed", "end"])
    }

    @Test(arguments: [CallProgress.Input.instructed([]), .uninstructed("Status 500.")])
    func withoutInstructionsTheCallEndsUnanswered(input: CallProgress.Input) {
        #expect(play([input])[1] == ["caller completed", "end"])
    }

    @Test func whatIsNotPlayedIsSkippedAndSaid() {
        let record = try? NCCODocument.parse(Array(#"[{"action":"record"}]"#.utf8)).actions
        let steps = play([.instructed((record ?? []) + [Self.connect])])

        #expect(steps[1].prefix(2) == ["caller answered", "skip record"])
    }

    @Test func aTelephoneCannotBeReachedFromHere() {
        let steps = play([.instructed([.connect(Connect(to: .phone(number: "447700900002")))])])

        #expect(
            steps[1] == [
                "caller answered", "callee started", "callee failed", "callee completed", "caller completed", "end",
            ])
    }
}
