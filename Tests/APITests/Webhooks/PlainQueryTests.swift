import CallControl
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// The quick reading of a live call's query says what the general one says, or leaves it to that one.
struct PlainQueryTests {
    private static func general(_ query: String, _ kind: AnswerWebhook.Kind) -> AnswerWebhook {
        AnswerWebhook(JSONObject(query: Query(query).map { ($0.name, $0.value) }), kind: kind)
    }

    private func read(_ query: String, _ kind: AnswerWebhook.Kind) -> AnswerWebhook? {
        var webhook = AnswerWebhook(kind: kind)
        return webhook.read(plain: Query(query)) ? webhook : nil
    }

    /// What platforms send for a telephone call is read without an object.
    @Test(arguments: [
        "from=447700900001&to=447700900000&uuid=0123456789abcdef0123456789abcdef"
            + "&conversation_uuid=CON-11111111-2222-4333-8444-555555555555",
        "to=447700900000&from=447700900001&conversation_uuid=CON-11111111-2222-4333-8444-555555555555"
            + "&uuid=01234567-89ab-cdef-0123-456789abcdef&endpoint_type=phone"
            + "&region_url=https%3A%2F%2Fapi-eu-3.vonage.com",
        "from_user=Alice&to=Bob&uuid=ABCDEF0123456789abcdef0123456789&conversation_uuid=not-a-uuid&newer=1",
    ])
    func readsUsualQueries(_ query: String) throws {
        let plain = try #require(read(query, .answer))

        #expect(plain == Self.general(query, .answer))
        #expect(plain.call != nil && plain.shownCall == Query(query)["uuid"])
        #expect(plain.shownConversation == Query(query)["conversation_uuid"])
    }

    @Test(arguments: [
        "to=%34", "t%6F=1", "to=a+b", "to=", "to=%20", "from=+1", "to=é", "custom_data={}", "SipHeader_X-A=1",
        "reason=x", "original_request=x", "call_uuid=1", "uuid=1&uuid=2", "conversation_uuid=1&conversation_uuid=2",
    ])
    func leavesTheRestToTheGeneralReading(_ query: String) {
        #expect(read(query, .answer) == nil)
    }

    /// Whatever stands in a query, the quick reading never says something else.
    @Test(arguments: 0..<40) func saysTheSame(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let names = [
            "to", "from", "uuid", "conversation_uuid", "from_user", "region_url", "endpoint_type", "custom_data",
            "reason", "call_uuid", "original_request", "SipHeader_X-A", "SipHeader_", "other", "t", "", "tO", "t%6f",
        ]
        let values = [
            "447700900000", "+447700900000", "%2B447700900000", "", " ", "%20", "a b", "a%20b", "é", "%C3%A9", "%",
            "0123456789abcdef0123456789abcdef", "01234567-89AB-cdef-0123-456789abcdef", "CON-x",
            "CON-11111111-2222-4333-8444-555555555555", "con-11111111-2222-4333-8444-555555555555",
            "11111111-2222-4333-8444-555555555555", "{\"to\":\"Bob\"}", "phone", "https%3A%2F%2Fa.b", "a=b", "a%26b",
            String(repeating: "x", count: 128), String(repeating: "x", count: 129),
            String(repeating: "y", count: 9000), "\u{00}", "a\u{01}b",
        ]
        for _ in 0..<100 {
            var pieces: [String] = []
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let name = names.randomElement(using: &generator) ?? ""
                let value = values.randomElement(using: &generator) ?? ""
                pieces.append(Bool.random(using: &generator) || !value.isEmpty ? name + "=" + value : name)
            }
            let query = pieces.joined(separator: "&")
            let kind: AnswerWebhook.Kind = Bool.random(using: &generator) ? .answer : .fallback
            guard let plain = read(query, kind) else { continue }

            let general = Self.general(query, kind)
            #expect(plain == general, "\(query)")
            #expect(plain.shownCall == general.shownCall && plain.shownConversation == general.shownConversation)
        }
    }
}
