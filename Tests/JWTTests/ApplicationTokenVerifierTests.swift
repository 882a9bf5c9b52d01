import Crypto
import Foundation
import JSON
import JWT
import Testing

struct ApplicationTokenVerifierTests {
    private let application = "aaaaaaaa-0000-4000-8000-000000000001"
    private let now: Int64 = 1_772_355_600
    private let verifier: ApplicationTokenVerifier

    init() throws {
        let publicKey = try RSAPublicKey(pem: Fixtures.pem("rsa_public.pem"))
        let application = application
        verifier = ApplicationTokenVerifier { $0 == application ? publicKey : nil }
    }

    /// A token with these further claims, issued ten seconds ago.
    private func token(_ further: String = "") throws -> String {
        try Fixtures.token(
            claims: #"{"application_id":"\#(application)","iat":1772355590,"jti":"j"\#(further)}"#)
    }

    /// The verdicts of the fixture on claims, but for users, whom this module does not know.
    @Test func decidesAsTheFixtureSays() throws {
        let cases = try Fixtures.cases("Fixtures/jwt/claims.json")
        #expect(cases.count >= 25)

        for item in cases {
            let name = item["name"]?.string ?? ""
            guard name != "sub of unknown user", name != "sub is a USR id" else { continue }
            let claims = try #require(item["claims"]?.object)
            let time = try #require(item["now"]?.int)
            let token = try Fixtures.token(claims: JSONValue.object(claims).serializedText)
            do throws(TokenError) {
                let read = try verifier.verify(token: token, now: Int64(time))
                #expect(item["verdict"] == "accept", "\(name) is accepted")
                #expect(read.subject == claims["sub"]?.string, "\(name)")
                #expect(read.acl?.json == claims["acl"], "\(name)")
            } catch {
                #expect(item["verdict"] == "reject", "\(name) is refused: \(error)")
                let isExpired = if case .expired = error { true } else { false }
                #expect(isExpired == (item["code"] == "system:error:expired-token"), "\(name): \(error)")
            }
        }
    }

    @Test func readsSegmentsOfEveryLength() throws {
        let publicKey = try RSAPublicKey(pem: Fixtures.pem("rsa_public.pem"))
        let verifier = ApplicationTokenVerifier { _ in publicKey }
        let vectors = try Fixtures.vectors("rs256_lengths")
        #expect(vectors.count == 6)

        for vector in vectors {
            let token = try #require(vector["token"]?.string)
            let time = try #require(vector["now"]?.int)
            let isValid = (try? verifier.verify(token: token, now: Int64(time))) != nil
            #expect(vector["valid"] == .bool(isValid))
        }
    }

    @Test func givesBackWhatTheTokenSays() throws {
        let token = try token(
            #","sub":"team: north","exp":1772359190,"nbf":1772355590,"acl":{"paths":{"/*/users/**":{}}},"extra":{"a":[1]}"#
        )

        let claims = try verifier.verify(authorization: "Bearer \(token)", now: now)

        #expect(claims.applicationID == application)
        #expect(claims.tokenID == "j")
        #expect(claims.issuedAt == 1_772_355_590)
        #expect(claims.subject == "team: north")
        #expect(claims.end == 1_772_359_190)
        #expect(claims.others == ["extra": ["a": [1]]])
        #expect(claims.allows(method: "GET", path: "/v1/users"))
        #expect(!claims.allows(method: "GET", path: "/v1/calls"))
    }

    @Test(arguments: [nil, "", "Basic dXNlcjpwYXNz", "Bearertoken", "Token abc"])
    func anotherSchemeIsNoToken(authorization: String?) {
        #expect(throws: TokenError.missing) { try verifier.verify(authorization: authorization, now: now) }
    }

    @Test(arguments: [
        ("Bearer ", TokenShapeError.empty), ("Bearer", .empty), ("bearer abc.def", .parts(2)),
        ("Bearer a.b.c.d", .parts(4)), ("Bearer a b.c d.e f", .notBase64URL(.header)),
        ("Bearer bm90IGpzb24.e30.", .notJSON(.header)), ("Bearer W10.e30.", .notAnObject(.header)),
        ("Bearer e30.e30.=", .notBase64URL(.signature)), ("Bearer e30.W10.", .notAnObject(.claims)),
        ("Bearer e30=.e30.", .notBase64URL(.header)), ("BEARER eyJjcml0IjpbXX0.e30.", .critical),
        ("Bearer e30.eyJhIjoxLCJhIjoyfQ.", .notJSON(.claims)),
    ])
    func namesWhatIsMalformed(authorization: String, error: TokenShapeError) {
        #expect(throws: TokenError.malformed(error)) { try verifier.verify(authorization: authorization, now: now) }
    }

    @Test func refusesLongTokensUnread() {
        let token = "e30.e30." + String(repeating: "A", count: 8185)

        #expect(throws: TokenError.malformed(.tooLong)) { try verifier.verify(token: token, now: now) }
        #expect(throws: TokenError.wrongAlgorithm("")) { try verifier.verify(token: token.dropLast(), now: now) }
    }

    @Test(arguments: ["none", "HS256", "RS512", "rs256", "ES256", ""])
    func theTokenDoesNotChooseTheAlgorithm(name: String) throws {
        let claims = #"{"application_id":"\#(application)","iat":1772355590,"jti":"j"}"#
        let header = #"{"alg":"\#(name)","typ":"JWT"}"#
        // As an attacker would: the public key taken for a shared secret.
        let secret = HMACKey(try Fixtures.pem("rsa_public.pem").utf8)

        let tokens = [
            try Fixtures.token(header: header, claims: claims),
            Fixtures.token(header: header, claims: claims) { secret.tag(for: $0) },
            Fixtures.token(header: header, claims: claims) { _ in [] },
        ]

        for token in tokens {
            #expect(throws: TokenError.wrongAlgorithm(name)) { try verifier.verify(token: token, now: now) }
        }
    }

    @Test func refusesAnotherKeyAndAChangedClaim() throws {
        let claims = #"{"application_id":"\#(application)","iat":1772355590,"jti":"j"}"#
        let other = RSAPrivateKey.generate()
        let foreign = Fixtures.token(header: #"{"alg":"RS256"}"#, claims: claims) { other.signature(for: $0) }
        let parts = try token().split(separator: ".")
        let changed = [parts[0], Base64URL.encode(claims.replacing("\"j\"", with: "\"k\"").utf8)[...], parts[2]]

        #expect(throws: TokenError.badSignature) { try verifier.verify(token: foreign, now: now) }
        #expect(throws: TokenError.badSignature) {
            try verifier.verify(token: changed.joined(separator: "."), now: now)
        }
        #expect(throws: TokenError.badSignature) {
            try verifier.verify(token: parts[0] + "." + parts[1] + ".", now: now)
        }
    }

