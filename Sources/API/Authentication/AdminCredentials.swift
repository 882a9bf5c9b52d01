import Crypto
import HTTP

/// The key and secret a request brings along, in whichever place its client puts them.
struct AdminCredentials: Equatable {
    let key: String
    let secret: String

    /// From a Basic `Authorization` field (RFC 7617), else from `api_key` and `api_secret` in the query or in a form
    /// body, as old clients send them. Nil when there are none, or none that can be read.
    init?(_ request: Request) {
        if let authorization = request.fields["Authorization"], !authorization.isEmpty {
            guard let encoded = request.fields.credentials("Basic"), let pair = Self.pair(inBasic: encoded) else {
                return nil
            }
            self = pair
        } else if let pair = Self.pair(in: request.query) {
            self = pair
        } else if request.isForm, let pair = Self.pair(in: request.form) {
            self = pair
        } else {
            return nil
        }
    }

    private init(key: String, secret: String) {
        self.key = key
        self.secret = secret
    }

    private static func pair(inBasic encoded: String) -> AdminCredentials? {
        guard let bytes = Base64.decode(encoded.filter { $0 != " " }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return AdminCredentials(
            key: String(decoding: bytes[..<colon], as: UTF8.self),
            secret: String(decoding: bytes[(colon + 1)...], as: UTF8.self))
    }

    private static func pair(in query: Query) -> AdminCredentials? {
        guard let key = query["api_key"], let secret = query["api_secret"] else { return nil }
        return AdminCredentials(key: key, secret: secret)
    }
}

extension AdminCredentials: CustomStringConvertible, CustomReflectable {
    /// Without the secret.
    var description: String { key }
    var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}
