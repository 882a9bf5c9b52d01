import CallControl
import JSON
import Telephony
import TestSupport
import Testing

/// The quick reading of a live call's event says what the general one says, or leaves it to that one.
@Suite struct PlainEventTests {
    private static let received = Timestamp(milliseconds: 1_772_355_600_000)

    private static func plain(_ text: String) -> EventWebhook? {
        Array(text.utf8).withUnsafeBufferPointer { EventWebhook(plain: $0, receivedAt: received) }
    }

    private static func general(_ text: String) throws -> EventWebhook {
        EventWebhook(try #require(try JSONValue.parse(text).object), receivedAt: received)
    }

    /// What platforms send for a telephone call is read without an object.
    @Test(arguments: [
        #"{"headers":{},"from":"447700900001","to":"14155550007","uuid":"0123456789abcdef0123456789abcdef","#
            + #""conversation_uuid":"CON-11111111-2222-4333-8444-555555555555","status":"answered","#
            + #""direction":"inbound","timestamp":"2026-01-01T12:00:00.000Z","rate":"0.00720000","#
            + #""price":"0.00120000","network":"23420","start_time":"2026-01-01T12:00:00.000Z","duration":"10"}"#,
        " {\n\t\"status\" : \"completed\" ,\r\n \"sip_code\" : 200, \"end_time\" : null, \"newer\": [ ], \"x\":true }\n",
        #"{"status":"RINGING","duration":65,"rate":-1.50e+3,"price":"","detail":"no_answer","reason":"x y"}"#,
    ])
    func readsUsualEvents(_ text: String) throws {
        let plain = try #require(Self.plain(text))

        #expect(try plain == Self.general(text))
    }

    @Test(arguments: [
        "", "{", "{}", "[]", #"{"uuid":"a"}"#, #"{"status":"completed""#, #"{"status":"completed"} x"#,
        #"{"status":"completed",}"#, #"{"status":"tr\u0061nscribed"}"#, #"{"status":"transcribed"}"#,
        #"{"status":"completed","status":"ringing"}"#, #"{"status":"completed","from":{"number":"1"}}"#,
        #"{"status":"completed","to":[""]}"#, #"{"status":"completed","from":" 1"}"#,
        #"{"status":"completed","from":"é"}"#, #"{"status":"completed","original_request":null}"#,
        #"{"status":"completed","call_uuid":"a"}"#, #"{"status":"completed","conversation_uuid_from":"a"}"#,
        #"{"status":"completed","timestamp":1}"#, #"{"status":"completed","sip_code":2e2}"#,
        #"{"status":"completed","rate":01}"#, #"{"status":"completed","rate":1.}"#,
        #"{"status":"completed","x":nul}"#, "{\"status\":\"completed\",\"x\":\"a\u{01}\"}", "{'status':'completed'}",
        "\u{FEFF}{\"status\":\"completed\"}",
    ])
    func leavesTheRestToTheGeneralReading(_ text: String) {
        #expect(Self.plain(text) == nil)
    }

    /// Whatever is sent, the quick reading never says something else, and reads nothing that is no JSON.
    @Test(arguments: 0..<40) func saysTheSame(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let keys = [
            "to", "from", "uuid", "conversation_uuid", "from_user", "status", "status", "rate", "price", "reason",
            "detail", "network", "duration", "end_time", "sip_code", "timestamp", "direction", "start_time",
            "application_id", "disconnected_by", "call_uuid", "original_request", "conversation_uuid_from", "type",
            "recording_url", "payload", "dtmf", "speech", "x", "", "tO", "st\\u0061tus", "é", "headers",
        ]
        let values = [
            "\"447700900001\"", "\"\"", "\" \"", "\" a\"", "\"a \"", "\"a b\"", "\"é\"", "\"\\n\"", "\"a\\u0062\"",
            "\"0123456789abcdef0123456789abcdef\"", "\"01234567-89AB-cdef-0123-456789abcdef\"", "\"CON-x\"",
            "\"CON-11111111-2222-4333-8444-555555555555\"", "\"completed\"", "\"Answered\"", "\"transcribed\"",
            "\"2026-01-01T12:00:00.000Z\"", "\"2026-01-01 12:00\"", "\"inbound\"", "\"OUTBOUND\"", "\"0.00720000\"",
            "\"486\"", "\"-1\"", "486", "-1", "0", "1.50", "1e3", "1767268800", "01", "1.", "-", ".5", "true", "false",
            "null", "nul", "{}", "[]", "{ }", "[ \n]", "{\"number\":\"1\"}", "[\"a\"]", "[null]", "\"a\u{7F}\"",
            "\"a\u{01}b\"", "\"" + String(repeating: "x", count: 128) + "\"",
            "\"" + String(repeating: "x", count: 129) + "\"", "\"" + String(repeating: "y", count: 9000) + "\"",
            "\"11111111-2222-4333-8444-555555555555\"", "\"transferé\"", "",
        ]
        var read = 0
        for _ in 0..<200 {
            var members: [String] = []
            if Bool.random(using: &generator) { members.append("\"status\":\"answered\"") }
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let key = keys.randomElement(using: &generator) ?? ""
                // Mostly what may be plain, so that whole events are.
                let value = values.randomElement(using: &generator) ?? ""
                members.append("\"\(key)\":\(value)")
            }
            members.shuffle(using: &generator)
            var text = "{" + members.joined(separator: ",") + "}"
            if Int.random(in: 0..<8, using: &generator) == 0 {
                var bytes = Array(text.utf8)
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &generator)
                text = String(decoding: bytes, as: UTF8.self)
            }
            guard let plain = Self.plain(text) else { continue }

            read += 1
            #expect(try plain == Self.general(text), "\(text)")
        }
        #expect(read > 10)
    }
}
