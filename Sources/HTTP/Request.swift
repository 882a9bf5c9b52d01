/// A request as it was received, with its whole body.
///
/// It owns the bytes of the message and knows where things are in them; fields and query pairs are decoded when they
/// are asked for.
package struct Request: Sendable {
    /// Head and body, without chunk framing.
    var bytes: [UInt8]
    let head: RequestHead
    private let bodyRange: Range<Int>
    /// Who has sent it to us: its client, or the last proxy on its way.
    package let remote: PeerAddress
    /// Whether it came to us over TLS.
    private let isDirectlySecure: Bool
    /// Whether its client has shown a certificate that is believed, over TLS.
    package let isCertified: Bool
    /// Nil unless `remote` is one of them.
    private let proxies: TrustedProxies?

    init(
        bytes: [UInt8], head: RequestHead, body: Range<Int>, remote: PeerAddress, isSecure: Bool, isCertified: Bool,
        proxies: TrustedProxies?
    ) {
        self.bytes = bytes
        self.head = head
        bodyRange = body
        self.remote = remote
        isDirectlySecure = isSecure
        self.isCertified = isCertified
        self.proxies = proxies
    }

    package var method: Method {
        switch head.verb {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        case .options: .options
        case .trace: .trace
        case .connect: .connect
        case .other: .other(text(head.methodName))
        }
    }

    /// The request target as sent.
    package var target: String { text(head.target) }

    /// The path as sent, undecoded: begins with `/`, or is `*`.
    package var path: String { head.path.range.isEmpty ? "/" : text(head.path) }

    /// What follows the first `?` as sent; nil when there is no `?`.
    package var rawQuery: String? { head.query.map(text) }

    /// The decoded pairs of the query.
    package var query: Query { Query(bytes[head.query?.range ?? 0..<0]) }

    /// Host and port the client meant: as a trusted proxy tells it, else of an absolute target or the Host field; empty
    /// when an HTTP/1.0 client sent none.
    package var authority: String { forwarding?.host ?? head.authority.map(text) ?? "" }

    /// Who made it: the client that trusted proxies tell of, else who sent it to us.
    package var client: PeerAddress { forwarding?.client ?? remote }

    /// Whether its client sent it over TLS: to a trusted proxy, else to us.
    package var isSecure: Bool { forwarding?.isSecure ?? isDirectlySecure }

    /// Read again each time: few requests are asked, and those without a proxy pay for a comparison.
    private var forwarding: Forwarding? {
        proxies.flatMap { Forwarding(fields, from: remote, through: $0) }
    }

    package var fields: RequestFields { RequestFields(lines: bytes[head.fields.range]) }

    /// The body; empty when there is none.
    package var body: [UInt8] { Array(bytes[bodyRange]) }

    package var hasBody: Bool { !bodyRange.isEmpty }

    /// The body without a copy.
    package var bodySlice: ArraySlice<UInt8> { bytes[bodyRange] }

    /// The pairs of a form body. Whether the body is a form is for the caller to check (`isForm`).
    package var form: Query { Query(bodySlice) }

    /// The type of the body, nil when none is named or it is malformed.
    package var mediaType: MediaType? { fields["Content-Type"].flatMap(MediaType.init) }

    /// Whether the body says that it is a form. Its type is read only if its first letters are those of one: nearly
    /// every body is something else.
    package var isForm: Bool {
        fields.hasFirst("Content-Type", beginningWith: "application/x-www-form-urlencoded")
            && mediaType?.isForm == true
    }

    /// Whether the client lets the connection serve another request.
    package var keepsAlive: Bool { head.keepsAlive }

    package var isVersion10: Bool { head.isVersion10 }

    /// Whether the body is in a content coding (`Content-Encoding` names one besides `identity`).
    package var isContentCoded: Bool { head.isContentCoded }

    /// Calls `body` with the raw bytes of the path.
    package func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if head.path.range.isEmpty {
            var root = UInt8(ascii: "/")
            return withUnsafePointer(to: &root) { body(UnsafeBufferPointer(start: $0, count: 1)) }
        }
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[head.path.range])) }
    }

    private func text(_ slice: RequestHead.Slice) -> String {
        String(decoding: bytes[slice.range], as: UTF8.self)
    }
}

extension Request {
    /// A request made here instead of received: the bytes a client would send, parsed.
    ///
    /// `Host` and `Content-Length` are added. What the parser refuses is our own mistake and ends the process.
    package init(
        method: Method = .get, target: String, fields: Fields = [:], body: [UInt8] = [],
        remote: PeerAddress = .loopback, isSecure: Bool = false, proxies: TrustedProxies? = nil
    ) {
        var fields = fields
        if fields["Host"] == nil { fields.append("Host", "localhost") }
        if !body.isEmpty { fields["Content-Length"] = String(body.count) }
        let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        var parser = RequestParser(
            limits: ParserLimits(head: .max, target: .max, fields: .max, body: .max), remote: remote, isSecure: isSecure
        )
        parser.proxies = proxies
        parser.append(Array("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n".utf8) + body)
        do {
            guard let request = try parser.next() else { preconditionFailure("the request is incomplete") }
            self = request
        } catch {
            preconditionFailure("not a request: \(error)")
        }
    }
}
