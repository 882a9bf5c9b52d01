import API
import CallControl
import Crypto
import Directory
import Dispatch
import HTTP
import HTTPClient
import HTTPServer
import JSON
import JWT
import Logging
import Registry
import Telephony

/// A server on a port of its own, over a real store in memory, with a small world: the application Demo, its users
/// Alice and Bob, and the numbers 447700900000 (rings Alice) and 447700900009 (rings nobody).
final class TestAPI: Sendable {
    let registry: Registry
    let ringer = RecordingRinger()
    let clock: ManualClock
    let logs = LogLines()
    let server: Server
    let application: Application
    let alice: User
    let bob: User

    static let number = "447700900000"
    static let lonelyNumber = "447700900009"
    static let adminSecret = "an-admin-secret-for-tests"

    /// Made once: making one takes longer than a test.
    static let key = RSAPrivateKey.generate()
    static let otherKey = RSAPrivateKey.generate()

    init(
        applicationID: ApplicationID = .random(), pushBy: PushSide = .hookline, hasBox: Bool = true,
        platform: (any CallPlatform)? = nil, flows: [String: String] = [:], clock: ManualClock = ManualClock(),
        adjust: (inout APISettings) -> Void = { _ in }
    ) async throws {
        self.clock = clock
        let log = Logger(level: .debug, sink: logs.sink)
        registry = try Registry.open(
            .memory, clock: clock.wall, box: hasBox ? SecretBox(key: .generate()) : nil, log: log)
        application = Application(
            id: applicationID, name: "Demo", publicKey: Self.key.publicKey.pem, pushBy: pushBy)
        alice = User(application: application.id, name: try name("Alice"), displayName: "Alice Ahrens")
        bob = User(application: application.id, name: try name("Bob"))

        var settings = APISettings()
        settings.adminKey = APISettings.AdminKey(key: "a1b2c3d4", secret: Secret(Self.adminSecret))
        settings.version = "1.2.3"
        // Longer than any test takes; those that are about them set their own.
        settings.answerPatience = .seconds(20)
        settings.eventPatience = .seconds(20)
        adjust(&settings)
        let context = APIContext(
            registry: registry, flows: try Self.flows(and: flows), ringer: ringer, platform: platform,
            clock: clock.wall,
            log: log, settings: settings)
        var configuration = ServerConfiguration(
            addresses: [ListenAddress(host: "127.0.0.1", port: 0)], router: routes(context))
        configuration.loops = 1
        configuration.log = log
        configuration.problem = Problem.response(to:)
        server = try Server.start(configuration)

        let (application, alice, bob) = (application, alice, bob)
        try await registry.write { tx in
            try ApplicationStore(tx).create(application)
            try UserStore(tx).create(alice)
            try UserStore(tx).create(bob)
        }
        try await addNumber(Self.number, rings: alice.id)
        try await addNumber(Self.lonelyNumber, rings: nil)
    }

    /// Ends the server and the store.
    func close() async {
        await server.drain(within: .seconds(5))
        registry.close()
    }

