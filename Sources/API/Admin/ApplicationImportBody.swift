import Crypto
import Directory
import JSON
import Registry
import Telephony

/// An application made elsewhere, with its own id: the body of `POST /admin/v1/applications/import`.
struct ApplicationImportBody: Sendable {
    let application: Application
    let privateKey: RSAPrivateKey?
    let signatureSecret: String?

    /// Throws `invalidParameters` with every fault there is, or `importKeyMismatch`.
    init(_ body: JSONObject) throws(Problem) {
        var reader = MemberReader(body)
        let id = reader.text("id").flatMap { ApplicationID($0) }
        if id == nil { reader.reject("id", "is required: the application's UUID") }
        let name = reader.text("name").flatMap { $0.isEmpty ? nil : $0 }
        if let name, !ApplicationBody.isName(name) {
            reader.reject("name", "must be printable text, not only blanks")
        }
        let privateKey = reader.privateKey()
        let publicKey = Self.publicKey(&reader)
        let secret = reader.text("signature_secret", longest: 1024)
        if let secret, secret.allSatisfy(\.isWhitespace) {
            reader.reject("signature_secret", "is empty: leave it out, or webhooks would be taken unsigned")
        }
        let apiKey = reader.text("api_key")
        let pushBy = Self.pushBy(&reader)
        try reader.check()
        guard let id else { throw .invalidParameters }
        if let privateKey, let publicKey, !privateKey.matches(publicKey) { throw .importKeyMismatch }

        application = Application(
            id: id, name: name ?? id.description, publicKey: (publicKey ?? privateKey?.publicKey)?.pem,
            apiKey: apiKey.flatMap { $0.isEmpty ? nil : $0 }, pushBy: pushBy)
        self.privateKey = privateKey
        signatureSecret = secret
    }

    private static func publicKey(_ reader: inout MemberReader) -> RSAPublicKey? {
        guard let text = reader.text("public_key", longest: 1 << 16), !text.isEmpty else { return nil }
        do throws(KeyError) {
            return try RSAPublicKey(pem: text)
        } catch {
            reader.reject("public_key", "\(error)")
            return nil
        }
    }

    /// Its platform pushes by itself unless it is said otherwise.
    private static func pushBy(_ reader: inout MemberReader) -> PushSide {
        guard let text = reader.text("push_by") else { return .platform }
        guard let side = PushSide(rawValue: text) else {
            reader.reject("push_by", "must be platform or hookline")
            return .platform
        }
        return side
    }
}
