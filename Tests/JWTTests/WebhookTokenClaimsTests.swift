import Crypto
import JSON
import Testing

@testable import JWT

struct WebhookTokenClaimsTests {
    private static let header = #"{"typ":"JWT","alg":"HS256"}"#
    private static let usual =
        #"{"iat":1772355600,"jti":"0c8e8f6a-1f0e-4f1a-9d4d-000000000001","iss":"Vonage","payload_hash":"00","#
        + #""api_key":"a1b2c3d4","application_id":"aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab"}"#

    private func token(_ header: String, _ claims: String) -> [UInt8] {
        let covered = Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8)
        return Array((covered + "." + Base64URL.encode((0..<32).map { UInt8($0) })).utf8)
    }

    private func plain(_ token: [UInt8]) throws -> WebhookTokenClaims? {
        try token.withUnsafeBufferPointer { WebhookTokenClaims(plain: $0, try TokenText($0)) }
    }

    /// Every claim in words, so that two ways of reading can be compared.
    private func told(_ claims: WebhookTokenClaims) -> [String] {
        let all = [
            claims.issuer, claims.issuedAt, claims.expires, claims.notBefore, claims.tokenID, claims.apiKey,
            claims.applicationID, claims.payloadHash,
        ]
        return all.map { claim in
            switch claim {
            case .absent: "absent"
            case .text: "text \(claims.text(claim) ?? "")"
            case .integer(let number): "integer \(number)"
            case .other: "other"
            }
        } + ["\(claims.withBytes(claims.signature) { Array($0) })"]
    }

    @Test func theUsualTokenIsReadPlainly() throws {
        for header in [Self.header, #"{"alg":"HS256","typ":"JWT"}"#] {
            #expect(try plain(token(header, Self.usual)) != nil)
        }
    }

    /// What is read plainly is what the JSON reader says, and of these the plain reader takes or leaves each.
    @Test(arguments: [
        (usual, true), ("{}", true), (" {\n} ", true), (#"{"iat":-1}"#, false), (#"{"iat":0}"#, true),
        (#"{"iat":1.5}"#, false), (#"{"iat":1e9}"#, false), (#"{"iat":"1772355600"}"#, false),
        (#"{"iat":null}"#, false),
        (#"{"iat":999999999999999999}"#, true), (#"{"iat":9999999999999999999}"#, false), (#"{"exp":7,"nbf":8}"#, true),
        (#"{"jti":""}"#, true), (#"{"jti":"a\u0041"}"#, false), (#"{"jti":"ä"}"#, false), (#"{"jti":7}"#, false),
        (#"{"iss":["Vonage"]}"#, false), (#"{"iss":{}}"#, false), (#"{"other":"x"}"#, false),
        (#"{"ISS":"Vonage"}"#, false),
        (#"{"api_key":true}"#, false), (#"{"application_id":"x","api_key":"y"}"#, true),
    ])
    func bothWaysOfReadingSayTheSame(claims: String, isPlain: Bool) throws {
        let token = token(Self.header, claims)
        let parts = try TokenParts(token[...])

        let read = try plain(token)

        #expect((read != nil) == isPlain)
        if let read { #expect(told(read) == told(WebhookTokenClaims(parts.claims, signature: parts.signature))) }
    }

    @Test(arguments: [
        #"{"iss":"Vonage","iss":"Vonage"}"#, #"{"iat":1,"iat":1}"#, #"{"iat":01}"#, #"{"iat":1"#, "[]", "", "{}{}",
        "\u{FEFF}{}", #"{"iat":1,}"#,
    ])
    func malformedClaimsAreRefused(claims: String) throws {
        let token = token(Self.header, claims)

        #expect(try plain(token) == nil)
        #expect(throws: WebhookTokenError.self) { try WebhookToken(authorization: Array("Bearer ".utf8)[...] + token) }
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"HS256"}"#, #"{"typ":"JWT","alg":"HS256","crit":["x"]}"#,
        #"{"alg":"RS256","typ":"JWT"}"#,
    ])
    func anotherHeaderIsReadInFull(header: String) throws {
        #expect(try plain(token(header, Self.usual)) == nil)
    }

    @Test(arguments: ["=", "+", "/", "!", "A", "AAAAA", "\u{0}"])
    func aSignatureThatIsNoBase64URLIsRefused(end: String) throws {
        let parts = token(Self.header, Self.usual).split(separator: UInt8(ascii: "."))
        let token = Array(parts[0]) + [0x2E] + Array(parts[1]) + [0x2E] + Array(end.utf8)

        #expect(try plain(token) == nil)
        #expect(throws: WebhookTokenError.malformed(.notBase64URL(.signature))) {
            try WebhookToken(authorization: Array("Bearer ".utf8)[...] + token)
        }
    }

    @Test(arguments: [
        ("Bearer abc", "abc"), ("bEARER\t abc \t", "abc"), ("  Bearer abc", "abc"), ("Bearer", ""), ("Bearer  ", ""),
        ("Bearerabc", nil), ("Basic abc", nil), ("", nil), ("Bear", nil), ("Bearer: abc", nil), ("Bearer a b", "a b"),
    ])
    func theTokenStandsBehindItsScheme(field: String, token: String?) {
        #expect(bearerToken(in: field).map(String.init) == token)
    }
}
