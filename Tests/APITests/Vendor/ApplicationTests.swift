import Crypto
import JSON
import Registry
import Telephony
import Testing

@testable import API

@Suite struct ApplicationTests {
    private static let path = "/v2/applications"

    private func create(_ api: TestAPI, _ json: String) async throws -> Reply {
        try await api.post(Self.path, auth: api.adminBasic, json: json)
    }

    private func put(_ api: TestAPI, _ id: String, _ json: String) async throws -> Reply {
        try await api.send(
            .put, "\(Self.path)/\(id)", auth: api.adminBasic, fields: ["Content-Type": "application/json"],
            body: Array(json.utf8))
    }

    private func names(_ reply: Reply) -> [String] {
        reply.json?["invalid_parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
    }

    @Test func keepsWhatItDoesNotKnowInItsOrder() async throws {
        try await withAPI(TestAPI()) { api in
            let capabilities =
                #"{"vbc":{},"voice":{"webhooks":{"fallback_answer_url":{"address":"https://fb.example.com/a","http_method":"GET"},"answer_url":{"address":"https://example.com/a","http_method":"POST","connection_timeout":500,"socket_timeout":3000}},"payment_enabled":false,"conversations_ttl":24.0},"holo":{"depth":[1,{"x":null}]}}"#
            let made = try await create(
                api, #"{"name":"Rt","capabilities":\#(capabilities),"privacy":{"improve_ai":false,"x":1}}"#)
            let id = try #require(made.json?["id"]?.string)

            let shown = try await api.get("\(Self.path)/\(id)", auth: api.adminBasic)

            #expect(made.status == 201)
            #expect(shown.text.contains(#""capabilities":\#(capabilities)"#))
            #expect(shown.text.contains(#""privacy":{"improve_ai":false,"x":1}"#))
            #expect(shown.json?["_links"]?["self"]?["href"]?.string == "\(Self.path)/\(id)")
        }
    }

    @Test func makesAKeyPairAndShowsThePrivateHalfOnce() async throws {
        try await withAPI(TestAPI()) { api in
            let made = try await create(api, #"{"name":"Pk"}"#)
            let id = try #require(made.json?["id"]?.string)
            let privateKey = try RSAPrivateKey(pem: try #require(made.json?["keys"]?["private_key"]?.string))
            let publicKey = try RSAPublicKey(pem: try #require(made.json?["keys"]?["public_key"]?.string))

            let later = [
                try await api.get("\(Self.path)/\(id)", auth: api.adminBasic),
                try await api.get("\(Self.path)?page_size=100", auth: api.adminBasic),
                try await put(api, id, #"{"name":"Pk 2"}"#),
            ]

            #expect(privateKey.matches(publicKey))
            #expect(made.fields["Cache-Control"] == "no-store")
            #expect(made.json?["privacy"] == ["improve_ai": true])
            for reply in later { #expect(reply.status == 200 && !reply.text.contains("PRIVATE KEY")) }
            let directory = api.registry.directory
            #expect(ApplicationID(id).flatMap { directory.application($0) }?.name == "Pk 2")
        }
    }

    @Test func takesAPublicKeyAndMakesNoPrivateOne() async throws {
        try await withAPI(TestAPI()) { api in
            let body: JSONValue = ["name": "Own", "keys": ["public_key": .string(TestAPI.otherKey.publicKey.pem)]]

            let made = try await create(api, body.serializedText)

            #expect(made.status == 201)
            #expect(made.json?["keys"] == ["public_key": .string(TestAPI.otherKey.publicKey.pem)])
        }
    }

    @Test func refusesWhatIsNoPublicKeyWithoutRepeatingIt() async throws {
        try await withAPI(TestAPI()) { api in
            for text in ["hello", TestAPI.key.pem] {
                let body: JSONValue = ["name": "Bad", "keys": ["public_key": .string(text)]]

                let refused = try await create(api, body.serializedText)

                #expect(refused.status == 400)
                #expect(names(refused) == ["keys.public_key"])
                #expect(!refused.text.contains("MIIEv") && !refused.text.contains("hello"))
            }
        }
    }

    @Test func aPutReplacesAllButTheKeys() async throws {
        try await withAPI(TestAPI()) { api in
            let made = try await create(api, #"{"name":"A","capabilities":{"vbc":{}},"privacy":{"improve_ai":false}}"#)
            let id = try #require(made.json?["id"]?.string)

            let replaced = try await put(api, id, #"{"name":"B"}"#)

            #expect(replaced.status == 200)
            #expect(replaced.json?["name"]?.string == "B")
            #expect(replaced.json?["capabilities"] == [:])
            #expect(replaced.json?["privacy"] == ["improve_ai": true])
            #expect(replaced.json?["keys"]?["public_key"] == made.json?["keys"]?["public_key"])
            #expect(try await api.keptPrivateKey(of: id) != nil)
        }
    }

    @Test func aNewPublicKeyEndsTheOldPair() async throws {
        try await withAPI(TestAPI()) { api in
            let made = try await create(api, #"{"name":"A"}"#)
            let id = try #require(made.json?["id"]?.string)
            let body: JSONValue = ["name": "A", "keys": ["public_key": .string(TestAPI.otherKey.publicKey.pem)]]

            let replaced = try await put(api, id, body.serializedText)

            #expect(replaced.json?["keys"]?["public_key"]?.string == TestAPI.otherKey.publicKey.pem)
            #expect(try await api.keptPrivateKey(of: id) == nil)
        }
    }

    @Test func listsInPages() async throws {
        try await withAPI(TestAPI()) { api in
            let key: JSONValue = ["public_key": .string(TestAPI.otherKey.publicKey.pem)]
            for name in ["B", "C", "D", "E"] {
                let body: JSONValue = ["name": .string(name), "keys": key]
                _ = try await create(api, body.serializedText)
            }

            let page = try await api.get("\(Self.path)?page_size=2&page=2", auth: api.adminBasic)
            let beyond = try await api.get("\(Self.path)?page_size=1&page=999", auth: api.adminBasic)
            let first = try await api.get(Self.path, auth: api.adminBasic)

            #expect(page.json?["_embedded"]?["applications"]?.array?.map { $0["name"]?.string } == ["C", "D"])
            #expect(page.json?["total_items"]?.int == 5)
            #expect(page.json?["total_pages"]?.int == 3)
            let links = page.json?["_links"]
            #expect(links?["self"]?["href"]?.string == "\(Self.path)?page_size=2&page=2")
            #expect(links?["first"]?["href"]?.string == "\(Self.path)?page_size=2")
            #expect(links?["prev"]?["href"]?.string == "\(Self.path)?page_size=2&page=1")
            #expect(links?["next"]?["href"]?.string == "\(Self.path)?page_size=2&page=3")
            #expect(links?["last"]?["href"]?.string == "\(Self.path)?page_size=2&page=3")
            #expect(beyond.status == 200)
            #expect(beyond.json?["page"]?.int == 999)
            #expect(beyond.json?["_embedded"]?["applications"] == [])
            #expect(first.json?["page_size"]?.int == 10)
            #expect(first.json?["_links"]?["next"] == nil)
        }
    }

    @Test(arguments: ["page_size=0", "page_size=101", "page_size=x", "page=0", "page=abc", "page=-1"])
    func namesTheWrongParameter(query: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await api.get("\(Self.path)?\(query)", auth: api.adminBasic)

            #expect(refused.status == 400)
            #expect(names(refused) == [query.split(separator: "=").first.map(String.init)])
            #expect(refused.json?["type"]?.string?.hasSuffix("#list-validation") == true)
        }
    }

    @Test func tellsAllFaultsOfABodyAtOnce() async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await create(
                api,
                #"{"name":"V","capabilities":{"voice":{"webhooks":{"answer_url":{"address":"https://example.com/a","http_method":"FETCH","connection_timeout":50},"event_url":{"address":"https://example.com/e","http_method":"POST","socket_timeout":20000}}}}}"#
            )

            let place = "capabilities.voice.webhooks"
            #expect(refused.status == 400)
            #expect(refused.json?["title"]?.string == "Bad Request")
            #expect(refused.json?["type"]?.string?.hasSuffix("#payload-validation") == true)
            #expect(
                names(refused) == [
                    "\(place).answer_url.http_method", "\(place).answer_url.connection_timeout",
                    "\(place).event_url.socket_timeout",
                ])
        }
    }

    @Test(arguments: ["{}", #"{"name":"  "}"#, #"{"name":7}"#, #"{"name":null}"#, #"{"name":"a\nb"}"#])
    func needsAName(body: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await create(api, body)

            #expect(refused.status == 400)
            #expect(names(refused) == ["name"])
        }
    }

    @Test func refusesBodiesThatAreNoJSONObject() async throws {
        try await withAPI(TestAPI()) { api in
            let xml = try await api.send(
                .post, Self.path, auth: api.adminBasic, fields: ["Content-Type": "text/xml"],
                body: Array("<app/>".utf8))

            #expect(try await create(api, #"[{"name":"V3"}]"#).status == 400)
            #expect(try await create(api, #"{"name":"#).status == 400)
            #expect(xml.status == 415)
            #expect(xml.json?["title"]?.string == "Unsupported Content-Type header")
        }
    }

    @Test func anUnknownIDIsNamed() async throws {
        try await withAPI(TestAPI()) { api in
            let id = "00000000-0000-4000-8000-00000000dead"
            let replies = [
                try await api.get("\(Self.path)/\(id)", auth: api.adminBasic),
                try await put(api, id, #"{"name":"x"}"#),
                try await api.delete("\(Self.path)/\(id)", auth: api.adminBasic),
            ]

            for reply in replies {
                #expect(reply.status == 404)
                #expect(reply.json?["detail"]?.string?.contains(id) == true)
                #expect(reply.json?["type"]?.string?.hasSuffix("#not-found") == true)
                #expect(reply.json?["instance"]?.string?.utf8.count == 32)
            }
            #expect(try await api.get("\(Self.path)/not-an-id", auth: api.adminBasic).status == 404)
        }
    }

    @Test func anIDIsTheSameWithoutItsDashes() async throws {
        try await withAPI(TestAPI()) { api in
            let shown = try await api.get("\(Self.path)/\(api.application.id.uuid.hex)", auth: api.adminBasic)

            #expect(shown.json?["id"]?.string == api.application.id.description)
        }
    }

    @Test func deletingFreesNumbersAndEndsUsers() async throws {
        try await withAPI(TestAPI()) { api in
            let path = "\(Self.path)/\(api.application.id)"

            let deleted = try await api.delete(path, auth: api.adminBasic)
            let again = try await api.delete(path, auth: api.adminBasic)
            let numbers = try await api.get("/account/numbers?has_application=true", auth: api.adminBasic)

            #expect(deleted.status == 204)
            #expect(deleted.body.isEmpty)
            #expect(again.status == 404)
            #expect(numbers.json?["count"]?.int == 0)
            #expect(api.registry.directory.user(api.alice.id) == nil)
        }
    }

    @Test func nobodyGetsInWithoutTheKey() async throws {
        try await withAPI(TestAPI()) { api in
            for auth in [nil, "Basic d3Jvbmc6d3Jvbmc=", try api.bearer()] {
                let refused = try await api.get(Self.path, auth: auth)

                #expect(refused.status == 401)
                #expect(refused.fields["WWW-Authenticate"]?.hasPrefix("Basic") == true)
                #expect(refused.json?["title"]?.string == "Invalid credentials supplied")
            }
        }
    }

    @Test func withoutTheKeyOfTheSecretsReadingStillWorks() async throws {
        try await withAPI(TestAPI(hasBox: false)) { api in
            let made = try await create(api, #"{"name":"A"}"#)

            #expect(made.status == 503)
            #expect(try await api.get(Self.path, auth: api.adminBasic).json?["total_items"]?.int == 1)
        }
    }
}

extension TestAPI {
    func keptPrivateKey(of id: String) async throws -> [UInt8]? {
        guard let id = ApplicationID(id) else { throw Unfit() }
        return try await registry.read { tx in try ApplicationStore(tx).privateKey(of: id) }
    }
}
