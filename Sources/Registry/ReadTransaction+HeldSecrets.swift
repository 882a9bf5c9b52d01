import SQLite

extension ReadTransaction {
    /// Whether anything in the store needs the key of the secrets: encrypted, or known by a tag under that key.
    package func holdsSecrets() throws -> Bool {
        let found = try connection.row(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM applications WHERE private_key IS NOT NULL)
                OR EXISTS (SELECT 1 FROM signature_secrets) OR EXISTS (SELECT 1 FROM push_credentials)
                OR EXISTS (SELECT 1 FROM api_keys)
            """
        ) { $0.int(0) }
        return found != nil
    }
}

extension ReadTransaction {
    /// Whether every encrypted secret opens with the key at hand. One that does not must never be taken for one that
    /// does not exist: an application whose signature secret cannot be read would accept unsigned webhooks.
    package func opensItsSecrets() throws -> Bool {
        do {
            _ = try connection.rows("SELECT id, secret FROM signature_secrets", []) {
                _ = try unseal($0.blob(1), .signatureSecret, row: $0.text(0))
            }
            _ = try connection.rows("SELECT id, secret FROM push_credentials", []) {
                _ = try unseal($0.blob(1), .pushCredential, row: $0.text(0))
            }
            _ = try connection.rows("SELECT id, private_key FROM applications WHERE private_key IS NOT NULL", []) {
                _ = try unseal($0.blob(1), .applicationPrivateKey, row: $0.text(0))
            }
            return true
        } catch StoreError.secretUnavailable {
            return false
        }
    }
}
