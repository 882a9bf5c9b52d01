import API

extension APISettings {
    init(_ settings: ServeSettings, secretsAreUnreadable: Bool) {
        self.init()
        adminKey = settings.keyPair.map { AdminKey(key: $0.key, secret: $0.secret) }
        switch settings.requiresSignedWebhooks {
        case true: signedWebhooks = .required
        case false: signedWebhooks = .off
        case nil: signedWebhooks = .whenSecretExists
        }
        signatureSecret = settings.signatureSecret
        signatureSecrets = settings.signatureSecrets
        self.secretsAreUnreadable = secretsAreUnreadable
        webhookAge = settings.webhookAge
        clockSkew = settings.clockSkew
        refusesGetWithoutHash = settings.refusesGetWithoutHash
        ringTime = settings.ringTimeout
        keepsRecords = settings.records
        publicURL = settings.publicURL
        defaultBundleID = settings.apnsBundleID
        webhooksNeedCertificate = settings.tlsFiles?.clientCA != nil
        version = Version.text
    }
}
