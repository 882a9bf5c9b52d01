import Foundation
import JSON
import JWT
import Testing

/// A second opinion from the library most back ends verify with.
struct PyJWTTests {
    private static let script = """
        import json, sys, jwt
        token, key = sys.stdin.read().split("\\n", 1)
        print(json.dumps(jwt.decode(token, key, algorithms=["RS256"], options={"verify_exp": False})))
        """

    private static func run(_ script: String, input: String) throws -> (status: Int32, output: Data) {
        let process = Process()
        let stdin = Pipe()
        let stdout = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    private static let isInstalled = (try? run("import jwt, cryptography", input: ""))?.status == 0

    @Test(.enabled(if: isInstalled, "PyJWT is not installed"))
    func readsOurTokens() throws {
        let key = try Fixtures.key.get()
        let claims = try ApplicationClaims(
            applicationID: "aaaaaaaa-0000-4000-8000-000000000001", subject: "Zoë: north", now: 1_772_355_600)

        let (status, output) = try Self.run(
            Self.script, input: claims.token(signedWith: key) + "\n" + key.publicKey.pem)

        #expect(status == 0)
        let read = try JSONValue.parse(Array(output))
        #expect(read["sub"] == "Zoë: north")
        #expect(read["exp"] == 1_772_356_500)
        #expect(read["application_id"] == .string(claims.applicationID))
    }
}
