import Crypto
import HTTP2
import JWT
import Telephony
import Testing

@testable import Simulator

/// What Apple's gateway refuses, and how it says so.
struct GatewayRulesTests {
    static let now = Timestamp(seconds: 1_772_443_800)
    static let key = ECPrivateKey.generate()
    static let otherKey = ECPrivateKey.generate()
    static let voip = String(repeating: "a1", count: 32)
    static let alert = String(repeating: "b2", count: 32)

    static var rules: GatewayRules {
        var rules = GatewayRules()
        rules.keys["KEY0000001"] = GatewayRules.Key(teamID: "TEAM000001", publicKey: key.publicKey)
        rules.keys["KEY0000002"] = GatewayRules.Key(teamID: "TEAM000001", publicKey: otherKey.publicKey)
        rules.installations[voip] = GatewayRules.Installation(bundleID: "com.example.calls", isVoIP: true)
        rules.installations[alert] = GatewayRules.Installation(bundleID: "com.example.calls", isVoIP: false)
        return rules
    }

    static func token(
        _ key: ECPrivateKey = key, keyID: String = "KEY0000001", teamID: String = "TEAM000001", age: Int64 = 0
    ) -> String {
        ProviderToken(keyID: keyID, teamID: teamID, key: key, issuedAt: now.seconds - age).text
    }

    /// A VoIP push in order, with fields replaced, or left out where the value is nil.
    static func push(
        _ changes: [String: String?] = [:], path: String = "/3/device/" + voip, method: String = "POST",
        body: [UInt8] = Array("{}".utf8)
    ) -> Message {
        let fields = [
            ("authorization", "bearer " + token()), ("apns-id", "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65"),
            ("apns-topic", "com.example.calls.voip"), ("apns-push-type", "voip"), ("apns-priority", "10"),
            ("apns-expiration", "0"),
        ]
        var all = [HeaderField(":method", method), HeaderField(":path", path)]
        for (name, value) in fields {
            switch changes[name] {
            case nil: all.append(HeaderField(name, value))
            case .some(nil): break
            case .some(let new?): all.append(HeaderField(name, new))
            }
        }
        for (name, value) in changes where !fields.contains(where: { $0.0 == name }) {
            if let value { all.append(HeaderField(name, value)) }
        }
        return Message(fields: all, body: body)
    }

    private func refusal(_ push: Message, rules: GatewayRules = rules) -> GatewayRefusal? {
        var connection = GatewayRules.Connection()
        do throws(GatewayRefusal) {
            _ = try rules.judge(push, on: &connection, at: Self.now)
            return nil
        } catch { return error }
    }

    @Test func takesAPushInOrder() throws {
        var connection = GatewayRules.Connection()

        let accepted = try Self.rules.judge(Self.push(), on: &connection, at: Self.now)

        #expect(accepted.token == Self.voip)
        #expect(accepted.id.description == "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65")
        #expect(accepted.topic == "com.example.calls.voip")
        #expect(accepted.isVoIP)
        #expect(accepted.expiration == 0)
        #expect(accepted.priority == 10)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let push: Message
        let refusal: GatewayRefusal

        init(_ name: String, _ push: Message, _ refusal: GatewayRefusal) {
            testDescription = name
            self.push = push
            self.refusal = refusal
        }
    }

