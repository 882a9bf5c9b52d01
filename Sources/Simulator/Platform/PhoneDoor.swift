import HTTP
import HTTPServer
import JSON
import JWT
import Synchronization
import Telephony

/// Where phones sign in at the platform and take calls. Real phones do it over a connection of the vendor's own kind;
/// these do it over HTTP.
///
/// A user's token is checked as the platform does it: RS256 with the application's public key, times, and whether its
/// access list allows sessions.
struct PhoneDoor: Sendable {
    let verifier: ApplicationTokenVerifier
    let clock: WallClock
    /// The call an id in any spelling belongs to.
    let call: @Sendable (String) -> CallRunner?
    let sessions = Sessions()

    /// Who is signed in, by the id of the session.
    final class Sessions: Sendable {
        private let users = Mutex<[String: String]>([:])

        func open(for user: String) -> String {
            let id = UUID128.random().description
            users.withLock { $0[id] = user }
            return id
        }

        func user(of id: String) -> String? { users.withLock { $0[id] } }
    }

    /// How long a phone's answer is held back while the call does not ring yet.
    private static let patience = Duration.seconds(30)

    func router() -> Router {
        var router = Router()
        router.on(.post, "/v1/sessions", .sync { request, _ in .reply(signIn(request)) })
        router.on(.post, "/v1/sessions/{session}/calls/{call}/answer", .sync { _, exchange in take(exchange) })
        router.on(.post, "/v1/sessions/{session}/calls/{call}/hangup", .sync { _, exchange in .reply(drop(exchange)) })
        return router
    }

    private func signIn(_ request: Request) -> Response {
        let claims: ApplicationClaims
        do throws(TokenError) {
            claims = try verifier.verify(authorization: request.fields["Authorization"], now: clock.now().seconds)
        } catch {
            return refusal(.unauthorized, "system:error:invalid-token", "\(error)")
        }
        guard let user = claims.subject else {
            return refusal(.unauthorized, "system:error:invalid-token", "the token is for no user")
        }
        guard claims.allows(method: "POST", path: "/v1/sessions") else {
            return refusal(.forbidden, "system:error:permission", "the token does not allow sessions")
        }
        let session = sessions.open(for: user)
        return .json(
            JSONValue.object(["id": .string(session), "user": .string(user)]).serialized(), status: .created)
    }

    private func take(_ exchange: Exchange) -> Outcome {
        guard let user = sessions.user(of: exchange.parameters["session"]) else { return .reply(noSession) }
        guard let call = call(exchange.parameters["call"]) else { return .reply(noCall) }
        let reply = exchange.deferReply(within: Self.patience) {
            refusal(.gatewayTimeout, "call:not_ringing", "the call does not ring")
        }
        call.take(by: user) { verdict in
            switch verdict {
            case .joined(let leg):
                call.tellJoined(user)
                reply.send(
                    .json(
                        JSONValue.object([
                            "leg": .string(leg), "conversation": .string(call.conversation.text),
                        ]).serialized()))
            case .refused(let reason):
                reply.send(refusal(.gone, "call:" + reason.rawValue, "the call cannot be taken"))
            }
        }
        return .later
    }

    /// Before the call is answered this declines it, afterwards it hangs up.
    private func drop(_ exchange: Exchange) -> Response {
        guard let user = sessions.user(of: exchange.parameters["session"]) else { return noSession }
        guard let call = call(exchange.parameters["call"]) else { return noCall }
        call.drop(by: user)
        return .noContent
    }

    private var noSession: Response { refusal(.unauthorized, "session:unknown", "sign in first") }
    private var noCall: Response { refusal(.notFound, "call:unknown", "there is no such call") }
}

private func refusal(_ status: Status, _ code: String, _ words: String) -> Response {
    .json(JSONValue.object(["code": .string(code), "detail": .string(words)]).serialized(), status: status)
}
