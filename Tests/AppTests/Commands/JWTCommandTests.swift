import Crypto
import JSON
import Telephony
import Testing

@testable import App

struct JWTCommandTests {
    private static let key = RSAPrivateKey.generate()
    private static let app = "aaaaaaaa-0000-4000-8000-000000000001"
    /// 2026-03-01T09:00:00Z, the time on a bench.
    private static let now = 1_772_355_600

    private func claims(_ bench: Bench) throws -> JSONValue {
        let parts = bench.results.split(separator: "\n")[0].split(separator: ".")
        try #require(parts.count == 3)
        return try JSONValue.parse(try #require(Base64URL.decode(parts[1])))
    }

    private func bench(_ environment: [String: String] = [:], input: String = "") throws -> Bench {
        let bench = Bench(environment, input: input)
        try bench.write(Self.key.pem, to: "private.key")
        try bench.write(Self.key.publicKey.pem, to: "public.pem")
        return bench
    }

    @Test func printsTheBareToken() throws {
        let bench = try bench()

        let code = bench.run("jwt", "create", "--app", Self.app, "--key", "private.key", "--sub", "Alice")

        #expect(code == .success)
        #expect(bench.results.wholeMatch(of: /[\w-]+\.[\w-]+\.[\w-]+\n/) != nil)
        #expect(bench.remarks.isEmpty)
        let claims = try claims(bench)
        #expect(claims["application_id"]?.string == Self.app)
        #expect(claims["sub"] == "Alice")
        #expect(claims["iat"]?.int == Self.now)
        #expect(claims["exp"]?.int == Self.now + 900)
        #expect(claims["acl"]?["paths"]?["/*/users/**"] == [:])
    }

    @Test func understandsTheFirstTutorial() throws {
        let bench = try bench()
        let acl = #"{"paths":{"/*/users/**":{},"/*/knocking/**":{}}}"#

        let code = bench.run(
            "jwt:generate", "./private.key", "exp=\(Self.now + 21600)", "acl=\(acl)", "sub=Alice",
            "application_id=\(Self.app)")

        #expect(code == .success)
        let claims = try claims(bench)
        #expect(claims["exp"]?.int == Self.now + 21600)
        #expect(claims["acl"] == (try JSONValue.parse(acl)))
        #expect(claims["sub"] == "Alice")
        #expect(claims["application_id"]?.string == Self.app)
    }

    @Test func takesKeyAndApplicationFromTheFolder() throws {
        let bench = try bench()
        try bench.write("[app_config]\napp_id=\(Self.app)\nprivate_key=private.key\n", to: ".hookline-app")

        #expect(bench.run("jwt", "create", "--ttl", "60", "--claim", "tenant=north") == .success)

        let claims = try claims(bench)
        #expect(claims["exp"]?.int == Self.now + 60)
        #expect(claims["tenant"] == "north")
        #expect(claims["sub"] == nil)
        #expect(claims["acl"] == nil)
    }

    @Test func takesTheKeyFromTheEnvironmentWithItsLineEndsWrittenOut() throws {
        let text = Self.key.pem.split(separator: "\n").joined(separator: "\\n")
        let bench = try bench(["HOOKLINE_PRIVATE_KEY": text, "HOOKLINE_APP": Self.app])

        #expect(bench.run("jwt", "create") == .success)
        #expect(bench.run("jwt", "verify", String(bench.results.dropLast()), "--public-key", "public.pem") == .success)
    }

    @Test(arguments: [
        (["--exp", "9000"], "past"), (["--ttl", "5"], "30 seconds"), (["--ttl", "90000"], "24 hours"),
        (["--exp", "1772442000000"], "milliseconds"), (["--acl", "{paths:{/*/users/**:{}}}"], "{paths:"),
        (["--acl", #"{"/*/users/**":{}}"#], "paths"), (["--claim", "iat=5"], "iat"),
        (["--key", "./no-such.key"], "no-such.key"),
        (["--key", "public.pem"], "public key"),
    ])
    func refusesWithAReasonAndWithoutAToken(options: [String], reason: String) throws {
        let bench = try bench()
        let key = options.contains("--key") ? [] : ["--key", "private.key"]

        let code = bench.run(["jwt", "create", "--app", Self.app, "--sub", "Alice"] + key + options)

        #expect(code == .refused)
        #expect(bench.results.isEmpty)
        #expect(bench.remarks.contains(reason), "\(bench.remarks)")
    }

    @Test func verifiesWhatItMade() throws {
        let bench = try bench()
        bench.run("jwt", "create", "--app", Self.app, "--key", "private.key", "--sub", "Alice")
        let token = String(bench.results.dropLast())
        func verify(_ options: String...) -> ExitCode {
            bench.run(["jwt", "verify", token, "--public-key", "public.pem"] + options)
        }

        #expect(verify() == .success)
        #expect(verify("--sub", "Alice", "--app", Self.app) == .success)
        #expect(verify("--sub", "Bob") == .claimMismatch)
        #expect(verify("--app", "aaaaaaaa-0000-4000-8000-000000000002") == .claimMismatch)
        #expect(verify("--now", "\(Self.now + 901)") == .refused)
        #expect(verify("--now", "2026-03-01T09:14:59Z") == .success)
        #expect(bench.run("jwt", "verify", token + "x", "--public-key", "public.pem") == .refused)
        #expect(bench.run("jwt", "verify", token, "--public-key", "nowhere.pem") == .usage)
    }

    @Test func anotherKeyDoesNotVerify() throws {
        let bench = try bench()
        try bench.write(RSAPrivateKey.generate().publicKey.pem, to: "other.pem")
        bench.run("jwt", "create", "--app", Self.app, "--key", "private.key")

        let code = bench.run("jwt", "verify", String(bench.results.dropLast()), "--public-key", "other.pem")

        #expect(code == .refused)
        #expect(bench.remarks.contains("not signed"))
    }
}
