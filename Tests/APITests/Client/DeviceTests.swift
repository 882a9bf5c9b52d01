import HTTP
import JSON
import JWT
import Registry
import Telephony
import Testing

@Suite struct DeviceTests {
    private static let token = String(repeating: "0fa1", count: 16)

    private func registration(_ members: String = "") -> String {
        #"{"token":"\#(Self.token)","sandbox":true\#(members)}"#
    }

    private func shown(_ api: TestAPI, _ user: String = "Alice") async throws -> [JSONValue] {
        let reply = try await api.get("/client/devices?user=\(user)", auth: try api.bearer())
        return reply.json?["devices"]?.array ?? []
    }

    @Test func registersAPhoneOnceHoweverOftenTheAppStarts() async throws {
        try await withAPI(TestAPI()) { api in
            let auth = try api.bearer("Alice")
            var replies: [Reply] = []
            for _ in 0..<5 { replies.append(try await api.post("/client/devices", auth: auth, json: registration())) }

            #expect(replies.map(\.status) == [201, 200, 200, 200, 200])
            #expect(Set(replies.map { $0.json?["id"]?.string }).count == 1)
            #expect(try await shown(api).count == 1)
            _ = try await api.answer("u1")
            #expect(api.ringer.rung.map(\.device.voipToken?.hex) == [Self.token])
            #expect(api.ringer.rung.map(\.device.isSandbox) == [true])
        }
    }

    @Test(arguments: [
        "<0fa10fa1 0fa10fa1 0fa10fa1 0fa10fa1 0fa10fa1 0fa10fa1 0fa10fa1 0fa10fa1>",
        "0FA10FA10FA10FA10FA10FA10FA10FA10FA10FA10FA10FA10FA10FA10FA10FA1",
    ])
    func anotherSpellingIsTheSamePhone(token: String) async throws {
        try await withAPI(TestAPI()) { api in
            let auth = try api.bearer("Alice")
            _ = try await api.post("/client/devices", auth: auth, json: registration())

            let again = try await api.post("/client/devices", auth: auth, json: #"{"token":"\#(token)"}"#)

            #expect(again.status == 200)
            #expect(try await shown(api).count == 1)
        }
    }

    @Test func takesEveryFixtureItShould() async throws {
        try await withAPI(TestAPI()) { api in
            let auth = try api.bearer("Alice")
            let fixtures = try Fixtures.json("push/device-tokens.json")
            for entry in try #require(fixtures["accept"]?.array) {
                let body: JSONValue = [
                    "token": try #require(entry["in"]), "encoding": entry["encoding"] ?? .null,
                ]
                let reply = try await api.post("/client/devices", auth: auth, json: body.serializedText)

                #expect([200, 201].contains(reply.status), "\(entry)")
            }
            for entry in try #require(fixtures["reject"]?.array) {
                let body: JSONValue = ["token": try #require(entry["in"])]
                let reply = try await api.post("/client/devices", auth: auth, json: body.serializedText)

                #expect(reply.status == 400, "\(entry)")
                #expect(reply.code == "invalid_device_token")
            }
        }
    }

    @Test(arguments: [
        ("{length = 32, bytes = 0x8a58d88c c4c3d4da 25040 ... 3f8412c6 57ce0bd0 }", "hex"),
        (String(repeating: "a", count: 63), "odd"), (String(repeating: "g", count: 64), "hex"), ("", "empty"),
    ])
    func aBadTokenIsRefusedInWordsAndNothingIsStored(token: String, word: String) async throws {
        try await withAPI(TestAPI()) { api in
            let body: JSONValue = ["token": .string(token)]

            let reply = try await api.post(
                "/client/devices", auth: try api.bearer("Alice"), json: body.serializedText)

            #expect(reply.status == 400)
            #expect(reply.json?["detail"]?.string?.contains(word) == true)
            #expect(reply.json?["detail"]?.string?.contains("token") == true)
            #expect(try await shown(api).isEmpty)
        }
    }

