import COpenSSL

/// A throw-away issuer of certificates, for stand-ins and tests. Its key is EC P-256 and lives in memory only.
package struct CertificateAuthority: Sendable {
    /// What clients are told to trust.
    package let certificate: Certificate
    private let key: ECPrivateKey
    private let validity: Range<Int64>

    /// Makes an issuer of this name, valid like all it issues during `validity`, in seconds since 1970.
    package init(name: String, validity: Range<Int64>) {
        key = ECPrivateKey.generate()
        self.validity = validity
        var draft = CertificateDraft(subject: [(NID_commonName, name)], key: .ec(key), validity: validity)
        draft.add(NID_basic_constraints, "critical,CA:TRUE")
        draft.add(NID_key_usage, "critical,keyCertSign,cRLSign")
        draft.add(NID_subject_key_identifier, "hash")
        certificate = draft.signed(by: key)
    }

    /// The certificate as PEM, to be handed to clients as their trust.
    package var certificatePEM: String { certificate.pem }

    /// An identity for a server under these DNS names and IP addresses.
    package func server(
        names: [String] = ["localhost"], addresses: [String] = ["127.0.0.1", "::1"]
    ) -> TLSIdentity {
        let leaf = ECPrivateKey.generate()
        let subject = names.first ?? addresses.first ?? "server"
        var draft = CertificateDraft(
            subject: [(NID_commonName, subject)], key: .ec(leaf), validity: validity, issuer: certificate)
        draft.add(NID_basic_constraints, "critical,CA:FALSE")
        draft.add(NID_key_usage, "critical,digitalSignature")
        draft.add(NID_ext_key_usage, "serverAuth")
        let alternatives = names.map { "DNS:" + $0 } + addresses.map { "IP:" + $0 }
        draft.add(NID_subject_alt_name, alternatives.joined(separator: ","))
        return identity(draft, leaf)
    }

    /// An identity like the push certificate of an app: subject `UID` the bundle, topics and environments in
    /// Apple's extensions. Without `topics` it has no topic list, as old ones have.
    package func pushClient(
        bundle: String, topics: [String], sandbox: Bool = true, production: Bool = true
    ) -> TLSIdentity {
        let leaf = ECPrivateKey.generate()
        let subject = [(NID_userId, bundle), (NID_commonName, "Apple Push Services: " + bundle)]
        var draft = CertificateDraft(subject: subject, key: .ec(leaf), validity: validity, issuer: certificate)
        draft.add(NID_basic_constraints, "critical,CA:FALSE")
        draft.add(NID_key_usage, "critical,digitalSignature")
        draft.add(NID_ext_key_usage, "clientAuth")
        if sandbox { draft.add(PushCertificate.sandboxOID, der: DER.null) }
        if production { draft.add(PushCertificate.productionOID, der: DER.null) }
        if !topics.isEmpty {
            let content = topics.flatMap { topic in
                DER.utf8String(topic)
                    + DER.sequence(DER.utf8String(topic.split(separator: ".").last.map(String.init) ?? "app"))
            }
            draft.add(PushCertificate.topicsOID, der: DER.sequence(content))
        }
        return identity(draft, leaf)
    }

    private func identity(_ draft: CertificateDraft, _ leaf: ECPrivateKey) -> TLSIdentity {
        var draft = draft
        draft.add(NID_subject_key_identifier, "hash")
        draft.add(NID_authority_key_identifier, "keyid:always")
        let certificate = draft.signed(by: key)
        do {
            return try TLSIdentity(certificate: certificate, key: .ec(leaf))
        } catch {
            // The draft was made with this very key.
            preconditionFailure("a fresh certificate does not match its key")
        }
    }
}
