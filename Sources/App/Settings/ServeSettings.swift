import HTTP
import HTTPServer
import Logging
import Telephony

/// Everything a server is told, as values that cannot be wrong.
package struct ServeSettings: Sendable {
    package enum DataLocation: Equatable, Sendable {
        /// An absolute path.
        case folder(String)
        case memory
    }

    package struct KeyPair: Sendable {
        package let key: String
        package let secret: Secret<String>
    }

    package let data: DataLocation
    /// Where HTTP is spoken without TLS.
    package let listen: [ListenAddress]
    /// Where HTTPS is spoken; empty without `tlsFiles`.
    package let tlsListen: [ListenAddress]
    let tlsFiles: TLSFiles?
    /// Whose word is taken for who sent a request; nil: nobody's.
    package let trustedProxies: TrustedProxies?
    /// The admin key pair fixed from outside.
    package let keyPair: KeyPair?
    package let signatureSecret: Secret<String>?
    /// By API key; several while one is being replaced.
    package let signatureSecrets: [String: [Secret<String>]]
    /// Nil: required once a secret exists.
    package let requiresSignedWebhooks: Bool?
    package let webhookAge: Duration
    package let clockSkew: Duration
    package let refusesGetWithoutHash: Bool
    package let publicURL: String?
    /// Nil: decided by the public URL.
    package let allowsPrivateTargets: Bool?
    package let simulates: Bool
    package let records: Bool
    package let hasFictionalInventory: Bool
    package let ringTimeout: Duration
    package let apnsProduction: String
    package let apnsSandbox: String
    /// A PEM file.
    package let apnsCA: String?
    package let apnsBundleID: String?
    package let fcmURL: String
    /// The file of the key that secrets are encrypted with; nil: `secrets.key` in the data folder.
    package let keyFile: String?
    package let flows: String?
    package let logLevel: Level
    package let logFormat: LogFormat
    /// Nil: one for each processor.
    package let loops: Int?
    package let drain: Duration
    package let limits: Limits
    package let clock: WallClock

    /// Reads them from the flags, the environment and the settings file.
    package init(arguments: Arguments, surroundings: Surroundings) throws(Failure) {
        let file = try SettingsFile.read(arguments: arguments, surroundings: surroundings)
        let settings = try Settings(
            Setting.ofServer, arguments: arguments, environment: surroundings.environment, file: file)
        try self.init(settings, in: surroundings)
    }

    package init(_ settings: Settings, in surroundings: Surroundings) throws(Failure) {
        func path(_ setting: Setting) -> String? { settings[setting].map(surroundings.absolute) }
        let folder = settings[.data] ?? "./hookline-data"
        data = folder == ":memory:" ? .memory : .folder(surroundings.absolute(folder))
        tlsListen = ServeSettings.addresses(settings[.tlsListen])
        trustedProxies = settings[.trustedProxies].flatMap { text in
            TrustedProxies(text.split(separator: ",").map { String($0).trimmingBlanks })
        }
        tlsFiles = try ServeSettings.tlsFiles(settings, in: surroundings)
        // Who asks for HTTPS does not ask for the default beside it.
        let isAlone = tlsFiles != nil && settings.value(.listen)?.source == .fallback
        listen = isAlone ? [] : ServeSettings.addresses(settings[.listen])
        keyPair = try ServeSettings.keyPair(settings)
        signatureSecret = try ServeSettings.signatureSecret(settings, in: surroundings)
        signatureSecrets = (settings[.signatureSecrets].flatMap(Setting.secrets) ?? [:]).mapValues {
            $0.map { Secret($0) }
        }
        requiresSignedWebhooks = settings[.signedWebhooks].map { $0.lowercased() == "required" }
        webhookAge = settings.duration(.webhookAge) ?? .seconds(300)
        clockSkew = settings.duration(.clockSkew) ?? .seconds(60)
        refusesGetWithoutHash = settings.isOn(.strictGet)
        publicURL = settings[.publicURL].map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        allowsPrivateTargets = settings[.allowPrivateTargets].flatMap(Setting.boolean)
        simulates = settings.isOn(.simulate)
        records = settings[.records]?.lowercased() != "off"
        hasFictionalInventory = settings[.inventory]?.lowercased() != "none"
        ringTimeout = settings.duration(.ringTimeout) ?? .seconds(60)
        apnsProduction = settings[.apnsProduction] ?? ""
        apnsSandbox = settings[.apnsSandbox] ?? ""
        apnsCA = path(.apnsCA)
        apnsBundleID = settings[.apnsBundleID]
        fcmURL = settings[.fcmURL] ?? ""
        keyFile = path(.keyFile)
        flows = path(.flows)
        logLevel = settings[.logLevel].flatMap { Level($0.lowercased()) } ?? .info
        logFormat = settings[.logFormat].flatMap { LogFormat($0.lowercased()) } ?? .text
        loops = settings.number(.loops)
        drain = settings.duration(.drain) ?? .seconds(10)
        limits = ServeSettings.limits(settings)
        if let text = settings[.clock] {
            clock = try SettableClock(text, in: surroundings).clock
        } else {
            clock = surroundings.clock
        }
    }

    /// All of them, or none.
    private static func tlsFiles(
        _ settings: Settings, in surroundings: Surroundings
    ) throws(Failure) -> TLSFiles? {
        guard settings[.tlsListen] != nil else {
            for setting in [Setting.tlsCert, .tlsKey, .tlsClientCA] where settings[setting] != nil {
                throw .usage("\(setting.name) is set, but \(Setting.tlsListen.name) is not")
            }
            return nil
        }
        guard let certificate = settings[.tlsCert], let key = settings[.tlsKey] else {
            throw .usage(
                "\(Setting.tlsListen.name) needs a certificate and its key",
                advice: "Name their files with --tls-cert FILE and --tls-key FILE.")
        }
        return TLSFiles(
            certificate: surroundings.absolute(certificate), key: surroundings.absolute(key),
            clientCA: settings[.tlsClientCA].map(surroundings.absolute))
    }

    private static func limits(_ settings: Settings) -> Limits {
        var limits = Limits()
        func number(_ setting: Setting, _ path: WritableKeyPath<Limits, Int>) {
            if let number = settings.number(setting) { limits[keyPath: path] = number }
        }
        func duration(_ setting: Setting, _ paths: WritableKeyPath<Limits, Duration>...) {
            guard let duration = settings.duration(setting) else { return }
            for path in paths { limits[keyPath: path] = duration }
        }
        number(.maxHeaderBytes, \.request.head)
        number(.maxHeaders, \.request.fields)
        number(.maxTargetBytes, \.request.target)
        number(.maxBodyBytes, \.request.body)
        duration(.headerTimeout, \.head, \.bodyGrace)
        number(.bodyRate, \.bodyRate)
        duration(.idleTimeout, \.idle)
        duration(.writeTimeout, \.write)
        number(.maxConnections, \.connections)
        number(.maxConnectionsPerAddress, \.connectionsPerAddress)
        return limits
    }

    private static func addresses(_ text: String?) -> [ListenAddress] {
        (text ?? "").split(separator: ",").compactMap { ListenAddress(String($0).trimmingBlanks) }
    }

    private static func keyPair(_ settings: Settings) throws(Failure) -> KeyPair? {
        switch (settings[.apiKey], settings[.apiSecret]) {
        case (nil, nil): return nil
        case (let key?, let secret?):
            guard !key.contains(":") else { throw .usage("\(Setting.apiKey.variable): a key cannot hold a colon") }
            return KeyPair(key: key, secret: Secret(secret))
        case (_?, nil): throw .usage("\(Setting.apiKey.variable) is set, but \(Setting.apiSecret.variable) is not")
        case (nil, _?): throw .usage("\(Setting.apiSecret.variable) is set, but \(Setting.apiKey.variable) is not")
        }
    }

    private static func signatureSecret(
        _ settings: Settings, in surroundings: Surroundings
    ) throws(Failure) -> Secret<String>? {
        guard let file = settings[.signatureSecretFile] else { return settings[.signatureSecret].map { Secret($0) } }
        guard settings[.signatureSecret] == nil else {
            throw .usage("signature_secret and signature_secret_file are both set", advice: "Keep one of them.")
        }
        let text: String
        do { text = try Files.readText(surroundings.absolute(file), limit: 1 << 16) } catch {
            throw .usage("\(Setting.signatureSecretFile.variable): \(error)")
        }
        // Editors end a file with a line end that is no part of the secret; anything else may be.
        var secret = text[...]
        while let last = secret.last, last.isNewline { secret = secret.dropLast() }
        guard !secret.isEmpty else { throw .usage("\(Setting.signatureSecretFile.variable): \(file) is empty") }
        return Secret(String(secret))
    }
}
