import Crypto
import JSON
import Telephony

/// What the token of a webhook claims, with its signature, in one piece of memory.
struct WebhookTokenClaims {
    enum Claim {
        case absent
        /// A text; where it stands in `bytes`.
        case text(Range<Int>)
        /// A whole number.
        case integer(Int)
        /// Anything else.
        case other

        var isAbsent: Bool {
            if case .absent = self { true } else { false }
        }

        var isText: Bool {
            if case .text = self { true } else { false }
        }
    }

    private(set) var bytes: [UInt8]
    /// Where the signature stands in `bytes`.
    private(set) var signature: Range<Int>
    private(set) var issuer = Claim.absent
    private(set) var issuedAt = Claim.absent
    private(set) var expires = Claim.absent
    private(set) var notBefore = Claim.absent
    private(set) var tokenID = Claim.absent
    private(set) var apiKey = Claim.absent
    private(set) var applicationID = Claim.absent
    private(set) var payloadHash = Claim.absent

    /// Any claims.
    init(_ claims: JSONObject, signature: [UInt8]) {
        bytes = signature
        self.signature = bytes.indices
        for (name, place) in Self.places { self[keyPath: place] = keep(claims[name]) }
    }

    private static var places: [(String, WritableKeyPath<Self, Claim>)] {
        [
            ("iss", \.issuer), ("iat", \.issuedAt), ("exp", \.expires), ("nbf", \.notBefore), ("jti", \.tokenID),
            ("api_key", \.apiKey), ("application_id", \.applicationID), ("payload_hash", \.payloadHash),
        ]
    }

    private mutating func keep(_ value: JSONValue?) -> Claim {
        switch value {
        case nil: return .absent
        case .string(let text)?:
            let first = bytes.count
            bytes += Array(text.utf8)
            return .text(first..<bytes.count)
        case let value?: return value.int.map { .integer($0) } ?? .other
        }
    }

    func text(_ claim: Claim) -> String? {
        guard case .text(let range) = claim else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Lends a claim's text; nil when it is no text.
    func withText<Result>(_ claim: Claim, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        guard case .text(let range) = claim else { return nil }
        return withBytes(range, body)
    }

    func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

extension WebhookTokenClaims {
    /// `{"typ":"JWT","alg":"HS256"}` and the other way round: the headers that senders use.
    private static let headers: (StaticString, StaticString) = (
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
    )

    /// Those of a token as the platform makes it, read without making a value of anything: a usual header, each claim
    /// once and as it should be. Nil of whatever is unusual, and of what is malformed, for `TokenParts` to tell.
    init?(plain token: UnsafeBufferPointer<UInt8>, _ text: TokenText) {
        let header = UnsafeBufferPointer(rebasing: token[text.header])
        guard header.isText(Self.headers.0) || header.isText(Self.headers.1) else { return nil }
        let claims = UnsafeBufferPointer(rebasing: token[text.claims])
        let signed = UnsafeBufferPointer(rebasing: token[text.signature])
        let count = Base64URL.byteCount(ofText: claims.count)
        let total = count + Base64URL.byteCount(ofText: signed.count)
        var isRead = false
        bytes = [UInt8](unsafeUninitializedCapacity: total) { buffer, length in
            guard let start = buffer.baseAddress, Base64URL.decode(claims, into: start),
                Base64URL.decode(signed, into: start + count)
            else { return }
            isRead = true
            length = total
        }
        guard isRead else { return nil }
        signature = count..<total
        guard readPlain(count) else { return nil }
    }

    private mutating func readPlain(_ count: Int) -> Bool {
        let bytes = bytes
        return bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            let text = UnsafeBufferPointer(start: start, count: count)
            return PlainObject.read(text, limits: .strict) { name, value in take(name, value, start) }
        }
    }

    private mutating func take(
        _ name: UnsafeBufferPointer<UInt8>, _ value: PlainObject.Value, _ start: UnsafePointer<UInt8>
    ) -> Bool {
        switch value {
        case .text(let text):
            guard let address = text.baseAddress else { return false }
            let claim = Claim.text(address - start..<address - start + text.count)
            switch name.count {
            case 3 where name.isText("iss"): return Self.set(&issuer, claim)
            case 3 where name.isText("jti"): return Self.set(&tokenID, claim)
            case 7 where name.isText("api_key"): return Self.set(&apiKey, claim)
            case 12 where name.isText("payload_hash"): return Self.set(&payloadHash, claim)
            case 14 where name.isText("application_id"): return Self.set(&applicationID, claim)
            default: return false
            }
        case .number(let digits):
            guard let number = Self.integer(digits) else { return false }
            if name.isText("iat") { return Self.set(&issuedAt, .integer(number)) }
            if name.isText("exp") { return Self.set(&expires, .integer(number)) }
            return name.isText("nbf") && Self.set(&notBefore, .integer(number))
        case .nothing: return false
        }
    }

    private static func set(_ place: inout Claim, _ claim: Claim) -> Bool {
        guard case .absent = place else { return false }
        place = claim
        return true
    }

    /// A number of at most 18 digits and nothing else.
    private static func integer(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        guard digits.count <= 18 else { return nil }
        var number = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            number = number &* 10 &+ Int(digit &- UInt8(ascii: "0"))
        }
        return number
    }
}
