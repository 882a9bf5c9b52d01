import Telephony
import Testing

@testable import Registry

@Suite struct RecentAnswersTests {
    func answer(_ call: Int, at seconds: Int, reply: [UInt8], devices: [String] = []) -> AnswerRecord {
        let time = Timestamp(milliseconds: Int64(seconds) * 1000)
        return AnswerRecord(
            call: CallUUID("\(call)")!, kind: .answer, application: nil, facts: CallEvent(receivedAt: time),
            request: [], reply: reply, receivedAt: time,
            invites: devices.map {
                AnswerRecord.Invite(device: DeviceID($0)!, user: .random(), application: .random(), ringUntil: time)
            })
    }

    func reply(_ answers: RecentAnswers, _ call: Int, at seconds: Int) -> [UInt8]? {
        answers.reply(
            to: RecentAnswers.Key(call: CallUUID("\(call)")!, kind: .answer),
            at: Timestamp(milliseconds: Int64(seconds) * 1000))
    }

    @Test func aReplyIsKeptForTwoMinutesFromTheFirst() {
        let answers = RecentAnswers()
        _ = answers.keep(answer(1, at: 0, reply: [1]))

        let repeated = answers.keep(answer(1, at: 100, reply: [2]))

        #expect(repeated.repeats == [1])
        #expect(reply(answers, 1, at: 119) == [1])
        #expect(reply(answers, 1, at: 120) == nil)
        #expect(answers.keep(answer(1, at: 120, reply: [3])).repeats == nil)
        #expect(reply(answers, 1, at: 239) == [3])
    }

    @Test func oldOnesAreForgotten() {
        let answers = RecentAnswers()

        for second in 0..<5000 { _ = answers.keep(answer(second, at: second, reply: [1], devices: ["phone"])) }

        #expect(answers.count <= 121)
        #expect(reply(answers, 4999, at: 5000) == [1])
    }

    @Test func bytesAreBounded() {
        let answers = RecentAnswers(byteLimit: 100_000)

        for call in 0..<1000 { _ = answers.keep(answer(call, at: 0, reply: Array(repeating: 1, count: 1000))) }

        #expect(answers.count <= 100)
        #expect(answers.count > 50)
        #expect(reply(answers, 999, at: 1)?.count == 1000)
    }
}
