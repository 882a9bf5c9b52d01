import Crypto
import HTTP
import HTTPServer
import JSON
import JWT
import Synchronization
import Telephony

@testable import Simulator

/// A call-control server on port 0 that keeps what it is sent and answers as it is told.
final class FakeServer: Sendable {
    struct Seen: Sendable {
        let method: Method
        let path: String
        let query: [(name: String, value: String)]
        let body: JSONValue?
        /// Of the token, when it is good for exactly this request.
        let isSigned: Bool
        let authorization: String?
    }

    static let secret = "a secret of at least thirty-two characters"
    /// One for all tests: making one takes a while.
    static let key = RSAPrivateKey.generate()
    static let application = ApplicationID(UUID128(high: 7, low: 7))

    private let server: Server
    private let requests: Requests

    private final class Requests: Sendable {
        let seen = Mutex<[Seen]>([])
    }

    /// - Parameter answer: by what is asked and how many requests to that path came before.
    init(answer: @escaping @Sendable (Seen, Int) -> Response) throws {
        let requests = Requests()
        let handler = Handler.sync { request, _ in
            let seen = Self.seen(request)
            let count = requests.seen.withLock { all in
                all.append(seen)
                return all.count { $0.path == seen.path } - 1
            }
            return .reply(answer(seen, count))
        }
        var router = Router()
        for path in ["/webhooks/answer", "/webhooks/fallback", "/webhooks/event", "/client/devices", "/client/me"] {
            router.on(.get, path, handler)
            router.on(.post, path, handler)
        }
        var configuration = ServerConfiguration(
            addresses: [ListenAddress(host: "127.0.0.1", port: 0)], router: router)
        configuration.loops = 1
        server = try Server.start(configuration)
        self.requests = requests
    }

    var url: String { "http://127.0.0.1:\(server.port)" }

    /// The webhooks of the platform, in the order they came.
    var seen: [Seen] { requests.seen.withLock { $0 } }

    /// The events, each as `direction status`.
    var events: [String] {
        seen.filter { $0.path == "/webhooks/event" }.map {
            "\($0.body?["direction"]?.string ?? "?") \($0.body?["status"]?.string ?? "?")"
        }
    }

    var account: PlatformAccount {
        PlatformAccount(
            application: Self.application, publicKey: Self.key.publicKey, apiKey: "abcd1234",
            signatureSecret: WebhookSecret(Self.secret), webhooks: .init(server: url))
    }

    func stop() async { await server.drain(within: .seconds(1)) }

    /// A token for a user, with this access list.
    static func token(for user: String?, acl: ACL? = nil, key: RSAPrivateKey = key) throws -> String {
        try ApplicationClaims(
            applicationID: application.description, subject: user, acl: acl, now: WallClock.system.now().seconds
        ).token(signedWith: key)
    }

    /// An NCCO as answer.
    static func ncco(_ text: String) -> Response { .json(Array(text.utf8)) }

    static let connectToAlice = ncco(
        #"[{"action":"talk","text":"Connecting you to Alice."},"#
            + #"{"action":"connect","endpoint":[{"type":"app","user":"Alice"}]}]"#)

    private static func seen(_ request: Request) -> Seen {
        let query = Array(request.query)
        let payload =
            request.method == .get
            ? WebhookPayload.query(query.map { WebhookPayload.Parameter($0.name, $0.value) })
            : .body(request.body)
        let authorization = request.fields["Authorization"]
        var rules = WebhookToken.Rules()
        rules.requiresQueryHash = true
        let token = try? WebhookToken(authorization: authorization)
        let claims = try? token?.verify(
            secrets: [secret].compactMap { WebhookSecret($0) }, payload: payload, rules: rules,
            now: WallClock.system.now().seconds, knowsAPIKey: token?.claimedAPIKey == "abcd1234",
            knowsApplication: token?.claimedApplicationID.flatMap { ApplicationID($0) } == application)
        return Seen(
            method: request.method, path: request.path, query: query, body: try? JSONValue.parse(request.body),
            isSigned: claims != nil, authorization: authorization)
    }
}