    static let wrongs = [
        Wrong("GET", push(method: "GET"), .methodNotAllowed),
        Wrong("another path", push(path: "/3/devices/" + voip), .badPath),
        Wrong("no token in the path", push(path: "/3/device/"), .missingDeviceToken),
        Wrong("a token nobody has", push(path: "/3/device/" + String(repeating: "c3", count: 32)), .badDeviceToken),
        Wrong("a token in upper case", push(path: "/3/device/" + voip.uppercased()), .badDeviceToken),
        Wrong("no provider token", push(["authorization": nil]), .missingProviderToken),
        Wrong("another scheme", push(["authorization": "basic abc"]), .invalidProviderToken),
        Wrong("garbage", push(["authorization": "bearer a.b.c"]), .invalidProviderToken),
        Wrong(
            "a key nobody knows", push(["authorization": "bearer " + token(keyID: "KEY0000009")]), .invalidProviderToken
        ),
        Wrong("another team", push(["authorization": "bearer " + token(teamID: "TEAM000009")]), .invalidProviderToken),
        Wrong("signed with another key", push(["authorization": "bearer " + token(otherKey)]), .invalidProviderToken),
        Wrong("too old", push(["authorization": "bearer " + token(age: 3601)]), .expiredProviderToken),
        Wrong("from the future", push(["authorization": "bearer " + token(age: -3601)]), .expiredProviderToken),
        Wrong("id in upper case", push(["apns-id": "B7D9E0C4-52AA-4F0E-8C36-F1A4D2907B65"]), .badMessageID),
        Wrong("id without dashes", push(["apns-id": "b7d9e0c452aa4f0e8c36f1a4d2907b65"]), .badMessageID),
        Wrong("no topic", push(["apns-topic": nil]), .missingTopic),
        Wrong("a topic with a blank", push(["apns-topic": "com example"]), .badTopic),
        Wrong("another app", push(["apns-topic": "com.example.other.voip"]), .topicDisallowed),
        Wrong("the suffix twice", push(["apns-topic": "com.example.calls.voip.voip"]), .topicDisallowed),
        Wrong("no suffix for voip", push(["apns-topic": "com.example.calls"]), .topicDisallowed),
        Wrong("no push type", push(["apns-push-type": nil]), .invalidPushType),
        Wrong("a word of their own", push(["apns-push-type": "call"]), .invalidPushType),
        Wrong("priority 7", push(["apns-priority": "7"]), .badPriority),
        Wrong(
            "a background push with priority 10",
            push(
                ["apns-push-type": "background", "apns-topic": "com.example.calls"], path: "/3/device/" + alert),
            .badPriority),
        Wrong("expiration in words", push(["apns-expiration": "soon"]), .badExpirationDate),
        Wrong("expiration below zero", push(["apns-expiration": "-1"]), .badExpirationDate),
        Wrong("a long collapse id", push(["apns-collapse-id": String(repeating: "x", count: 65)]), .badCollapseID),
        Wrong("no body", push(body: []), .payloadEmpty),
        Wrong("a body of 5121 bytes", push(body: [UInt8](repeating: 0x20, count: 5121)), .payloadTooLarge),
        Wrong(
            "an alert of 4097 bytes",
            push(
                ["apns-push-type": "alert", "apns-topic": "com.example.calls"], path: "/3/device/" + alert,
                body: [UInt8](repeating: 0x20, count: 4097)), .payloadTooLarge),
        Wrong("a voip push to the alert token", push(path: "/3/device/" + alert), .deviceTokenNotForTopic),
        Wrong(
            "an alert to the voip token",
            push(["apns-push-type": "alert", "apns-topic": "com.example.calls"]), .deviceTokenNotForTopic),
    ]

    @Test(arguments: wrongs) func refuses(wrong: Wrong) {
        #expect(refusal(wrong.push) == wrong.refusal)
    }

    @Test func refusesTheSameHeaderTwice() {
        var push = Self.push()
        push.fields.append(HeaderField("apns-topic", "com.example.calls.voip"))

        #expect(refusal(push) == .duplicateHeaders)
    }

    @Test func takesAVoIPPushOfExactly5120Bytes() {
        #expect(refusal(Self.push(body: [UInt8](repeating: 0x20, count: 5120))) == nil)
    }

    @Test func anUninstalledAppIsUnregistered() {
        var rules = Self.rules
        rules.installations[Self.voip]?.unregisteredAt = Self.now

        #expect(refusal(Self.push(), rules: rules) == .unregistered)
    }

    @Test func aNewProviderTokenWithinTwentyMinutesIsOneTooMany() throws {
        var connection = GatewayRules.Connection()
        _ = try Self.rules.judge(Self.push(), on: &connection, at: Self.now)
        let renewed = Self.push(["authorization": "bearer " + Self.token(age: 1)])

        #expect(throws: GatewayRefusal.tooManyProviderTokenUpdates) {
            _ = try Self.rules.judge(renewed, on: &connection, at: Self.now.advanced(by: .seconds(1199)))
        }
        _ = try Self.rules.judge(renewed, on: &connection, at: Self.now.advanced(by: .seconds(1200)))
    }

    @Test func oneConnectionIsForOneKey() throws {
        var connection = GatewayRules.Connection()
        _ = try Self.rules.judge(Self.push(), on: &connection, at: Self.now)
        let other = Self.push(["authorization": "bearer " + Self.token(Self.otherKey, keyID: "KEY0000002")])

        #expect(throws: GatewayRefusal.unrelatedKeyID) {
            _ = try Self.rules.judge(other, on: &connection, at: Self.now)
        }
    }

    @Test func aCertificateNeedsNoTokenButCoversItsTopicsOnly() throws {
        var covered = GatewayRules.Connection(certificateTopics: ["com.example.calls.voip"])
        var other = GatewayRules.Connection(certificateTopics: ["com.example.calls"])
        let push = Self.push(["authorization": nil])

        _ = try Self.rules.judge(push, on: &covered, at: Self.now)
        #expect(throws: GatewayRefusal.topicDisallowed) {
            _ = try Self.rules.judge(push, on: &other, at: Self.now)
        }
    }
}
