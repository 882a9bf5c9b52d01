import HTTP2
import JSON
import Telephony
import Testing

@testable import Push

struct APNsReactionTests {
    /// `retry` of the fixture in our words. Where it allows one repeat while the call rings we allow as many as there
    /// are tries; a refused exchange of tokens is not repeated, because the same token is all we have.
    static let retries: [String: APNsReaction.Retry] = [
        "no": .no, "once, now": .whileRinging, "once, while ringing": .whileRinging,
        "once, with a new JWT": .withNewToken, "once, on its own connection": .once, "later, same token only": .once,
        "once, with the older JWT": .no,
    ]

    @Test func everyDocumentedAnswerHasItsReaction() throws {
        let rows = try #require(try pushFixture("apns-responses.json")["responses"]?.array)
        #expect(rows.count > 30)
        for row in rows {
            let reason = row["reason"]?.string
            let status = try #require(row["status"]?.int)

            let reaction = APNsReaction(to: APNsReply(status: status, reason: reason))

            let name = "\(status) \(reason ?? "")"
            #expect((reaction.token == .keep) == (row["token"] == "keep"), "\(name)")
            #expect((reaction.token == .disable) == (row["token"] == "disable"), "\(name)")
            #expect((reaction.connection == .keep) == (row["connection"] == "keep"), "\(name)")
            #expect((reaction.connection == .closeAll) == (row["connection"] == "close all"), "\(name)")
            #expect(reaction.retry == Self.retries[row["retry"]?.string ?? ""], "\(name)")
            #expect(reaction.isAlarm == row["alarm"]?.bool, "\(name)")
            if status != 200 { #expect(reaction.blame.rawValue == row["blame"]?.string, "\(name)") }
        }
    }

    @Test(arguments: [
        (400, "BadTopic"), (403, "Forbidden"), (404, "BadTopic"), (410, "Unregistered"), (413, "PayloadTooLarge"),
        (429, "TooManyRequests"), (500, "InternalServerError"), (502, "InternalServerError"),
        (503, "InternalServerError"), (302, "BadTopic"), (0, "BadTopic"),
    ])
    func unknownReasonCountsAsItsStatus(status: Int, like reason: String) {
        let known = APNsReaction(to: APNsReply(status: status, reason: reason))

        #expect(APNsReaction(to: APNsReply(status: status, reason: "SomethingNew")) == known)
        #expect(APNsReaction(to: APNsReply(status: status)) == known)
    }

    @Test func replyIsReadFromTheMessage() {
        let message = Message(
            fields: [
                HeaderField(":status", "410"), HeaderField("apns-id", "A"), HeaderField("apns-unique-id", "B"),
            ], body: Array(#"{"reason":"Unregistered","timestamp":1772440000123}"#.utf8))

        let reply = APNsReply(message)

        #expect(
            reply
                == APNsReply(
                    status: 410, reason: "Unregistered", diedAt: Timestamp(milliseconds: 1_772_440_000_123), id: "A",
                    uniqueID: "B"))
    }

    @Test(arguments: ["", "<html>502</html>", "[1]", #"{"reason":7,"timestamp":[]}"#])
    func bodyThatIsNoReasonIsNone(body: String) {
        let reply = APNsReply(Message(fields: [HeaderField(":status", "502")], body: Array(body.utf8)))

        #expect(reply == APNsReply(status: 502))
    }
}