    @Test func namesTheApplicationThatIsNotKnown() throws {
        let token = try Fixtures.token(claims: #"{"application_id":"dead","iat":1772355590,"jti":"j"}"#)

        let error = #expect(throws: TokenError.unknownApplication("dead")) {
            try verifier.verify(token: token, now: now)
        }

        #expect(error.map { "\($0)".contains("application dead") } == true)
    }

    @Test(arguments: [
        (#","exp":1772359190"#, nil as TokenError?),
        (#","exp":1772355600"#, .expired(1_772_355_600)),
        (#","exp":1772441991"#, .lifetime(86401)),
        (#","exp":1772355619"#, .lifetime(29)),
        (#","exp":1772355600000"#, .milliseconds("exp")),
        (#","exp":"1772359190""#, .badClaim("exp", "a number of whole seconds since 1970")),
        (#","exp":1772359190.5"#, .badClaim("exp", "a number of whole seconds since 1970")),
        (#","exp":null"#, .badClaim("exp", "a number of whole seconds since 1970")),
        (#","exp":-1"#, .badClaim("exp", "a number of whole seconds since 1970")),
        (#","exp":9223372036854775807"#, .badClaim("exp", "a number of whole seconds since 1970")),
        (#","nbf":1772355660"#, nil),
        (#","nbf":1772355661"#, .notYetValid(1_772_355_661)),
        (#","sub":"""#, .badClaim("sub", "a text, and not empty")),
        (#","sub":7"#, .badClaim("sub", "a text, and not empty")),
        (#","acl":null"#, .badACL(.notAnObject("null"))),
        (#","acl":{"paths":{"/*/users/**":[]}}"#, .badACL(.entryNotAnObject("/*/users/**", "an array"))),
    ])
    func everyFaultHasItsOwnName(further: String, error: TokenError?) throws {
        let token = try token(further)

        var found: TokenError?
        do throws(TokenError) { _ = try verifier.verify(token: token, now: now) } catch { found = error }

        #expect(found == error)
        #expect(found.map { !"\($0)".contains(token) } ?? true)
    }

    @Test(arguments: [(Int64(60), nil as TokenError?), (61, .issuedInFuture(1_772_355_661))])
    func theClockOfTheSignerMayBeAMinuteAhead(ahead: Int64, error: TokenError?) throws {
        let token = try Fixtures.token(
            claims: #"{"application_id":"\#(application)","iat":\#(now + ahead),"jti":"j"}"#)

        var found: TokenError?
        do throws(TokenError) { _ = try verifier.verify(token: token, now: now) } catch { found = error }

        #expect(found == error)
    }

    @Test func everyErrorHasWordsOfItsOwn() {
        let errors: [TokenError] = [
            .missing, .malformed(.empty), .wrongAlgorithm("none"), .missingClaim("iat"), .badClaim("exp", "x"),
            .unknownApplication("x"), .badSignature, .expired(0), .notYetValid(0), .issuedInFuture(0),
            .milliseconds("exp"), .lifetime(5), .badACL(.noPaths),
        ]

        #expect(Set(errors.map { "\($0)" }).count == errors.count)
        #expect("\(TokenError.expired(0))".contains("expired"))
    }
}
