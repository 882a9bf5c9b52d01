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
    /// The members, or why there are none.
    let object: Result<JSONObject, Fault>
    private let covered: Covered

    /// What a signature covers.
    private enum Covered {
        /// `raw` itself.
        case raw
        case body([UInt8])
        case query(Query)
    }

    /// SHA-256 of `raw`.
    var digest: [UInt8] { SHA256.digest(of: raw) }

    /// What a signature covers.
    var payload: WebhookPayload {
        switch covered {
        case .raw: .body(raw)
        case .body(let bytes): .body(bytes)
        case .query(let query): .query(query.map { WebhookPayload.Parameter($0.name, $0.value) })
        }
    }

    /// Reads a query for GET, and for POST with an empty body; else the body, as a form if it says it is one, whatever
    /// else its type says.
    init(_ request: Request) {
        let body = request.body
        if request.method == .get || request.method == .head || (body.isEmpty && request.rawQuery != nil) {
            let object = JSONObject(query: request.query.lazy.map { ($0.name, $0.value) })
            raw = object.serialized()
            covered = request.method == .post ? .body(body) : .query(request.query)
            self.object = .success(object)
        } else if request.isContentCoded {
            raw = body
            covered = .raw
            object = .failure(.contentCoded)
        } else if request.mediaType?.isForm == true {
            let object = JSONObject(query: request.form.lazy.map { ($0.name, $0.value) })
            raw = object.serialized()
            covered = .body(body)
            self.object = .success(object)
        } else {
            raw = body
            covered = .raw
            object = Self.object(in: body)
        }
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
