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
