import Crypto
import Directory
import HTTP
import HTTPServer
import JSON
import JWT
import Registry
import Telephony

/// `POST /client/token`: a token for a user, asked for by the application's back end.
struct TokenRoute: Sendable {
    let context: APIContext

    static let path = "/client/token"

    func add(to router: inout Router) {
        router.on(.post, Self.path, .async { request, exchange in await answer(request, exchange) })
    }

    private func answer(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            // Who asks comes before what is asked, but an administrator names the application in the body.
            let body: Result<JSONObject, Problem> = Result { () throws(Problem) in try request.jsonObject() }
            let named = (try? body.get())?["application_id"]?.string
            let asker = try await context.authenticateClient(request, for: Self.path, named: named)
            guard asker.user == nil else {
                throw .forbidden.with(detail: "A user's token cannot make tokens; use one of the application's own.")
            }
            return try await minted(try body.get(), for: asker.application)
        }
    }

    private func minted(_ body: JSONObject, for application: ApplicationEntry) async throws(Problem) -> Response {
        guard let name = body["user"]?.string, !name.isEmpty else {
            throw .invalidParameters.with(invalid: "user", "is required: the name of the user")
        }
        guard let user = context.registry.directory.user(called: name, in: application.id) else {
            throw .userNotFound.with(
                detail: "The application \(application.name) has no user \(name).",
                advice: "hookline users create \(name)")
        }
        let claims = try claims(body, user: user)
        let (id, advice) = (
            application.id, "hookline apps keys import \(application.id) --key FILE"
        )
        // Reading the key and signing take longer than a webhook: not on the loop.
        let token = try await context.read { tx in
            guard let pem = try ApplicationStore(tx).privateKey(of: id) else {
                throw Problem.noSigningKey.with(
                    detail: "Without the private key of application \(id) no token can be signed for it.",
                    advice: advice)
            }
            return claims.token(signedWith: try RSAPrivateKey(pem: pem))
        }
        var answer = JSONObject()
        answer["token"] = .string(token)
        answer["expires_at"] = .string(Timestamp(seconds: claims.end).rfc3339())
        answer["user"] = .string(user.name.text)
        answer["user_id"] = .string(user.id.description)
        answer["application_id"] = .string(application.id.description)
        context.log.info("token.made", ["user": user.id, "expires": Timestamp(seconds: claims.end)])
        return Response.json(JSONValue.object(answer).serialized()).with("Cache-Control", "no-store")
    }

    private func claims(_ body: JSONObject, user: UserEntry) throws(Problem) -> ApplicationClaims {
        var lifetime = ApplicationClaims.Lifetime.standard
        if let value = body["ttl"], !value.isNull {
            guard let seconds = value.int else {
                throw .invalidParameters.with(invalid: "ttl", "must be a whole number of seconds")
            }
            lifetime = .seconds(Int64(seconds))
        }
        var acl: ACL?
        if let value = body["acl"], !value.isNull {
            do throws(ACLError) { acl = try ACL(value) } catch {
                throw .invalidParameters.with(invalid: "acl", "\(error)")
            }
        }
        do throws(MintError) {
            return try ApplicationClaims(
                applicationID: user.application.description, subject: user.name.text, acl: acl, lifetime: lifetime,
                now: context.clock.now().seconds)
        } catch {
            throw .invalidParameters.with(invalid: "ttl", "\(error)")
        }
    }
}
