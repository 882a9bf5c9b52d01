import CallControl
import Crypto
import HTTP
import JSON
import JWT
import Telephony

/// What a webhook says, before anyone tries to understand it.
struct WebhookContent: Sendable {
    /// Why a body is no webhook.
    indirect enum Fault: Error, Equatable {
        case contentCoded
        case notJSON(JSONError)
        /// JSON, but not an object; with what it is.
        case notAnObject(String)
    }

    /// Where it stands. Nothing is made of it before somebody asks.
    private enum Source {
        /// A GET, or a POST without a body but with a query.
        case query(Query, isPost: Bool)
        case form(Query, body: [UInt8])
        case body([UInt8])
        /// In a content coding, which nobody reads.
        case coded([UInt8])
    }

    private let source: Source

    /// Takes a query for GET, and for POST with an empty body; else the body, as a form if it says it is one, whatever
    /// else its type says.
    init(_ request: borrowing Request) {
        let isGet = request.method == .get || request.method == .head
        if isGet || (!request.hasBody && request.rawQuery != nil) {
            source = .query(request.query, isPost: request.method == .post)
        } else if request.isContentCoded {
            source = .coded(request.body)
        } else if request.isForm {
            source = .form(request.form, body: request.body)
        } else {
            source = .body(request.body)
        }
    }

    /// What is kept: the body as it came, or a query or form as JSON. Made anew each time.
    var raw: [UInt8] {
        switch source {
        case .query(let query, _), .form(let query, _):
            PlainQuery.withJSON(of: query) { [UInt8]($0) } ?? Self.object(query).serialized()
        case .body(let body), .coded(let body): body
        }
    }

    /// SHA-256 of `raw`. Made anew each time.
    var digest: SHA256Digest {
        switch source {
        case .query(let query, _), .form(let query, _):
            PlainQuery.withJSON(of: query) { SHA256Digest(of: $0) } ?? Self.digest(Self.object(query).serialized())
        case .body(let body), .coded(let body): Self.digest(body)
        }
    }

    /// What kind of thing a signature covers.
    var coveredKind: WebhookPayload.Kind {
        switch source {
        case .query(_, let isPost): isPost ? .emptyBody : .query
        case .form(_, let body), .body(let body), .coded(let body): body.isEmpty ? .emptyBody : .body
        }
    }

    /// SHA-256 of what a signature covers: of the body's bytes, or of the query as JSON. Made anew each time.
    var coveredDigest: SHA256Digest {
        switch source {
        case .query(_, isPost: false): digest
        case .query(_, isPost: true): Self.digest([])
        case .form(_, let body), .body(let body), .coded(let body): Self.digest(body)
        }
    }

    /// Whether the one digest is the other.
    var isCoveredAsKept: Bool {
        switch source {
        case .query(_, let isPost): !isPost
        case .form: false
        case .body, .coded: true
        }
    }

    /// The members, or why there are none. Read anew each time.
    var object: Result<JSONObject, Fault> {
        switch source {
        case .query(let query, _), .form(let query, _): .success(Self.object(query))
        case .body(let body): Self.object(in: body)
        case .coded: .failure(.contentCoded)
        }
    }

    /// Reads what it asks at an answer or fallback URL.
    ///
    /// - Returns: why `call` says nothing, if so.
    func read(into call: inout AnswerWebhook) -> Fault? {
        let kind = call.kind
        if case .query(let query, _) = source {
            if call.read(plain: query) { return nil }
        }
        switch object {
        case .success(let object):
            call = AnswerWebhook(object, kind: kind)
            return nil
        case .failure(let fault): return fault
        }
    }

    /// What it says at an event URL, if it is a plain event of a call.
    func plainEvent(receivedAt now: Timestamp) -> EventWebhook? {
        guard case .body(let body) = source else { return nil }
        return body.withUnsafeBufferPointer { EventWebhook(plain: $0, receivedAt: now) }
    }

    private static func digest(_ bytes: [UInt8]) -> SHA256Digest {
        bytes.withUnsafeBufferPointer { SHA256Digest(of: $0) }
    }

    private static func object(_ query: Query) -> JSONObject {
        JSONObject(query: query.lazy.map { ($0.name, $0.value) })
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