    private static func flows(and others: [String: String]) throws -> Flows {
        let needed = [
            "connect-user": Array(
                #"[{"action":"talk","text":"Connecting you to {{callee}}."},{"action":"connect","endpoint":[{"type":"app","user":"{{user}}"}]}]"#
                    .utf8),
            "connect-phone": Array(
                #"[{"action":"connect","from":"{{caller_number}}","endpoint":[{"type":"phone","number":"{{number}}"}]}]"#
                    .utf8),
            "unknown-number": Array(#"[{"action":"talk","text":"Not in service."}]"#.utf8),
            "fallback": Array(#"[{"action":"talk","text":"Sorry."}]"#.utf8),
        ]
        return try Flows.load(needed.merging(others.mapValues { Array($0.utf8) }) { $1 })
    }

    /// The NCCO that connects to Alice.
    static let aliceNCCO =
        #"[{"action":"talk","text":"Connecting you to Alice Ahrens."},{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#

    // MARK: Furnishing

    func addNumber(_ digits: String, rings user: UserID?, of owner: ApplicationID? = nil) async throws {
        guard let number = E164(digits) else { throw Unfit() }
        let entry = Number(number: number, country: "GB", application: owner ?? application.id, user: user)
        try await registry.write { tx in try NumberStore(tx).create(entry) }
    }

    /// Another application, with a key of its own and a number.
    func addApplication(_ name: String, number: String? = nil) async throws -> Application {
        let other = Application(name: name, publicKey: Self.otherKey.publicKey.pem)
        try await registry.write { tx in try ApplicationStore(tx).create(other) }
        if let number { try await addNumber(number, rings: nil, of: other.id) }
        return other
    }

    @discardableResult
    func addDevice(of user: User, token: String = String(repeating: "a1", count: 32)) async throws -> Device {
        let registration = DeviceRegistration(
            application: user.application, user: user.id, tokens: [Device.Token(kind: .voip, text: token)])
        return try await registry.write { tx in try DeviceStore(tx).register(registration).device }
    }

    // MARK: Tokens

    var adminBasic: String { "Basic " + Base64.encode("a1b2c3d4:\(Self.adminSecret)".utf8) }

    /// A token of the application, or of one of its users.
    func bearer(
        _ subject: String? = nil, acl: ACL? = nil, key: RSAPrivateKey = TestAPI.key,
        application: ApplicationID? = nil, issued: Duration = .zero
    ) throws -> String {
        let claims = try ApplicationClaims(
            applicationID: (application ?? self.application.id).description, subject: subject, acl: acl,
            now: clock.now.advanced(by: issued).seconds)
        return "Bearer " + claims.token(signedWith: key)
    }

    // MARK: Requests

    /// Sends one request on a connection of its own and waits for the answer.
    func send(
        _ method: HTTP.Method, _ target: String, auth: String? = nil, fields: Fields = [:], body: [UInt8]? = nil
    ) async throws -> Reply {
        var fields = fields
        if let auth { fields["Authorization"] = auth }
        let request = ClientRequest(
            method, "http://127.0.0.1:\(server.port)\(target)", fields: fields, body: body, timeout: .seconds(30))
        // The client blocks, and tasks share few threads.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let response = try HTTPClient().send(request)
                        return Reply(status: response.status, fields: response.fields, body: response.body)
                    })
            }
        }
    }

    func get(_ target: String, auth: String? = nil) async throws -> Reply { try await send(.get, target, auth: auth) }

    func post(_ target: String, auth: String? = nil, json: String) async throws -> Reply {
        try await send(
            .post, target, auth: auth, fields: ["Content-Type": "application/json"], body: Array(json.utf8))
    }

    func delete(_ target: String, auth: String? = nil) async throws -> Reply {
        try await send(.delete, target, auth: auth)
    }

    /// An answer webhook by GET.
    func answer(
        _ call: String, to number: String = TestAPI.number, path: String = "/webhooks/answer", auth: String? = nil
    ) async throws -> Reply {
        try await get(
            "\(path)?to=\(number)&from=447700900123&conversation_uuid=CON-bbbbbbbb-0000-4000-8000-000000000001&uuid=\(call)",
            auth: auth)
    }

    // MARK: What is kept

    func calls() async throws -> [StoredCall] {
        try await registry.read { tx in try CallStore(tx).list(CallQuery()).items }
    }

    func events() async throws -> [StoredEvent] {
        try await registry.read { tx in try EventStore(tx).latest().reversed() }
    }

    func answers(of call: String) async throws -> [StoredAnswer] {
        guard let id = CallUUID(call) else { throw Unfit() }
        return try await registry.read { tx in try AnswerStore(tx).list(of: id) }
    }

    func problems() async throws -> [StoredProblem] {
        try await registry.read { tx in try ProblemStore(tx).list() }
    }

    /// Keeps the store's thread busy until the returned closure is called.
    func blockStore() async -> @Sendable () -> Void {
        let gate = DispatchSemaphore(value: 0)
        let registry = registry
        await withCheckedContinuation { begun in
            Task {
                try? await registry.write { _ in
                    begun.resume()
                    gate.wait()
                }
            }
        }
        return { gate.signal() }
    }
}

/// A test has been written wrongly.
struct Unfit: Error {}

func name(_ text: String) throws -> UserName {
    guard let name = UserName(text) else { throw Unfit() }
    return name
}

/// Runs a test against a server of its own, and ends that whatever comes of it.
func withAPI<Result>(_ api: TestAPI, _ body: (TestAPI) async throws -> Result) async throws -> Result {
    do {
        let result = try await body(api)
        await api.close()
        return result
    } catch {
        await api.close()
        throw error
    }
}
