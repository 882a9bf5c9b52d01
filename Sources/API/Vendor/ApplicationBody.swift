import Crypto
import JSON

/// What a client says an application is: the body of `POST` and `PUT /v2/applications`.
struct ApplicationBody {
    var name: String
    /// Its own key pair's public half, if it has one.
    var publicKey: RSAPublicKey?
    /// As they were given, in their order.
    var capabilities: JSONObject
    var privacy: JSONObject?

    /// Throws `invalidParameters` with every fault there is. The text of a key is never repeated.
    init(_ body: JSONObject) throws(Problem) {
        var reader = MemberReader(body)
        let name = reader.text("name")
        if let name, !Self.isName(name) {
            reader.reject("name", "must be printable text, not only blanks")
        } else if name == nil, reader.faults.isEmpty {
            reader.reject("name", "is required")
        }
        capabilities = reader.object("capabilities") ?? JSONObject()
        reader.reject(CapabilityCheck(capabilities).faults)
        privacy = reader.object("privacy")
        if let flag = privacy?["improve_ai"], !flag.isNull, flag.bool == nil {
            reader.reject("privacy.improve_ai", "must be a boolean")
        }
        publicKey = Self.publicKey(reader.object("keys"), &reader)
        try reader.check()
        self.name = name ?? ""
    }

    private static func publicKey(_ keys: JSONObject?, _ reader: inout MemberReader) -> RSAPublicKey? {
        guard let value = keys?["public_key"], !value.isNull else { return nil }
        guard let text = value.string else {
            reader.reject("keys.public_key", "must be a string with a PEM text")
            return nil
        }
        do throws(KeyError) {
            return try RSAPublicKey(pem: text)
        } catch {
            reader.reject("keys.public_key", "\(error)")
            return nil
        }
    }

    static func isName(_ text: String) -> Bool {
        !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
