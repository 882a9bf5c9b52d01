import Crypto
import JSON
import TestSupport
import Testing

@testable import App

/// What commands send to a server, and what they make of its answers.
@Suite(.ownThread, .bounded)
struct CommandsOverHTTPTests {
    private static let app = "aaaaaaaa-0000-4000-8000-000000000001"
    private static let key = RSAPrivateKey.generate()

    /// A server that knows these answers, by method and target up to the query, and a process that talks to it.
    private func talk(
        _ answers: [String: String], environment: [String: String] = [:], prompts: [String] = []
    ) throws -> (server: StubServer, bench: Bench) {
        let server = try StubServer { request in
            let words = request.split(separator: " ", maxSplits: 2).map(String.init)
            let path = words[1].split(separator: "?")[0]
            let answer = answers["\(words[0]) \(words[1])"] ?? answers["\(words[0]) \(path)"]
            guard let answer else { return Self.http("404 Not Found", #"{"title":"Not Found","detail":"unknown"}"#) }
            return answer.hasPrefix("HTTP/") ? answer : Self.http("200 OK", answer)
        }
        let settings = [
            "HOOKLINE_URL": server.url, "HOOKLINE_API_KEY": "k", "HOOKLINE_API_SECRET": "s3cret",
        ]
        return (server, Bench(settings.merging(environment) { $1 }, answers: prompts, server: server))
    }

    private static func http(_ status: String, _ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func body(_ request: String?) throws -> JSONValue {
        let parts = try #require(request).components("\r\n\r\n")
        return try JSONValue.parse(parts.count > 1 ? parts[1] : "")
    }

    private static let users = "/admin/v1/applications/\(app)/users"
    private static let inApp = ["HOOKLINE_APP": app]

    // MARK: Applications

    /// Whoever names a file wants signatures; an empty one must not turn them off.
    @Test(arguments: ["", " \n"])
    func importingWithAnEmptySecretFileIsRefused(text: String) throws {
        let (server, bench) = try talk([:])
        try bench.write(Self.key.pem, to: "ext.key")
        try bench.write(text, to: "secret.txt")

        let code = bench.run(
            "apps", "import", Self.app, "--private-key", "ext.key", "--signature-secret-file", "secret.txt")

        #expect(code == .refused)
        #expect(bench.remarks.contains("secret.txt holds no secret"))
        #expect(server.requests.isEmpty)
    }

    @Test func creatingAnApplicationKeepsItsKeyAndRemembersIt() throws {
        let made =
            #"{"id":"\#(Self.app)","name":"Phone","keys":{"public_key":"P","private_key":"-----BEGIN PRIVATE KEY-----\n"}}"#
        let (server, bench) = try talk(["POST /v2/applications": Self.http("201 Created", made)])

        let code = bench.run(
            "app:create", "Phone", "--capabilities=voice", "--keyfile=private.key",
            "--voice-event-url=https://example.com/", "--voice-answer-url=https://example.com/a")

        #expect(code == .success, "\(bench.remarks)")
        #expect(bench.results.contains("Application created: \(Self.app)\n"))
        #expect(bench.results.contains("Credentials written to \(bench.folder)/.hookline-app\n"))
        #expect(bench.results.contains("Private Key saved to: \(bench.folder)/private.key\n"))
        #expect(!bench.results.contains("BEGIN"))
        #expect(try bench.read("private.key") == "-----BEGIN PRIVATE KEY-----\n")
        #expect(Files.mode(bench.folder + "/private.key") == 0o600)
        #expect(Files.mode(bench.folder + "/.hookline-app") == 0o600)
        #expect(
            try ApplicationFile.read(in: bench.surroundings)?.file
                == ApplicationFile(applicationID: Self.app, privateKey: bench.folder + "/private.key"))
        let sent = try body(server.requests.first)
        #expect(sent["name"] == "Phone")
        #expect(
            sent["capabilities"]?["voice"]?["webhooks"] == [
                "answer_url": ["address": "https://example.com/a", "http_method": "GET"],
                "event_url": ["address": "https://example.com/", "http_method": "POST"],
            ])
        #expect(server.requests.first?.field("authorization") == "Basic " + Base64.encode(Array("k:s3cret".utf8)))
    }

    @Test func aKeyFileThatIsThereStopsEverything() throws {
        let (server, bench) = try talk([:])
        try bench.write("old", to: "have.key")

        #expect(bench.run("apps", "create", "Phone", "--keyfile", "have.key") == .refused)

        #expect(bench.remarks.contains("have.key"))
        #expect(try bench.read("have.key") == "old")
        #expect(server.requests.isEmpty)
        #expect(bench.run("apps", "create", "Phone", "--keyfile", "no/dir/k.key") == .refused)
        #expect(server.requests.isEmpty)
    }

    @Test func aFailureLeavesNoKeyFileBehind() throws {
        let refusal =
            #"{"title":"Bad Request","detail":"no","invalid_parameters":[{"name":"name","reason":"too long"}]}"#
        let (_, bench) = try talk(["POST /v2/applications": Self.http("400 Bad Request", refusal)])

        #expect(bench.run("apps", "create", "Phone") == .refused)

        #expect(bench.remarks.contains("application `Phone`: no; name: too long"))
        #expect(!Files.exists(bench.folder + "/private.key"))
        #expect(!Files.exists(bench.folder + "/.hookline-app"))
    }

    @Test func changingOneThingSendsTheRestBack() throws {
        let before = """
            {"id":"\(Self.app)","name":"Shop","keys":{"public_key":"P"},"capabilities":{"voice":{"webhooks":\
            {"answer_url":{"address":"https://a","http_method":"POST"}},"region":"eu-west"},"vbc":{}},\
            "privacy":{"improve_ai":false},"odd":1.50,"_links":{"self":{"href":"/"}}}
            """
        let path = "/v2/applications/\(Self.app)"
        let (server, bench) = try talk(["GET \(path)": before, "PUT \(path)": before])

        #expect(bench.run("apps", "update", Self.app, "--name", "Shop 2") == .success)

        #expect(
            server.requests.last?.components("\r\n\r\n").last == """
                {"id":"\(Self.app)","name":"Shop 2","keys":{"public_key":"P"},"capabilities":{"voice":{"webhooks":\
                {"answer_url":{"address":"https://a","http_method":"POST"}},"region":"eu-west"},"vbc":{}},\
                "privacy":{"improve_ai":false},"odd":1.50}
                """)
        #expect(bench.run("apps", "update", Self.app, "--voice-answer-url", "") == .success)
        #expect(try body(server.requests.last)["capabilities"]?["voice"]?["webhooks"] == [:])
        let count = server.requests.count
        #expect(bench.run("apps", "update", Self.app, "--name", "Shop") == .success)
        #expect(server.requests.count == count + 1)
        #expect(bench.remarks.contains("No changes"))
    }

