import CallControl
import JSON
import Telephony
import Testing

@Suite struct AnswerWebhookTests {
    private func fixture(_ file: String) throws -> AnswerWebhook {
        AnswerWebhook(try #require(try Fixture.json("webhooks/\(file)").object))
    }

    @Test func readsAnInboundCall() throws {
        let webhook = try fixture("answer-inbound-post.json")

        #expect(webhook.kind == .answer)
        #expect(webhook.call?.text == "0123456789abcdef0123456789abcdef")
        #expect(webhook.conversation?.text == "CON-11111111-2222-4333-8444-555555555555")
        #expect(webhook.to == "447700900000")
        #expect(webhook.from == "447700900001")
        #expect(webhook.fromUser == nil)
    }

    /// GET and POST say the same.
    @Test func aQueryIsReadLikeAnObject() throws {
        let index = try #require(try Fixture.json("webhooks/index.json")["webhooks"]?.array)
        let decoded = index.compactMap { $0["decoded"]?.object }
        #expect(decoded.count >= 6)

        for object in decoded {
            let pairs = object.members.compactMap { member in member.value.string.map { (member.key, $0) } }

            #expect(AnswerWebhook(query: pairs) == AnswerWebhook(object))
        }
    }

    @Test func readsSIPHeaders() throws {
        #expect(
            try fixture("answer-sip-post.json").sipHeaders == [
                SIPHeader(name: "X-Account", value: "42"),
                SIPHeader(name: "User-to-User", value: "342342ef34;encoding=hex"),
            ])
    }

    @Test func readsTheContextOfAnAppsCall() throws {
        let expected: JSONValue = ["to": "447700900002", "callType": "phone"]

        #expect(
            try fixture("answer-client-sdk-post-string-data.json").customData == ["callType": "app", "username": "bob"])
        #expect(try fixture("answer-client-sdk-post-object-data.json").customData == expected)
        #expect(try fixture("answer-client-sdk-post-broken-data.json").customData == #"{"callType":"#)
        #expect(try fixture("answer-client-sdk-post-broken-data.json").to == nil)
        #expect(AnswerWebhook(["from_user": "a", "custom_data": ["to": "b"]]).to == "b")
        #expect(AnswerWebhook(["custom_data": nil]).customData == nil)
    }

    @Test func anOriginalRequestMakesItAFallback() throws {
        #expect(try fixture("fallback-answer.json").kind == .fallback)
        #expect(try fixture("fallback-answer.json").reason == "Connection closed.")
        #expect(try fixture("fallback-event.json").originalType == "event")
        #expect(AnswerWebhook([:], kind: .fallback).kind == .fallback)
    }

    @Test(
        arguments: [
            (["type": "phone", "number": "447700900001"], "447700900001"), (["447700900001"], "447700900001"),
            ([["type": "app", "user": "alice"]], "alice"), (447_700_900_001, "447700900001"),
            (["uri": "sip:a@b"], "sip:a@b"),
            ([], nil), (nil, nil), (true, nil), ("", nil), ("  ", nil), ([:], nil), ([[[]]], nil),
        ] as [(JSONValue, String?)])
    func toMayHaveAnyShape(value: JSONValue, to: String?) {
        #expect(AnswerWebhook(["to": value]).to == to)
    }

    @Test func becomesTheFirstEventOfItsCall() throws {
        let event = try fixture("answer-inbound-post.json").callEvent(receivedAt: Timestamp(milliseconds: 7))

        var record = CallRecord()
        record.merge(event)

        #expect(event.isAnswer)
        #expect(record.status == .started)
        #expect(record.direction == .inbound)
        #expect(record.to == "447700900000")
        #expect(record.shownConversation == "CON-11111111-2222-4333-8444-555555555555")
    }

    @Test func aQueryBecomesAnObjectInItsOrder() {
        let object = JSONObject(query: [("to", "1"), ("from", "a/\"b\""), ("to", "2"), ("é", "")])

        #expect(String(decoding: object.serialized(), as: UTF8.self) == #"{"to":"2","from":"a/\"b\"","é":""}"#)
    }
}
