import Crypto
import JSON
import Registry
import Telephony

import struct Push.BundleID

/// What a push service shall know us by: the body of `POST /admin/v1/push/credentials`, read and checked.
struct PushCredentialBody: Sendable {
    let credential: PushCredential
    /// The private key as PEM.
    let secret: [UInt8]
    /// What works, but not for ever or not for everything.
    let warnings: [String]

    /// The time before a certificate's end from which it is warned of.
    private static let notice: Duration = .seconds(30 * 86_400)

    /// Throws `invalidPushCredential` in words its owner can act on, or `invalidParameters`.
    ///
    /// Opening a container takes about a millisecond, and longer where its maker was careful.
    init(_ body: JSONObject, application: ApplicationID, now: Timestamp) throws(Problem) {
        var reader = MemberReader(body)
        let kind = reader.text("kind")
        let bundle = Self.bundle(&reader)
        let environments = Self.environments(&reader)
        switch kind {
        case "certificate":
            let file = Self.file(&reader)
            let password = reader.text("password", longest: 1024)
            try reader.check()
            try self.init(
                certificate: file ?? [], password: password, application: application, bundle: bundle,
                environments: environments, now: now)
        case "token":
            let key = reader.text("p8", longest: 1 << 16)
            if key == nil, reader.faults.isEmpty { reader.reject("p8", "is required: the text of the .p8 file") }
            let keyID = Self.appleID("key_id", &reader)
            let teamID = Self.appleID("team_id", &reader)
            if bundle == nil, reader.value("bundle_id") == nil { reader.reject("bundle_id", "is required") }
            try reader.check()
            try self.init(
                key: key ?? "", keyID: keyID, teamID: teamID, application: application, bundle: bundle,
                environments: environments)
        default:
            reader.reject("kind", "must be certificate or token")
            try reader.check()
            throw .invalidParameters
        }
    }

    private init(
        certificate file: [UInt8], password: String?, application: ApplicationID, bundle: BundleID?,
        environments: Environments?, now: Timestamp
    ) throws(Problem) {
        let identity: TLSIdentity
        do throws(PKCS12Error) {
            identity = try PKCS12.identity(in: file, password: password)
        } catch {
            throw .invalidPushCredential.with(detail: "\(error)".asSentence)
        }
        let facts = PushCertificate(identity.certificate)
        // Our clock may be behind; Apple's decides whether it has begun.
        let moment = max(now.seconds, facts.notBefore)
        let wanted = environments ?? Environments(production: facts.production, sandbox: facts.sandbox)
        var problem = facts.problem(bundle: bundle?.text, wantsVoIP: true, now: moment)
        for (isWanted, isSandbox) in [(wanted.production, false), (wanted.sandbox, true)] where isWanted {
            problem = problem ?? facts.problem(wantsVoIP: true, sandbox: isSandbox, now: moment)
        }
        if let problem { throw .invalidPushCredential.with(detail: "\(problem)".asSentence) }
        let end = Timestamp(seconds: facts.notAfter)
        var warnings: [String] = []
        if now.seconds < facts.notBefore {
            warnings.append("The certificate is not valid before \(Timestamp(seconds: facts.notBefore).rfc3339()).")
        }
        if end < now.advanced(by: Self.notice) {
            warnings.append("The certificate expires soon: at \(end.rfc3339()).")
        }
        self.warnings = warnings
        credential = PushCredential(
            application: application, kind: .certificate,
            bundleID: bundle?.text ?? facts.topics.lazy.compactMap { BundleID($0) }.first?.text, topics: facts.topics,
            isForProduction: wanted.production, isForSandbox: wanted.sandbox, teamID: facts.team,
            certificate: identity.certificatePEM, notAfter: end)
        secret = Array(identity.key.pem.utf8)
    }

    private init(
        key text: String, keyID: String?, teamID: String?, application: ApplicationID, bundle: BundleID?,
        environments: Environments?
    ) throws(Problem) {
        let key: ECPrivateKey
        do throws(KeyError) {
            key = try ECPrivateKey(pem: text)
        } catch {
            throw .invalidPushCredential.with(detail: "\(error)".asSentence)
        }
        let wanted = environments ?? Environments(production: true, sandbox: true)
        warnings = []
        credential = PushCredential(
            application: application, kind: .key, bundleID: bundle?.text,
            topics: bundle.map { [$0.topic(for: .alert), $0.topic(for: .voip)] } ?? [],
            isForProduction: wanted.production, isForSandbox: wanted.sandbox, teamID: teamID, keyID: keyID)
        secret = Array(key.pem.utf8)
    }

    /// Which of Apple's gateways are meant.
    private struct Environments {
        var production: Bool
        var sandbox: Bool
    }

    private static func file(_ reader: inout MemberReader) -> [UInt8]? {
        guard let text = reader.text("p12", longest: 1 << 19) else {
            reader.reject("p12", "is required: the .p12 file in base64")
            return nil
        }
        guard let file = Base64.decode(text, ignoringWhitespace: true) else {
            reader.reject("p12", "is not base64")
            return nil
        }
        return file
    }

    private static func bundle(_ reader: inout MemberReader) -> BundleID? {
        guard let text = reader.text("bundle_id"), !text.isEmpty else { return nil }
        guard let bundle = BundleID(text) else {
            reader.reject("bundle_id", "must be letters, digits, dashes and dots, such as com.example.phone")
            return nil
        }
        return bundle
    }

    private static func environments(_ reader: inout MemberReader) -> Environments? {
        guard let names = reader.texts("environments"), !names.isEmpty else { return nil }
        guard names.allSatisfy({ $0 == "production" || $0 == "sandbox" }) else {
            reader.reject("environments", "must be production, sandbox, or both")
            return nil
        }
        return Environments(production: names.contains("production"), sandbox: names.contains("sandbox"))
    }

    /// The ids Apple gives to keys and teams.
    private static func appleID(_ name: String, _ reader: inout MemberReader) -> String? {
        guard let text = reader.text(name), !text.isEmpty else {
            reader.reject(name, "is required")
            return nil
        }
        guard text.utf8.count == 10, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            reader.reject(name, "must be ten letters and digits")
            return nil
        }
        return text
    }
}

extension String {
    /// With a capital in front and a full stop behind.
    fileprivate var asSentence: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
}
