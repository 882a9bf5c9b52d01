import COpenSSL

/// What a certificate is good for at Apple's push gateway, read from Apple's own extensions.
package struct PushCertificate: Equatable, Sendable {
    /// Present: the sandbox gateway takes it.
    static let sandboxOID = "1.2.840.113635.100.6.3.1"
    /// Present: the production gateway takes it.
    static let productionOID = "1.2.840.113635.100.6.3.2"
    /// VoIP; its value is seen empty, as one string, or as a list.
    static let voipOID = "1.2.840.113635.100.6.3.4"
    /// The list of topics.
    static let topicsOID = "1.2.840.113635.100.6.3.6"

    /// What `apns-topic` may say: the listed topics, else the user id of the subject. In the order of the file.
    package let topics: [String]
    /// Whether the sandbox gateway takes it. Both are true when nothing in the certificate speaks of a gateway.
    package let sandbox: Bool
    /// Whether the production gateway takes it.
    package let production: Bool
    /// Valid from and until, in seconds since 1970 UTC.
    package let notBefore: Int64
    package let notAfter: Int64
    /// Whether it has one of Apple's push extensions, or the common name Apple gives to push certificates.
    package let isForPush: Bool
    /// The team that owns it, if it says so.
    package let team: String?

    package init(_ certificate: Certificate) {
        let listed = certificate.extensionValue(Self.topicsOID)
        let voip = certificate.extensionValue(Self.voipOID)
        var topics: [String] = []
        for value in [listed, voip].compactMap({ $0 }) {
            for topic in Self.strings(in: value) where !topics.contains(topic) { topics.append(topic) }
        }
        if topics.isEmpty, let userID = certificate.userID { topics = [userID] }
        self.topics = topics
        let namesSandbox = certificate.extensionValue(Self.sandboxOID) != nil
        let namesProduction = certificate.extensionValue(Self.productionOID) != nil
        let name = certificate.commonName ?? ""
        let isDevelopment = name.hasPrefix("Apple Development ")
        sandbox = namesSandbox || !namesProduction
        production = namesProduction || (!namesSandbox && !isDevelopment)
        isForPush =
            namesSandbox || namesProduction || listed != nil || voip != nil || name.contains("Push Services: ")
            || name.hasPrefix("VoIP Services: ")
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        team = certificate.organizationalUnit
    }

    /// Whether VoIP pushes can be sent with it: some topic ends in `.voip`.
    package var coversVoIP: Bool { topics.contains { $0.hasSuffix(".voip") } }

    /// Why it cannot be used for `bundle` at the time `now`, in seconds since 1970; nil when it can.
    ///
    /// `environment` is checked when given: true for the sandbox, false for production.
    package func problem(bundle: String? = nil, wantsVoIP: Bool, sandbox wanted: Bool? = nil, now: Int64) -> Problem? {
        guard isForPush else { return .notForPush }
        if now > notAfter { return .expired(notAfter) }
        if now < notBefore { return .notYetValid(notBefore) }
        if let bundle, !topics.contains(where: { $0 == bundle || $0.hasPrefix(bundle + ".") }) {
            return .otherBundle(topics)
        }
        if wantsVoIP, !coversVoIP { return .noVoIPTopic(topics) }
        if let wanted, wanted ? !sandbox : !production { return wanted ? .notForSandbox : .notForProduction }
        return nil
    }

    /// Why a certificate is of no use, in words its owner can act on.
    package enum Problem: Error, Equatable, Sendable {
        case notForPush
        case expired(Int64)
        case notYetValid(Int64)
        case otherBundle([String])
        case noVoIPTopic([String])
        case notForSandbox
        case notForProduction
    }

    /// The strings of a topic list: each string is a topic, the sequence after it names its kinds and is skipped.
    private static func strings(in value: [UInt8]) -> [String] {
        var bytes = value[...]
        guard let outer = DER.nextElement(of: &bytes) else { return [] }
        switch outer.tag {
        case 0x0C, 0x13, 0x16: return [String(decoding: outer.content, as: UTF8.self)]
        case 0x30:
            var topics: [String] = []
            var content = outer.content
            while let element = DER.nextElement(of: &content) {
                guard [0x0C, 0x13, 0x16].contains(element.tag) else { continue }
                topics.append(String(decoding: element.content, as: UTF8.self))
            }
            return topics
        default: return []
        }
    }
}

extension PushCertificate.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notForPush: "this is not a push certificate: neither Apple's extensions nor Apple's name"
        case .expired(let end): "the certificate has expired (\(calendarDate(end)))"
        case .notYetValid(let start): "the certificate is not valid before \(calendarDate(start))"
        case .otherBundle(let topics): "the certificate is for \(topics.joined(separator: ", ")), not for this app"
        case .noVoIPTopic(let topics):
            "the certificate has no VoIP topic (only \(topics.joined(separator: ", "))): "
                + "make a \"VoIP Services\" or \"Sandbox & Production\" certificate"
        case .notForSandbox: "the certificate does not cover the sandbox gateway"
        case .notForProduction: "the certificate does not cover the production gateway"
        }
    }
}

extension Certificate {
    /// The content of an extension by its object identifier; nil when the certificate has none.
    func extensionValue(_ identifier: String) -> [UInt8]? {
        guard let object = OBJ_txt2obj(identifier, 1) else { return nil }
        defer { ASN1_OBJECT_free(object) }
        let index = X509_get_ext_by_OBJ(pointer, object, -1)
        guard index >= 0, let found = X509_get_ext(pointer, index), let data = X509_EXTENSION_get_data(found),
            let bytes = ASN1_STRING_get0_data(data)
        else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(data))))
    }
}
