import Crypto

/// A column whose values are encrypted at rest.
enum SecretColumn: String {
    case applicationPrivateKey = "applications.private_key"
    case signatureSecret = "signature_secrets.secret"
    case pushCredential = "push_credentials.secret"

    /// What the ciphertext is bound to: a value copied to another row or column does not open there.
    func place(row: String) -> [UInt8] { Array("\(rawValue).\(row)".utf8) }
}

extension ReadTransaction {
    func seal(_ secret: [UInt8], _ column: SecretColumn, row: String) throws(StoreError) -> [UInt8] {
        guard let box else { throw .secretUnavailable }
        return box.seal(secret, for: column.place(row: row))
    }

    func unseal(_ sealed: [UInt8], _ column: SecretColumn, row: String) throws(StoreError) -> [UInt8] {
        guard let box else { throw .secretUnavailable }
        do {
            return try box.open(sealed, for: column.place(row: row))
        } catch {
            throw .secretUnavailable
        }
    }
}
