import Crypto
import HTTP
import HTTPClient
import JSON
import JWT
import Simulator
import Telephony

/// What the demo asks of its server, as an administrator and as the application's back end do. Belongs to one thread.
struct DemoClient {
    let url: String
    let pair: AdminKeyPair
    let client: HTTPClient

    init(url: String, pair: AdminKeyPair) throws(Failure) {
        self.url = url
        self.pair = pair
        do { client = try HTTPClient() } catch { throw Failure(.unavailable, "no HTTP client: \(error)") }
    }

    private var administrator: String { "Basic " + Base64.encode(Array("\(pair.key):\(pair.secret)".utf8)) }

    // MARK: Setting up

    /// Brings in an application with its key, and a user with a number.
    func add(_ cast: Cast) throws(Failure) {
        let id = cast.application.description
        try ask(
            .post, "/admin/v1/applications/import",
            [
                "id": .string(id), "name": "Demo", "private_key": .string(cast.key.pem), "push_by": "hookline",
                "api_key": .string(pair.key),
            ])
        try ask(.post, "/admin/v1/applications/\(id)/users", ["name": .string(cast.user)])
        try ask(
            .post, "/admin/v1/numbers",
            [
                "msisdn": .string(cast.number), "country": "GB", "type": "mobile", "features": ["VOICE"],
                "application_id": .string(id),
            ])
        try ask(
            .post, "/admin/v1/numbers/\(cast.number)/link",
            ["user": .string(cast.user), "application_id": .string(id)])
        try ask(
            .post, "/admin/v1/push/credentials",
            [
                "application_id": .string(id), "kind": "token", "p8": .string(cast.pushKey.pem),
                "key_id": .string(Cast.pushKeyID), "team_id": .string(Cast.teamID), "bundle_id": .string(Cast.bundleID),
                "environments": ["production", "sandbox"],
            ])
    }

    /// A token for the user's phone, as a back end gets it.
    func userToken(for cast: Cast) throws(Failure) -> String {
        let answer = try ask(
            .post, "/client/token", ["user": .string(cast.user), "ttl": 3600],
            as: "Bearer " + cast.token(at: WallClock.system.now()))
        guard let token = answer["token"]?.string else { throw Failure(.serverError, "/client/token gives no token") }
        return token
    }

    // MARK: Reading back

    /// What the server has of a call; parts that are not there yet are nil.
    func records(of call: CallUUID, callee: String?, for cast: Cast) throws(Failure) -> Records {
        let bearer = try "Bearer " + cast.token(at: WallClock.system.now())
        var records = Records()
        records.caller = try find("/v1/calls/\(call)", as: bearer)
        if let callee { records.callee = try find("/v1/calls/\(callee)", as: bearer) }
        records.attempts = try find("/admin/v1/push-log?call=\(call)")?["attempts"]?.array ?? []
        return records
    }

    // MARK: Requests

    @discardableResult
    private func ask(
        _ method: Method, _ path: String, _ body: JSONObject? = nil, as authorization: String? = nil
    ) throws(Failure) -> JSONValue {
        let response = try send(method, path, body, as: authorization)
        guard response.isSuccess, let value = try? JSONValue.parse(response.body) else {
            throw Failure(.serverError, "\(method) \(path): \(response.status)", advice: response.words)
        }
        return value
    }

    /// Nil when it is not there.
    private func find(_ path: String, as authorization: String? = nil) throws(Failure) -> JSONValue? {
        let response = try send(.get, path, nil, as: authorization)
        return response.isSuccess ? try? JSONValue.parse(response.body) : nil
    }

    private func send(
        _ method: Method, _ path: String, _ body: JSONObject?, as authorization: String?
    ) throws(Failure) -> ClientResponse {
        var fields: Fields = ["Authorization": authorization ?? administrator, "Accept": "application/json"]
        if body != nil { fields["Content-Type"] = "application/json" }
        do {
            return try client.send(
                ClientRequest(method, url + path, fields: fields, body: body?.serialized(), timeout: .seconds(5)))
        } catch {
            throw Failure(.unavailable, "\(method) \(path): \(error)")
        }
    }
}

extension ClientResponse {
    /// What the answer says of what is wrong.
    fileprivate var words: String? {
        let body = try? JSONValue.parse(self.body)
        return ["detail", "title", "error_title"].lazy.compactMap { body?[$0]?.string }.first
    }
}