    @Test func takesALongToken() async throws {
        try await withAPI(TestAPI()) { api async throws in
            let body = #"{"token":"\#(String(repeating: "a1b2c3d4e5f6", count: 9))"}"#

            #expect(try await api.post("/client/devices", auth: try api.bearer("Alice"), json: body).status == 201)
        }
    }

    @Test func takesSeveralTokensOfOnePhone() async throws {
        try await withAPI(TestAPI()) { api in
            let auth = try api.bearer("Alice")
            let body =
                #"{"tokens":[{"token":"aa11","kind":"voip"},{"token":"bb22","kind":"alert"}],"platform":"ios","bundle_id":"com.example.phone.voip","device_id":"my-phone","app_version":"1.2","model":"iPhone15,4"}"#

            let reply = try await api.post("/client/devices", auth: auth, json: body)
            let device = try #require(try await shown(api).first)

            #expect(reply.status == 201)
            #expect(device["id"]?.string == "my-phone")
            #expect(device["kinds"] == ["voip", "alert"])
            #expect(device["bundle_id"]?.string == "com.example.phone")
            #expect(device["user"]?.string == "Alice")
            #expect(device["user_id"]?.string == api.alice.id.description)
            #expect(device["model"]?.string == "iPhone15,4")
            #expect(device["registered_at"]?.string == "2026-03-01T09:00:00.000Z")
        }
    }

    @Test func takesAFirebaseToken() async throws {
        try await withAPI(TestAPI()) { api in
            let body = #"{"token":"cX9:APA91b-Fire_base","platform":"android"}"#

            let reply = try await api.post("/client/devices", auth: try api.bearer("Alice"), json: body)

            #expect(reply.status == 201)
            #expect(try await shown(api).first?["kinds"] == ["fcm"])
        }
    }

