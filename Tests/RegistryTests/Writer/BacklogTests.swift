import Telephony
import Testing

@testable import Registry

@Suite struct BacklogTests {
    func answer(_ index: Int) -> Backlog.Item {
        .answer(
            AnswerRecord(
                call: CallUUID("\(index)")!, kind: .answer, application: nil,
                facts: CallEvent(receivedAt: Timestamp(milliseconds: 0)), request: [], reply: [],
                receivedAt: Timestamp(milliseconds: 0)))
    }

    func calls(_ backlog: Backlog) -> [String] {
        backlog.prefix(1000).compactMap { if case .answer(let answer) = $0 { answer.call.text } else { nil } }
    }

    @Test func theOldestMakeRoomAndAreCounted() {
        var backlog = Backlog(callLimit: 10)

        for index in 0..<15 { backlog.append(answer(index)) }

        #expect(backlog.count == 10)
        #expect(backlog.dropped == 5)
        #expect(calls(backlog) == (5..<15).map { "\($0)" })
    }

    @Test func whatHasBeenWrittenIsNotDropped() {
        var backlog = Backlog(callLimit: 10)
        for index in 0..<10 { backlog.append(answer(index)) }

        backlog.removeFirst(6)
        for index in 10..<16 { backlog.append(answer(index)) }

        #expect(backlog.dropped == 0)
        #expect(calls(backlog) == (6..<16).map { "\($0)" })
    }
}
