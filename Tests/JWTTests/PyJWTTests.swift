import JSON
import JWT
import TestSupport
import Testing

/// A second opinion from the library most back ends verify with.
struct PyJWTTests {
    private static let script = """
        import json, sys, jwt
        token, key = sys.stdin.read().split("\\n", 1)
        print(json.dumps(jwt.decode(token, key, algorithms=["RS256"], options={"verify_exp": False})))
        """

    private static func run(_ script: String, input: String) throws -> OtherProgram.Result {
        try OtherProgram.run(["python3", "-c", script], input: Array(input.utf8))
    }

    private static let isInstalled = (try? run("import jwt, cryptography", input: ""))?.status == 0

    @Test(.enabled(if: isInstalled, "PyJWT is not installed"))
    func readsOurTokens() throws {
        let key = try Fixtures.key.get()
        let claims = try ApplicationClaims(
            applicationID: "aaaaaaaa-0000-4000-8000-000000000001", subject: "Zoë: north", now: 1_772_355_600)

        let result = try Self.run(Self.script, input: claims.token(signedWith: key) + "\n" + key.publicKey.pem)

        #expect(result.status == 0)
        let read = try JSONValue.parse(result.output)
        #expect(read["sub"] == "Zoë: north")
        #expect(read["exp"] == 1_772_356_500)
        #expect(read["application_id"] == .string(claims.applicationID))
    }
}
