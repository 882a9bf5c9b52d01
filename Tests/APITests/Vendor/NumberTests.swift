import HTTP
import JSON
import Registry
import Telephony
import Testing

@testable import API

@Suite struct NumberTests {
    private static let done: JSONValue = ["error-code": "200", "error-code-label": "success"]

    /// With 447700900020 to 447700900024 and a landline for sale.
    private func stocked() async throws -> TestAPI {
        let api = try await TestAPI()
        try await api.registry.write { tx in
            for index in 20...24 {
                guard let digits = E164("4477009000\(index)") else { throw Unfit() }
                var number = Number(number: digits, country: "GB", isOwned: false, cost: "1.25")
                if index == 24 { number.features = .voice }
                try NumberStore(tx).create(number)
            }
            guard let digits = E164("442079460000") else { throw Unfit() }
            try NumberStore(tx).create(
                Number(number: digits, country: "GB", kind: .landline, features: .voice, isOwned: false))
        }
        return api
    }

    private func form(
        _ api: TestAPI, _ path: String, _ body: String, type: String = "application/x-www-form-urlencoded"
    ) async throws -> Reply {
        try await api.send(
            .post, path, auth: api.adminBasic, fields: ["Content-Type": type], body: Array(body.utf8))
    }

    private func digits(_ reply: Reply) -> [String?]? {
        reply.json?["numbers"]?.array?.map { $0["msisdn"]?.string }
    }

