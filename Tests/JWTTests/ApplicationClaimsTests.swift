import Crypto
import JSON
import JWT
import Testing

struct ApplicationClaimsTests {
    private let application = "aaaaaaaa-0000-4000-8000-000000000001"
    private let now: Int64 = 1_772_355_600

    private func claims(
        subject: String? = nil, acl: ACL? = nil, lifetime: ApplicationClaims.Lifetime = .standard,
        notBefore: Int64? = nil, others: JSONObject = [:]
    ) throws(MintError) -> ApplicationClaims {
        try ApplicationClaims(
            applicationID: application, subject: subject, acl: acl, lifetime: lifetime, notBefore: notBefore,
            others: others, now: now)
    }

    @Test func aUsersTokenGetsTheTenPaths() throws {
        let json = try claims(subject: "Alice", lifetime: .seconds(21600)).json

        #expect(json.keys == ["application_id", "iat", "jti", "exp", "sub", "acl"])
        #expect(json["application_id"] == .string(application))
        #expect(json["iat"] == 1_772_355_600)
        #expect(json["exp"] == 1_772_377_200)
        #expect(json["sub"] == "Alice")
        #expect(
            json["acl"]?.serializedText
                == #"{"paths":{"/*/users/**":{},"/*/conversations/**":{},"/*/sessions/**":{},"/*/devices/**":{},"#
                + #""/*/image/**":{},"/*/media/**":{},"/*/applications/**":{},"/*/push/**":{},"/*/knocking/**":{},"#
                + #""/*/legs/**":{}}}"#)
    }

    @Test func theApplicationsOwnTokenIsUnrestricted() throws {
        let json = try claims().json

        #expect(json.keys == ["application_id", "iat", "jti", "exp"])
        #expect(json["exp"] == .number(JSONNumber(now + 900)))
    }

    @Test func everyTokenHasAnIDOfItsOwn() throws {
        let ids = try (0..<100).map { _ in try claims().tokenID }

        #expect(Set(ids).count == 100)
        #expect(
            ids.allSatisfy {
                $0.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil
            })
    }

    @Test func theTokenVerifies() throws {
        let key = try Fixtures.key.get()
        let publicKey = key.publicKey
        let made = try claims(
            subject: "Zoë \"Z\" 👋", acl: ACL(["paths": ["/v1/users/*": ["methods": ["GET"]]]]),
            lifetime: .until(now + 60),
            notBefore: now, others: ["subject": "alice", "n": [1, nil]])

        let token = made.token(signedWith: key)
        let read = try ApplicationTokenVerifier { _ in publicKey }.verify(token: token, now: now)

        #expect(read == made)
        #expect(token.wholeMatch(of: /[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/) != nil)
        let header = try #require(token.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"RS256","typ":"JWT"}"#)
    }

    @Test(arguments: [
        (ApplicationClaims.Lifetime.seconds(30), nil as MintError?), (.seconds(86400), nil),
        (.seconds(29), .tooShort(29)), (.seconds(0), .tooShort(0)), (.seconds(-5), .tooShort(-5)),
        (.seconds(86401), .tooLong(86401)), (.seconds(.max), .tooLong(.max)),
        (.until(1_772_355_630), nil), (.until(1_772_442_000), nil),
        (.until(9000), .expiryInPast(9000)), (.until(1_772_355_600), .expiryInPast(1_772_355_600)),
        (.until(1_772_355_610), .tooShort(10)), (.until(1_772_442_001), .tooLong(86401)),
        (.until(1_772_377_200_000), .expiryInMilliseconds(1_772_377_200_000)),
        (.until(.min), .expiryInPast(.min)),
    ])
    func aLifetimeIsHalfAMinuteToADay(lifetime: ApplicationClaims.Lifetime, error: MintError?) {
        var found: MintError?
        do throws(MintError) { _ = try claims(lifetime: lifetime) } catch { found = error }

        #expect(found == error)
    }

    @Test func saysWhatAnExpiryIs() {
        #expect("\(MintError.expiryInPast(9000))".contains(/past|ttl|seconds/))
        #expect("\(MintError.expiryInMilliseconds(1_772_377_200_000))".contains("1772377200?"))
    }

    @Test(arguments: ["application_id", "iat", "jti", "exp", "nbf", "sub", "acl"])
    func furtherClaimsCannotReplaceTheOwn(name: String) {
        #expect(throws: MintError.reservedClaim(name)) { try claims(others: [name: "x"]) }
    }

    @Test func refusesWhatCanNeverBeValid() {
        #expect(throws: MintError.emptySubject) { try claims(subject: "") }
        #expect(throws: MintError.notBeforeAfterExpiry) { try claims(notBefore: now + 900) }
    }
}