    @Test func deletingAsksFirst() throws {
        let path = "/v2/applications/\(Self.app)"
        let answers = [
            "GET \(path)": #"{"id":"\#(Self.app)","name":"Shop"}"#, "DELETE \(path)": Self.http("204 No Content", ""),
        ]
        let (server, bench) = try talk(answers)

        #expect(bench.run("apps", "delete", Self.app) == .refused)
        #expect(!server.requests.contains { $0.hasPrefix("DELETE") })
        #expect(bench.remarks.contains("--yes"))

        #expect(bench.run("apps", "delete", Self.app, "--force") == .success)
        #expect(server.requests.contains { $0.hasPrefix("DELETE \(path) ") })

        let (asked, answering) = try talk(answers, prompts: ["n", "y"])
        #expect(answering.run("apps", "delete", Self.app) == .refused)
        #expect(!asked.requests.contains { $0.hasPrefix("DELETE") })
        #expect(answering.run("apps", "delete", Self.app) == .success)
        #expect(answering.remarks.contains("Delete application Shop (\(Self.app))? [y/N] "))
    }

    @Test func anApplicationMayBeNamed() throws {
        let list = #"{"_embedded":{"applications":[{"id":"\#(Self.app)","name":"Demo"},{"id":"x","name":"Other"}]}}"#
        let (_, bench) = try talk([
            "GET /v2/applications": list, "GET /v2/applications/\(Self.app)": #"{"id":"\#(Self.app)","name":"Demo"}"#,
        ])

        #expect(bench.run("apps", "show", "Demo") == .success)
        #expect(bench.results.contains(Self.app))
        #expect(bench.run("apps", "show", "nope", "--json") == .notFound)
        #expect(try JSONValue.parse(bench.remarks)["error"]?["code"] == "not_found")
    }