    @Test(arguments: [
        (#"{"token":"aa11","kind":"pager"}"#, "kind"), (#"{"token":"aa11","platform":"symbian"}"#, "platform"),
        (#"{"token":"aa11","sandbox":"maybe"}"#, "sandbox"), (#"{"tokens":[]}"#, "tokens"),
        (#"{"tokens":[1]}"#, "tokens[0]"), (#"{"tokens":[{"token":"aa"},{"token":"bb"}]}"#, "tokens"),
        (#"{"token":"aa11","device_id":"a/b"}"#, "device_id"), (#"{"token":"aa11","bundle_id":"a b"}"#, "bundle_id"),
        (#"{"token":"aa11","model":7}"#, "model"), (#"{"tokens":[{"token":"zz"}]}"#, "tokens[0].token"),
        (#"{}"#, "token"), (#"{"token":7}"#, "token"),
    ])
    func namesTheMemberThatIsWrong(body: String, member: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post("/client/devices", auth: try api.bearer("Alice"), json: body)

            #expect(reply.status == 400)
            #expect(reply.json?["invalid_parameters"]?[0]?["name"]?.string == member)
            #expect(try await shown(api).isEmpty)
        }
    }

    @Test(arguments: ["[]", "x", ""])
    func whatIsNoObjectIsRefused(body: String) async throws {
        try await withAPI(TestAPI()) { api in
            let reply = try await api.post("/client/devices", auth: try api.bearer("Alice"), json: body)

            #expect(reply.status == 400)
            #expect(reply.code == "invalid_body")
        }
    }

    @Test func aPhoneThatChangesHandsRingsForItsNewOwnerOnly() async throws {
        try await withAPI(TestAPI()) { api in
            let first = try await api.post("/client/devices", auth: try api.bearer("Alice"), json: registration())

            let moved = try await api.post("/client/devices", auth: try api.bearer("Bob"), json: registration())
            _ = try await api.answer("u1")

            #expect(moved.status == 200)
            #expect(moved.json?["id"] == first.json?["id"])
            #expect(try await shown(api, "Alice").isEmpty)
            #expect(try await shown(api, "Bob").count == 1)
            #expect(api.ringer.rung.isEmpty)
        }
    }

    @Test func needsAUsersToken() async throws {
        try await withAPI(TestAPI()) { api in
            let application = try await api.post("/client/devices", auth: try api.bearer(), json: registration())
            let admin = try await api.post("/client/devices", auth: api.adminBasic, json: registration())
            let nobody = try await api.post("/client/devices", json: registration())

            #expect([application.status, admin.status, nobody.status] == [403, 401, 401])
            #expect(try await shown(api).isEmpty)
        }
    }

    // MARK: Lists

    @Test func isListedForTheUserTheApplicationAndTheAdministrator() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice)
            try await api.addDevice(of: api.bob, token: "bb22")
            func count(_ target: String, _ auth: String) async throws -> Int? {
                try await api.get(target, auth: auth).json?["devices"]?.array?.count
            }

            #expect(try await count("/client/devices", try api.bearer("Alice")) == 1)
            #expect(try await count("/client/devices", try api.bearer()) == 2)
            #expect(try await count("/client/devices?user=Bob", try api.bearer()) == 1)
            #expect(try await count("/client/devices?user=Bob", api.adminBasic) == 1)
            #expect(try await count("/client/devices?user=\(api.bob.id)", api.adminBasic) == 1)
            #expect(try await count("/client/devices", api.adminBasic) == 2)
        }
    }

    @Test func showsNoTokens() async throws {
        try await withAPI(TestAPI()) { api in
            try await api.addDevice(of: api.alice, token: Self.token)

            let reply = try await api.get("/client/devices", auth: try api.bearer("Alice"))

            #expect(reply.status == 200)
            #expect(!reply.text.contains(Self.token))
            #expect(!api.logs.text.contains(Self.token))
        }
    }

    @Test func aUserDoesNotSeeOthersDevices() async throws {
        try await withAPI(TestAPI()) { api async throws in
            #expect(try await api.get("/client/devices?user=Bob", auth: try api.bearer("Alice")).status == 403)
            #expect(try await api.get("/client/devices?user=Nobody", auth: try api.bearer()).status == 404)
        }
    }

    @Test func anAdministratorNamesTheApplicationWhereThereAreSeveral() async throws {
        try await withAPI(TestAPI()) { api in
            _ = try await api.addApplication("Other")

            let unclear = try await api.get("/client/devices", auth: api.adminBasic)
            let named = try await api.get(
                "/client/devices?application_id=\(api.application.id)", auth: api.adminBasic)
            let wrong = try await api.get("/client/devices?application_id=x", auth: api.adminBasic)

            #expect([unclear.status, named.status, wrong.status] == [409, 200, 404])
        }
    }

    // MARK: Removal

    @Test func isRemovedByItsUserAndIsThenGoneWhateverIsAsked() async throws {
        try await withAPI(TestAPI()) { api in
            let device = try await api.addDevice(of: api.alice)
            let auth = try api.bearer("Alice")

            let first = try await api.delete("/client/devices/\(device.id)", auth: auth)
            let second = try await api.delete("/client/devices/\(device.id)", auth: auth)
            let odd = try await api.delete("/client/devices/a%2Fb", auth: auth)

            #expect([first.status, second.status, odd.status] == [204, 204, 204])
            #expect(first.body.isEmpty)
            #expect(try await shown(api).isEmpty)
            _ = try await api.answer("u1")
            #expect(api.ringer.rung.isEmpty)
        }
    }

    @Test func isNotRemovedByAnotherUserOrApplication() async throws {
        try await withAPI(TestAPI()) { api in
            let device = try await api.addDevice(of: api.alice)
            let other = try await api.addApplication("Other")

            let bob = try await api.delete("/client/devices/\(device.id)", auth: try api.bearer("Bob"))
            let foreign = try await api.delete(
                "/client/devices/\(device.id)",
                auth: try api.bearer(key: TestAPI.otherKey, application: other.id))

            #expect([bob.status, foreign.status] == [204, 204])
            #expect(try await shown(api).count == 1)
        }
    }
}
