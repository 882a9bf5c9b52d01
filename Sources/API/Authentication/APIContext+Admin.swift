import Crypto
import HTTP
import Registry

/// Who administers: the key they signed in with.
package struct Administrator: Equatable, Sendable {
    package let key: String
}

extension APIContext {
    /// Signs an administrator in by key and secret: the pair fixed from outside, or one of the store's.
    ///
    /// Throws `unauthorized`, `secretsUnavailable`, or `storeUnavailable`.
    package func authenticateAdmin(_ request: Request) async throws(Problem) -> Administrator {
        guard let credentials = AdminCredentials(request) else {
            throw .unauthorized.with(detail: "Key and secret are needed, as Basic credentials.")
        }
        if let fixed = settings.adminKey {
            // Both are compared whatever the first says, so that the time tells neither.
            let isKey = constantTimeEquals(fixed.key.utf8, credentials.key.utf8)
            let isSecret = constantTimeEquals(fixed.secret.reveal().utf8, credentials.secret.utf8)
            if isKey && isSecret { return Administrator(key: fixed.key) }
        }
        guard try await isInStore(credentials) else {
            log.info("auth.refused", ["key": credentials.key, "reason": "key or secret is wrong"])
            throw .unauthorized.with(detail: "Key or secret is wrong.")
        }
        return Administrator(key: credentials.key)
    }

    private func isInStore(_ credentials: AdminCredentials) async throws(Problem) -> Bool {
        do {
            return try await registry.read(ofCalls: false) { tx in
                try KeyStore(tx).verify(id: credentials.key, secret: Array(credentials.secret.utf8))
            }
        } catch StoreError.secretUnavailable {
            // Without the key of the secrets no pair of the store can be known; the fixed one still can.
            if settings.adminKey != nil { return false }
            throw .secretsUnavailable
        } catch {
            log.error("auth.store_failed", ["error": "\(error)"])
            throw .storeUnavailable
        }
    }
}
