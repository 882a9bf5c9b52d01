import Crypto
import HTTP
import HTTPClient
import JSON

/// The server as a command sees it: asks, and turns what went wrong into words and an exit code.
///
/// One thread, the one that made it (see `HTTPClient`).
final class ServerConnection {
    /// As whom a request is made.
    enum Credentials {
        case keyPair
        /// A token of the application.
        case token(String)
    }

    enum Body {
        case json(JSONValue)
        case form([(String, String)])
        case bytes([UInt8], mediaType: String)
    }

    let settings: ClientSettings
    private let client: HTTPClient

    init(_ settings: ClientSettings) throws(Failure) {
        self.settings = settings
        do { client = try HTTPClient(certificateAuthority: settings.certificateAuthority) } catch {
            throw Failure(.unavailable, error.description)
        }
    }

    /// The answer's JSON; null when it has no body.
    ///
    /// - Parameters:
    ///   - path: begins with a slash; its segments are already encoded (`segment(_:)`).
    ///   - what: what it is about, for "there is no …" when the server says 404.
    @discardableResult
    func call(
        _ method: Method, _ path: String, query: [(String, String?)] = [], fields: [(String, String)] = [],
        body: Body? = nil, as credentials: Credentials = .keyPair, about what: String
    ) throws(Failure) -> JSONValue {
        let (response, url) = try send(method, path, query: query, fields: fields, body: body, as: credentials)
        guard response.isSuccess else {
            throw ErrorAnswer(response, credentials: credentials, settings: settings).failure(about: what, url: url)
        }
        guard !response.body.isEmpty else { return .null }
        do { return try JSONValue.parse(response.body, limits: .answer) } catch {
            throw Failure(
                .serverError, "\(url) answered with something that is not JSON: \(error)",
                advice: "Is that a Hookline server?")
        }
    }

    /// The answer, whatever its status.
    func send(
        _ method: Method, _ path: String, query: [(String, String?)] = [], fields: [(String, String)] = [],
        body: Body? = nil, as credentials: Credentials = .keyPair
    ) throws(Failure) -> (response: ClientResponse, url: String) {
        let isNumbers = path.hasPrefix("/number/") || path.hasPrefix("/account/")
        let base = isNumbers ? settings.restURL : settings.url
        let pairs = query.compactMap { name, value in value.map { (name, $0) } }
        let url = base + path + (pairs.isEmpty ? "" : "?" + Query.encoded(pairs))
        var request = ClientRequest(method, url, timeout: settings.timeout)
        request.fields.append("Accept", "application/json")
        request.fields.append("User-Agent", "hookline/\(Version.text)")
        request.fields.append("Authorization", try authorization(credentials))
        for (name, value) in fields { request.fields.append(name, value) }
        switch body {
        case nil: break
        case .json(let value):
            request.fields.append("Content-Type", "application/json")
            request.body = value.serialized()
        case .form(let pairs):
            request.fields.append("Content-Type", "application/x-www-form-urlencoded")
            request.body = Array(Query.encoded(pairs).utf8)
        case .bytes(let bytes, let mediaType):
            request.fields.append("Content-Type", mediaType)
            request.body = bytes
        }
        do { return (try client.send(request), url) } catch { throw failure(error, base: base) }
    }

    /// `text` as one segment of a path.
    static func segment(_ text: String) -> String { Percent.encoded(text) }

    private func authorization(_ credentials: Credentials) throws(Failure) -> String {
        switch credentials {
        case .token(let token): return "Bearer " + token
        case .keyPair:
            guard let pair = settings.keyPair else {
                throw .usage(
                    "there is no API key for \(settings.url)",
                    advice: """
                        Set HOOKLINE_API_KEY and HOOKLINE_API_SECRET, or save them:
                        hookline profile add NAME --url \(settings.url) --api-key KEY --api-secret SECRET
                        """)
            }
            return "Basic " + Base64.encode(Array("\(pair.key):\(pair.secret.reveal())".utf8))
        }
    }

    private func failure(_ error: HTTPClientError, base: String) -> Failure {
        switch error {
        case .badURL: .usage("`\(base)` is not an http or https URL")
        case .badCertificateAuthority: .usage("cannot reach \(base): \(error)", advice: "Name a PEM file with --ca.")
        case .tls:
            Failure(
                .unavailable, "cannot reach \(base): \(error)",
                advice: "For a certificate authority of your own: --ca FILE.")
        default:
            Failure(
                .unavailable, "cannot reach \(base): \(error)",
                advice: "Start a server with `hookline serve`, or name another one with --url or --profile.")
        }
    }
}

extension JSONLimits {
    /// For what a server of ours answers: lists of a hundred, with room to spare.
    static let answer = JSONLimits(maximumBytes: 64 << 20, maximumDepth: 128, duplicateKeys: .lastWins)
}
