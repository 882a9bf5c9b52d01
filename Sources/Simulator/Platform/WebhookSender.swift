import HTTP
import HTTPClient
import JSON
import JWT
import NCCO
import Telephony

/// Sends one application's webhooks, signed. Belongs to one thread, like the client it sends with.
struct WebhookSender {
    let account: PlatformAccount
    let clock: WallClock
    let client: HTTPClient

    /// Asks for a call's instructions. `fields` are what the webhook says, in order.
    func ask(_ question: AnswerFetch.Question, _ fields: [(name: String, value: String)]) -> (
        AnswerFetch.Reply, status: Int?
    ) {
        let webhooks = account.webhooks
        let url: String
        var body = JSONObject(fields.map { ($0.name, JSONValue.string($0.value)) })
        switch question {
        case .answer: url = webhooks.answerURL
        case .fallback(let reason):
            url = webhooks.fallbackURL ?? webhooks.answerURL
            body["reason"] = .string(reason)
            body["original_request"] = ["url": .string(webhooks.answerURL), "type": "answer"]
        }
        do {
            let request =
                webhooks.answerMethod == .get ? get(url, body) : post(url, body, timeout: webhooks.answerTimeout)
            let response = try client.send(request)
            return (Self.reply(response), response.status)
        } catch {
            return (.unreachable("\(error)."), nil)
        }
    }

    /// Tells of an event; a server's fault is answered with one repeat.
    ///
    /// - Returns: the status, or nil when no answer came.
    func tell(_ body: JSONObject) -> Int? {
        let request = post(account.webhooks.eventURL, body, timeout: account.webhooks.eventTimeout)
        let status = try? client.send(request).status
        if let status, status < 500 { return status }
        return try? client.send(request).status
    }

    private static func reply(_ response: ClientResponse) -> AnswerFetch.Reply {
        guard response.isSuccess else { return .status(response.status) }
        if response.body.isEmpty { return .actions([]) }
        guard response.fields["Content-Type"].flatMap({ MediaType($0) })?.isJSON == true else {
            return .unusable("Content-Type is not application/json.")
        }
        do { return .actions(try NCCODocument.parse(response.body).actions) } catch {
            return .unusable("Syntax error in NCCO. \(error).")
        }
    }

    // MARK: Requests

    /// Nested values travel as JSON text.
    private func get(_ url: String, _ body: JSONObject) -> ClientRequest {
        let pairs = body.members.map { (name: $0.key, value: $0.value.string ?? $0.value.serializedText) }
        let full = url + (url.contains("?") ? "&" : "?") + Query.encoded(pairs)
        let query = full.firstIndex(of: "?").map { String(full[full.index(after: $0)...]) } ?? ""
        let parameters = Query(query).map { WebhookPayload.Parameter($0.name, $0.value) }
        return ClientRequest(
            .get, full, fields: fields(signing: .query(parameters)), timeout: account.webhooks.answerTimeout)
    }

    private func post(_ url: String, _ body: JSONObject, timeout: Duration) -> ClientRequest {
        let bytes = body.serialized()
        var fields = fields(signing: .body(bytes))
        fields["Content-Type"] = "application/json"
        return ClientRequest(.post, url, fields: fields, body: bytes, timeout: timeout)
    }

    private func fields(signing payload: WebhookPayload) -> Fields {
        var fields: Fields = ["User-Agent": "Hookline-Simulator", "Accept": "application/json"]
        if let secret = account.signatureSecret {
            let token = WebhookToken.sign(
                payload, with: secret, apiKey: account.apiKey, applicationID: account.application.description,
                now: clock.now().seconds)
            fields["Authorization"] = "Bearer " + token
        }
        return fields
    }
}
