import HTTP
import JSON
import Registry
import Telephony
import Testing

/// Every shape of webhook that is known, at a running server: each is answered and kept as it came.
@Suite struct WebhookFixtureTests {
    struct Fixture: Sendable, CustomTestStringConvertible {
        let file: String
        let url: String

        var testDescription: String { file }
        var isGet: Bool { file.hasSuffix(".txt") || url == "onAnswer" }

        /// The query of a webhook sent by GET, with its question mark.
        func query(in bytes: [UInt8]) throws -> String {
            let text = String(decoding: bytes, as: UTF8.self)
            let target = try url == "onAnswer" ? JSONValue.parse(bytes)["target"]?.string ?? "" : text
            return String(target.drop { $0 != "?" }.prefix { !$0.isNewline })
        }

        static let all: [Fixture] = {
            let webhooks = (try? Fixtures.json("webhooks/index.json"))?["webhooks"]?.array ?? []
            return webhooks.compactMap { entry in
                guard let file = entry["file"]?.string, let url = entry["url"]?.string, url != "(download)" else {
                    return nil
                }
                return Fixture(file: file, url: url)
            }
        }()
    }

    @Test func thereAreFixtures() {
        #expect(Fixture.all.count > 70)
    }

    @Test(arguments: Fixture.all)
    func isAnsweredAndKept(fixture: Fixture) async throws {
        try await withAPI(TestAPI()) { api in
            let bytes = try Fixtures.bytes("webhooks/" + fixture.file)
            let path =
                switch fixture.url {
                case "answer", "onAnswer": "/webhooks/answer"
                case "fallback": "/webhooks/fallback"
                case "rtc event": "/webhooks/rtc"
                default: "/webhooks/event"
                }
            let reply: Reply
            if fixture.isGet {
                reply = try await api.get(path + fixture.query(in: bytes))
            } else {
                reply = try await api.send(
                    .post, path, fields: ["Content-Type": "application/json"], body: bytes)
            }

            #expect(reply.status == 200)
            if path == "/webhooks/answer" || path == "/webhooks/fallback" {
                #expect(reply.json?.array?.isEmpty == false)
                let call = try #require(try await api.calls().first)
                let kept = try await api.answers(of: call.uuid.text)
                #expect(kept.count == 1)
                if !fixture.isGet { #expect(kept.map(\.request) == [bytes]) }
            } else {
                #expect(reply.body.isEmpty)
                #expect(try await api.events().map(\.body) == [bytes])
            }
        }
    }
}
