import Crypto
import HTTP
import JSON
import JWT

/// What a webhook says, before anyone tries to understand it.
struct WebhookContent: Sendable {
    /// Why a body is no webhook.
    enum Fault: Error, Equatable {
        case contentCoded
        case notJSON(JSONError)
        /// JSON, but not an object; with what it is.
        case notAnObject(String)
    }

    /// What is kept: the body as it came, or a query or form as JSON.
    let raw: [UInt8]
    /// SHA-256 of `raw`.
    let digest: [UInt8]
    /// What a signature covers.
    let payload: WebhookPayload
    /// The members, or why there are none.
    let object: Result<JSONObject, Fault>

    /// Reads a query for GET, and for POST with an empty body; else the body, as a form if it says it is one, whatever
    /// else its type says.
    init(_ request: Request) {
        let body = request.body
        if request.method == .get || request.method == .head || (body.isEmpty && request.rawQuery != nil) {
            let pairs = Array(request.query)
            let object = JSONObject(query: pairs.lazy.map { ($0.name, $0.value) })
            raw = object.serialized()
            payload =
                request.method == .post
                ? .body(body) : .query(pairs.map { WebhookPayload.Parameter($0.name, $0.value) })
            self.object = .success(object)
        } else if request.isContentCoded {
            raw = body
            payload = .body(body)
            object = .failure(.contentCoded)
        } else if request.mediaType?.isForm == true {
            let object = JSONObject(query: request.form.lazy.map { ($0.name, $0.value) })
            raw = object.serialized()
            payload = .body(body)
            self.object = .success(object)
        } else {
            raw = body
            payload = .body(body)
            object = Self.object(in: body)
        }
        digest = SHA256.digest(of: raw)
    }

    private static func object(in body: [UInt8]) -> Result<JSONObject, Fault> {
        do throws(JSONError) {
            let value = try JSONValue.parse(body, limits: .webhook)
            guard let object = value.object else { return .failure(.notAnObject(value.kind)) }
            return .success(object)
        } catch {
            return .failure(.notJSON(error))
        }
    }
}

extension WebhookContent.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .contentCoded: "The body is compressed; send it as it is."
        case .notJSON(let error): "The body is not JSON: \(error)."
        case .notAnObject(let kind): "The body is \(kind), not an object."
        }
    }
}