    @Test func whichOfTwoIsNotGuessed() throws {
        let (server, bench) = try talk([
            "GET /v2/applications":
                #"{"_embedded":{"applications":[{"id":"\#(Self.app)","name":"Demo"},{"id":"x","name":"Other"}]}}"#
        ])

        #expect(bench.run("users", "create", "Alice") == .usage)

        #expect(bench.remarks.contains(Self.app))
        #expect(!server.requests.contains { $0.hasPrefix("POST") })
    }

    @Test func theOnlyOneIsTaken() throws {
        let (server, bench) = try talk([
            "GET /v2/applications": #"{"_embedded":{"applications":[{"id":"\#(Self.app)","name":"Demo"}]}}"#,
            "POST \(Self.users)": #"{"id":"USR-1","name":"Alice"}"#,
        ])

        #expect(bench.run("users", "create", "Alice") == .success)

        #expect(server.requests.last?.hasPrefix("POST \(Self.users) ") == true)
    }

    // MARK: Users

    @Test func aUserIsMadeWithTheKeyPair() throws {
        let (server, bench) = try talk(
            ["POST \(Self.users)": #"{"id":"USR-1","name":"Alice"}"#], environment: Self.inApp)

        #expect(bench.run("user:create", "name=Alice") == .success)

        #expect(bench.results.hasPrefix("User created: USR-1\n"))
        #expect(try body(server.requests.first) == ["name": "Alice"])
        #expect(server.requests.first?.field("authorization")?.hasPrefix("Basic ") == true)
    }

    @Test func aUserIsMadeWithThePrivateKey() throws {
        let (server, bench) = try talk(
            ["POST /v1/users": #"{"id":"USR-1","name":"Alice"}"#],
            environment: Self.inApp.merging(["HOOKLINE_PRIVATE_KEY": Self.key.pem]) { $1 })

        #expect(bench.run("users", "create", "Alice") == .success, "\(bench.remarks)")

        let token = try #require(server.requests.first?.field("authorization")).split(separator: " ")[1]
        let claims = try JSONValue.parse(try #require(Base64URL.decode(token.split(separator: ".")[1])))
        #expect(claims["application_id"]?.string == Self.app)
        #expect(claims["sub"] == nil)
    }

    @Test func aNameIsLookedUpWhateverIsInIt() throws {
        let id = "USR-bbbbbbbb-0000-4000-8000-000000000001"
        let (server, bench) = try talk(
            [
                "GET \(Self.users)": #"{"_embedded":{"users":[{"id":"\#(id)","name":"x"}]}}"#,
                "DELETE \(Self.users)/\(id)": Self.http("204 No Content", ""),
            ], environment: Self.inApp)

        #expect(bench.run("users", "delete", "a/b%2Fc+d&e", "--yes") == .success)

        #expect(server.requests.first?.hasPrefix("GET \(Self.users)?page_size=2&name=a%2Fb%252Fc%2Bd%26e ") == true)
        #expect(server.requests.last?.hasPrefix("DELETE \(Self.users)/\(id) ") == true)
    }

    @Test func listsGoOnToTheNextPage() throws {
        let (server, bench) = try talk(
            [
                "GET \(Self.users)?page_size=100": """
                {"_embedded":{"users":[{"id":"USR-1","name":"a"}]},\
                "_links":{"next":{"href":"https://elsewhere.example/v1/users?cursor=x%3D&page_size=100"}}}
                """,
                "GET \(Self.users)?cursor=x%3D&page_size=100":
                    #"{"_embedded":{"users":[{"id":"USR-2","name":"b"}]},"_links":{}}"#,
            ], environment: Self.inApp)

        #expect(bench.run("users", "list") == .success)

        #expect(bench.results == "ID     Name  Display name\nUSR-1  a\nUSR-2  b\n")
        #expect(server.requests.count == 2)
    }

    // MARK: Numbers

    @Test func aNumberIsAddedInOneSpelling() throws {
        let (server, bench) = try talk(["POST /admin/v1/numbers": "{}"])

        #expect(bench.run("numbers", "add", "+44 7700 900-030", "--country", "gb", "--for-sale") == .success)

        #expect(
            try body(server.requests.first) == [
                "msisdn": "447700900030", "country": "GB", "type": "mobile", "features": ["SMS", "VOICE"],
                "for_sale": true,
            ])
    }

    @Test func nothingForSaleIsNoFailure() throws {
        let (_, bench) = try talk(["GET /number/search": "{}"])

        #expect(bench.run("numbers", "search", "DE") == .success)
        #expect(bench.results == "No numbers\n")
        #expect(bench.run("numbers", "search", "DE", "--json") == .success)
        #expect(bench.results.hasSuffix("\"numbers\": []\n}\n"))
    }

    @Test func buyingWithoutANumberTakesTheFirst() throws {
        let (server, bench) = try talk([
            "GET /number/search": #"{"count":1,"numbers":[{"country":"US","msisdn":"12015550123"}]}"#,
            "POST /number/buy": #"{"error-code":"200"}"#,
        ])

        #expect(bench.run("number:buy", "-c", "US", "--confirm") == .success)

        #expect(bench.results == "Number purchased: 12015550123\n")
        #expect(server.requests.last?.hasSuffix("\r\n\r\ncountry=US&msisdn=12015550123") == true)
        #expect(server.requests.last?.field("content-type") == "application/x-www-form-urlencoded")
    }

    @Test func aNumberThatCannotBeBoughtHasACodeOfItsOwn() throws {
        let (_, bench) = try talk([
            "POST /number/buy": Self.http(
                "420 Enhance Your Calm", #"{"error-code":"420","error-code-label":"method failed"}"#)
        ])

        #expect(bench.run("numbers", "buy", "447700900000", "GB", "--yes") == .numberNotFound)
        #expect(bench.remarks.contains("number 447700900000: method failed"))
    }

    @Test func linkingNamesUserAndApplication() throws {
        let path = "/admin/v1/numbers/447700900030/link"
        let (server, bench) = try talk(["POST \(path)": #"{"user":"Alice"}"#], environment: Self.inApp)

        #expect(bench.run("numbers", "link", "0044 7700 900030", "--user", "Alice", "--greeting", "Hi") == .success)
        #expect(
            try body(server.requests.last) == ["user": "Alice", "greeting": "Hi", "application_id": .string(Self.app)])
        #expect(bench.results == "Number linked: 447700900030 rings user Alice\n")

        #expect(bench.run("link:app", "447700900030", Self.app) == .success)
        #expect(try body(server.requests.last) == ["application_id": .string(Self.app)])
    }

    // MARK: Push, calls

    @Test func aCertificateGoesAsBase64WithItsPasswordAsGiven() throws {
        let (server, bench) = try talk(["POST /admin/v1/push/credentials": #"{"id":"c1","warnings":["expires soon"]}"#])
        try bench.write("0\u{82}", to: "a.p12")

        #expect(bench.run("push", "credentials", "add", Self.app, "a.p12", "--password", "") == .success)
        #expect(
            try body(server.requests.last) == [
                "application_id": .string(Self.app), "kind": "certificate", "p12": "MMKC", "password": "",
            ])
        #expect(bench.remarks == "hookline: warning: expires soon\n")

        bench.run("push", "credentials", "add", Self.app, "a.p12")
        #expect(try body(server.requests.last)["password"] == nil)
    }

    @Test func aTokenKeyNeedsItsNames() throws {
        let (server, bench) = try talk(["POST /admin/v1/push/credentials": #"{"id":"c1"}"#])
        try bench.write("-----BEGIN PRIVATE KEY-----\n", to: "a.p8")
        let line = ["push", "credentials", "add", Self.app, "a.p8", "--key-id", "K", "--team-id", "T"]

        #expect(bench.run(line) == .usage)
        #expect(bench.run(line + ["--bundle-id", "com.example.phone"]) == .success)

        let sent = try body(server.requests.last)
        #expect(sent["kind"] == "token" && sent["key_id"] == "K" && sent["bundle_id"] == "com.example.phone")
    }

    @Test func aCallIsShownAsATimeline() throws {
        let uuid = "63f61863-4a51-4f6b-86e1-46edebcf9356"
        let (_, bench) = try talk([
            "GET /admin/v1/calls/\(uuid)":
                #"{"uuid":"\#(uuid)","status":"completed","from":{"type":"phone","number":"447700900123"},"duration":"8"}"#,
            "GET /admin/v1/calls/\(uuid)/events":
                #"{"events":[{"status":"completed","timestamp":"2026-03-01T09:00:09Z"},{"status":"ringing","timestamp":"2026-03-01T09:00:01Z"}]}"#,
            "GET /admin/v1/push-log":
                #"{"attempts":[{"at":"2026-03-01T09:00:02Z","kind":"voip","user":"Alice","status":200,"milliseconds":12}]}"#,
        ])

        #expect(bench.run("calls", "show", uuid) == .success, "\(bench.remarks)")

        let lines = bench.results.split(separator: "\n")
        #expect(lines.contains("From:         447700900123"))
        #expect(
            lines.suffix(3).map { $0.dropFirst(26) } == [
                "event  ringing", "push   voip to Alice: 200 in 12 ms", "event  completed",
            ])
    }

    @Test func callsOfTheAccountAreListedNewestFirst() throws {
        let (server, bench) = try talk(["GET /admin/v1/calls": #"{"count":0,"_embedded":{"calls":[]}}"#])

        #expect(bench.run("calls", "list", "--status", "completed") == .success)

        #expect(bench.results == "No calls\n")
        #expect(
            server.requests.first?.hasPrefix(
                "GET /admin/v1/calls?status=completed&order=desc&page_size=20&record_index=0 ") == true)
    }

    // MARK: Failures

    @Test func aRefusedKeyIsNamedAndItsSecretIsNot() throws {
        let (_, bench) = try talk([
            "GET /account/numbers": Self.http(
                "401 Unauthorized", #"{"error-code":"401","error-code-label":"authentication failed"}"#)
        ])

        #expect(bench.run("numbers", "list") == .unauthorised)

        #expect(bench.remarks.contains("the API key k (environment): authentication failed"))
        #expect(!bench.remarks.contains("s3cret"))
        #expect(bench.results.isEmpty)
    }

    @Test func noServerIsSaidWithItsAddress() throws {
        let port = try SilentPort()
        let (server, bench) = try talk([:], environment: ["HOOKLINE_URL": port.url])

        #expect(bench.run("numbers", "list") == .unavailable)

        #expect(bench.remarks.contains("cannot reach \(port.url): connection refused"))
        #expect(server.requests.isEmpty)
        #expect(bench.remarks.contains("hookline serve"))
    }

    @Test func noKeyIsSaidBeforeAnythingIsSent() throws {
        let (server, bench) = try talk([:], environment: ["HOOKLINE_API_SECRET": ""])

        #expect(bench.run("numbers", "list") == .usage)

        #expect(bench.remarks.contains("HOOKLINE_API_KEY"))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        ("500 Internal Server Error", #"{"title":"Oops"}"#, ExitCode.serverError, "numbers: Oops"),
        ("503 Service Unavailable", "", .serverError, "numbers: status 503"),
        ("404 Not Found", "<html>", .notFound, "/account/numbers?size=100&index=1 is not there (404)"),
        (
            "409 Conflict", #"{"code":"taken","detail":"taken","advice":"do this"}"#, .refused,
            "numbers: taken\n  do this"
        ),
        ("302 Found", "", .serverError, "leads elsewhere (302)"),
        ("200 OK", "<html>", .serverError, "is not JSON"),
    ])
    func otherAnswersAreToldInWords(status: String, answer: String, code: ExitCode, words: String) throws {
        let (_, bench) = try talk(["GET /account/numbers": Self.http(status, answer)])

        #expect(bench.run("numbers", "list") == code)

        #expect(bench.remarks.contains(words), "\(bench.remarks)")
        #expect(bench.results.isEmpty)
    }

    @Test func aTokenForNobodyIsMadeWithAWarning() throws {
        let (_, bench) = try talk(
            ["GET \(Self.users)": #"{"_embedded":{"users":[]}}"#],
            environment: Self.inApp.merging(["HOOKLINE_PRIVATE_KEY": Self.key.pem]) { $1 })

        #expect(bench.run("jwt", "create", "--sub", "Alicia") == .success)

        #expect(bench.remarks.contains("there is no user `Alicia`"))
        #expect(bench.results.split(separator: ".").count == 3)
    }
}

extension String {
    /// The text parted at each `mark`.
    fileprivate func components(_ mark: String) -> [String] {
        var parts: [String] = []
        var rest = Array(utf8)[...]
        let wanted = Array(mark.utf8)
        while rest.count >= wanted.count,
            let start = (rest.startIndex...rest.endIndex - wanted.count).first(where: {
                rest[$0..<$0 + wanted.count].elementsEqual(wanted)
            })
        {
            parts.append(String(decoding: rest[..<start], as: UTF8.self))
            rest = rest[(start + wanted.count)...]
        }
        return parts + [String(decoding: rest, as: UTF8.self)]
    }
}
