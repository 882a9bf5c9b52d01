import Telephony
import Testing

@Suite struct CallStatusTests {
    @Test func keepsWordsItDoesNotKnow() {
        let status = CallStatus(rawValue: "Future_State")

        #expect(status.rawValue == "future_state")
        #expect(status.rank == 0)
        #expect(status.state == nil)
        #expect(!status.isFinal)
    }

    @Test func theVerdictOnWhoAnsweredSaysThatTheCallWasAnswered() {
        #expect(CallStatus.human.state == .answered)
        #expect(CallStatus.machine.state == .answered)
        #expect(CallStatus(rawValue: "complete").state == .completed)
        #expect(CallStatus(rawValue: "transcribed").state == nil)
    }

    @Test(arguments: [CallStatus.started, .ringing, .answered])
    func liveStatesAreNotFinal(status: CallStatus) {
        #expect(!status.isFinal)
    }

    @Test(arguments: [
        CallStatus.completed, .busy, .cancelled, .rejected, .failed, .unanswered, .timeout, .disconnected,
    ])
    func endsAreFinal(status: CallStatus) {
        #expect(status.isFinal)
    }
}