    private func owned(_ api: TestAPI, _ pattern: String) async throws -> JSONValue? {
        try await api.get("/account/numbers?pattern=\(pattern)", auth: api.adminBasic).json?["numbers"]?[0]
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "application/json", "text/plain"])
    func buysByAFormWhateverItSaysItIs(type: String) async throws {
        try await withAPI(stocked()) { api in
            let bought = try await form(api, "/number/buy", "country=GB&msisdn=447700900020", type: type)

            #expect(bought.status == 200)
            #expect(bought.json == Self.done)
            #expect(try await owned(api, "447700900020")?["msisdn"]?.string == "447700900020")
            let offers = try await api.get("/number/search?country=GB&pattern=447700900020", auth: api.adminBasic)
            #expect(offers.json == ["count": 0, "numbers": []])
        }
    }

    @Test func buysByQueryAndByJSON() async throws {
        try await withAPI(stocked()) { api in
            let query = try await api.send(
                .post,
                "/number/buy?api_key=a1b2c3d4&api_secret=\(TestAPI.adminSecret)&country=GB&msisdn=447700900021")
            let json = try await form(
                api, "/number/buy", #" {"country":"gb","msisdn":447700900022}"#, type: "application/json")

            #expect(query.json == Self.done)
            #expect(json.json == Self.done)
        }
    }

    @Test(arguments: [
        ("country=GB&msisdn=447700900777", "not for sale"), ("country=GB&msisdn=447700900000", "owned already"),
        ("country=AQ&msisdn=447700900020", "AQ"), ("msisdn=447700900020", "country"), ("country=GB", "msisdn"),
        ("country=GBR&msisdn=447700900020", "country"), ("country=GB&msisdn=x", "msisdn"), ("", "country"),
    ])
    func tellsWhyItCannotBeBought(body: String, word: String) async throws {
        try await withAPI(stocked()) { api in
            let refused = try await form(api, "/number/buy", body)

            #expect(refused.status == 420)
            #expect(refused.json?["error-code"]?.string == "420")
            #expect(refused.json?["error-code-label"]?.string?.contains(word) == true)
            #expect(try await owned(api, "447700900020") == nil)
        }
    }

    @Test func aNumberIsGivenBackOnce() async throws {
        try await withAPI(stocked()) { api in
            let given = try await form(api, "/number/cancel", "country=GB&msisdn=\(TestAPI.number)")
            let again = try await form(api, "/number/cancel", "country=GB&msisdn=\(TestAPI.number)")

            #expect(given.json == Self.done)
            #expect(again.status == 420)
            #expect(again.json?["error-code-label"]?.string == "method failed")
            #expect(again.json?["detail"]?.string?.contains(TestAPI.number) == true)
            #expect(try await api.answer("u1").text.contains("connect") == false)
        }
    }

    @Test func anUpdateLeavesWhatItDoesNotName() async throws {
        try await withAPI(TestAPI()) { api in
            let number = "country=GB&msisdn=\(TestAPI.number)"
            _ = try await form(api, "/number/update", "\(number)&moHttpUrl=https%3A%2F%2Fexample.com%2Fsms")

            let changed = try await form(
                api, "/number/update", "\(number)&voiceCallbackType=tel&voiceCallbackValue=447700900099")
            let both = try await owned(api, TestAPI.number)
            _ = try await form(api, "/number/update", "\(number)&moHttpUrl=")
            let cleared = try await owned(api, TestAPI.number)

            #expect(changed.json == Self.done)
            #expect(both?["moHttpUrl"]?.string == "https://example.com/sms")
            #expect(both?["voiceCallbackType"]?.string == "tel")
            #expect(both?["app_id"]?.string == api.application.id.description)
            #expect(both?["user"]?.string == "Alice")
            #expect(cleared?["moHttpUrl"]?.string == "")
            #expect(cleared?["voiceCallbackValue"]?.string == "447700900099")
        }
    }

    @Test(arguments: ["app_id=ID", "voiceCallbackType=app&voiceCallbackValue=ID", "app_id=ID&voiceCallbackType=app"])
    func linksToAnApplicationInEitherWay(parameters: String) async throws {
        try await withAPI(TestAPI()) { api in
            let other = Application(name: "Other")
            try await api.registry.write { tx in try ApplicationStore(tx).create(other) }
            let body =
                "country=GB&msisdn=\(TestAPI.number)&"
                + parameters.split(separator: "ID", omittingEmptySubsequences: false).joined(separator: "\(other.id)")

            let linked = try await form(api, "/number/update", body)
            let shown = try await owned(api, TestAPI.number)

            #expect(linked.json == Self.done)
            #expect(shown?["app_id"]?.string == other.id.description)
            #expect(shown?["voiceCallbackType"]?.string == "app")
            #expect(shown?["voiceCallbackValue"]?.string == other.id.description)
            // Alice is a user of the application it led to before.
            #expect(shown?["user"] == nil)
        }
    }

    @Test func anEmptyApplicationUnlinks() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await form(api, "/number/update", "country=GB&msisdn=\(TestAPI.number)&app_id=")

            let shown = try await owned(api, TestAPI.number)

            #expect(shown?["app_id"] == nil)
            #expect(shown?["voiceCallbackType"] == nil)
            #expect(shown?["user"] == nil)
        }
    }

    @Test(arguments: [
        "app_id=00000000-0000-4000-8000-00000000dead",
        "voiceCallbackType=app&voiceCallbackValue=00000000-0000-4000-8000-00000000dead",
        "app_id=00000000-dead", "voiceCallbackType=fax&voiceCallbackValue=dead",
    ])
    func namesWhatItCannotLinkTo(parameters: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await form(
                api, "/number/update", "country=GB&msisdn=\(TestAPI.number)&\(parameters)")

            #expect(refused.status == 420)
            let named =
                parameters.hasPrefix("voiceCallbackType=fax")
                ? "voiceCallbackType" : parameters.split(separator: "=").last.map(String.init) ?? ""
            #expect(refused.text.contains(named))
            #expect(try await owned(api, TestAPI.number)?["app_id"]?.string == api.application.id.description)
        }
    }

    @Test func anotherOnesNumberCannotBeUpdated() async throws {
        try await withAPI(stocked()) { api in
            let refused = try await form(
                api, "/number/update", "country=GB&msisdn=447700900020&app_id=\(api.application.id)")

            #expect(refused.status == 420)
            #expect(refused.json?["error-code-label"]?.string == "method failed")
        }
    }

    @Test func theIndexIsAPage() async throws {
        try await withAPI(TestAPI()) { api in
            for index in 0..<23 { try await api.addNumber("447700900\(200 + index)", rings: nil) }

            let pages = [
                try await api.get("/account/numbers?size=10&index=1", auth: api.adminBasic),
                try await api.get("/account/numbers?size=10&index=3", auth: api.adminBasic),
                try await api.get("/account/numbers?size=10&index=4", auth: api.adminBasic),
            ]

            #expect(pages.map { $0.json?["count"]?.int } == [25, 25, 25])
            #expect(pages.map { digits($0)?.count } == [10, 5, 0])
        }
    }

    @Test(arguments: [
        ("pattern=4477009000", 5), ("pattern=0021&search_pattern=2", 1), ("pattern=0900&search_pattern=1", 5),
        ("pattern=%25&search_pattern=1", 0), ("pattern=4477_0900", 0), ("pattern=7700900020", 0), ("", 6),
        ("type=landline", 1), ("type=mobile-lvn", 5), ("features=SMS%2CVOICE", 4), ("features=VOICE,SMS", 4),
        ("features=voice", 6), ("features=MMS", 0), ("index=1000&size=100", 6),
    ])
    func searchesLiterally(query: String, count: Int) async throws {
        try await withAPI(stocked()) { api in
            let found = try await api.get("/number/search?country=GB&size=100&\(query)", auth: api.adminBasic)

            #expect(found.status == 200)
            #expect(found.json?["count"]?.int == count)
            #expect(digits(found)?.count == (query.hasPrefix("index=1000") ? 0 : count))
        }
    }

    @Test func anOfferHasItsPrice() async throws {
        try await withAPI(stocked()) { api in
            let found = try await api.get(
                "/number/search?country=gb&pattern=447700900020", auth: api.adminBasic)

            #expect(
                found.json?["numbers"] == [
                    [
                        "country": "GB", "msisdn": "447700900020", "cost": "1.25", "initialPrice": "0.00",
                        "type": "mobile-lvn", "features": ["VOICE", "SMS"],
                    ]
                ])
        }
    }

    @Test func whereNothingIsForSaleTheListIsEmpty() async throws {
        try await withAPI(stocked()) { api async throws in
            #expect(
                try await api.get("/number/search?country=DE", auth: api.adminBasic).json
                    == ["count": 0, "numbers": []])
            #expect(
                try await api.get("/account/numbers?pattern=000000&search_pattern=1", auth: api.adminBasic).json
                    == ["count": 0, "numbers": []])
        }
    }

    @Test(arguments: [
        ("/number/search?size=1", "country"), ("/number/search?country=GB&search_pattern=7", "search_pattern"),
        ("/number/search?country=GB&type=fax", "type"), ("/number/search?country=GB&features=FAX", "features"),
        ("/number/search?country=GB&size=101", "size"), ("/account/numbers?index=0", "index"),
        ("/account/numbers?has_application=maybe", "has_application"),
        ("/account/numbers?application_id=x", "application_id"),
    ])
    func namesTheWrongParameter(target: String, name: String) async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await api.get(target, auth: api.adminBasic)

            #expect(refused.status == 420)
            #expect(refused.json?["error-code"]?.string == "420")
            #expect(refused.json?["error-code-label"]?.string?.contains(name) == true)
        }
    }

    @Test func filtersByApplicationInThreeStates() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.registry.write { tx in
                guard let digits = E164("447700900050") else { throw Unfit() }
                try NumberStore(tx).create(Number(number: digits, country: "GB"))
            }
            func listed(_ query: String) async throws -> [String?]? {
                digits(try await api.get("/account/numbers\(query)", auth: api.adminBasic))
            }

            #expect(try await listed("?has_application=False") == ["447700900050"])
            #expect(try await listed("?has_application=True")?.count == 2)
            #expect(try await listed("")?.count == 3)
            #expect(try await listed("?application_id=\(api.application.id)")?.count == 2)
            #expect(try await listed("?application_id=\(ApplicationID.random())") == [])
            #expect(try await listed("?country=AQ") == [])
        }
    }

    @Test func aWrongSecretSaysNoMoreThanTheVendorDoes() async throws {
        try await withAPI(TestAPI()) { api in
            let refused = try await api.get("/account/numbers?api_key=wrong&api_secret=wrong")

            #expect(refused.status == 401)
            #expect(refused.json == ["error-code": "401", "error-code-label": "authentication failed"])
        }
    }
}
