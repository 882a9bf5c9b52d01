import COpenSSL

/// A certificate on the way: subject, key, validity and extensions, then signed once.
struct CertificateDraft {
    private let certificate: Certificate
    private let issuer: Certificate?

    /// `validity` is in seconds since 1970; without `issuer` it will be its own.
    init(
        subject: [(field: CInt, value: String)], key: PrivateKey, validity: Range<Int64>, issuer: Certificate? = nil
    ) {
        self.issuer = issuer
        guard let pointer = X509_new() else { preconditionFailure("out of memory") }
        certificate = Certificate(taking: pointer)
        X509_set_version(pointer, 2)
        // A positive number of 16 bytes, as RFC 5280 §4.1.2.2 wants it.
        var serial = randomBytes(16)
        serial[0] = serial[0] & 0x7F | 0x40
        if let number = BN_bin2bn(serial, 16, nil) {
            BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer))
            BN_free(number)
        }
        ASN1_TIME_set(X509_getm_notBefore(pointer), Int(validity.lowerBound))
        ASN1_TIME_set(X509_getm_notAfter(pointer), Int(validity.upperBound))
        let name = X509_get_subject_name(pointer)
        for (field, value) in subject {
            X509_NAME_add_entry_by_NID(
                name, field, hl_MBSTRING_UTF8, Array(value.utf8), CInt(value.utf8.count), -1, 0)
        }
        X509_set_pubkey(pointer, key.handle.pointer)
    }

    /// Adds an extension in the notation of OpenSSL's configuration, such as `critical,CA:TRUE`.
    mutating func add(_ field: CInt, _ value: String) {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.pointer ?? certificate.pointer, certificate.pointer, nil, nil, 0)
        let added = X509V3_EXT_conf_nid(nil, &context, field, value)
        // The values are ours; only a name with a comma or blank in it gets here, which tests would see.
        guard let added else { preconditionFailure("not an extension: \(value)") }
        X509_add_ext(certificate.pointer, added, -1)
        X509_EXTENSION_free(added)
    }

    /// Adds an extension OpenSSL does not know, by its object identifier and content.
    mutating func add(_ identifier: String, der: [UInt8]) {
        guard let object = OBJ_txt2obj(identifier, 1), let content = ASN1_OCTET_STRING_new() else {
            preconditionFailure("not an object identifier: \(identifier)")
        }
        ASN1_OCTET_STRING_set(content, der, CInt(der.count))
        let added = X509_EXTENSION_create_by_OBJ(nil, object, 0, content)
        X509_add_ext(certificate.pointer, added, -1)
        X509_EXTENSION_free(added)
        ASN1_OCTET_STRING_free(content)
        ASN1_OBJECT_free(object)
    }

    /// Signs with the issuer's key, which ends the draft.
    consuming func signed(by key: ECPrivateKey) -> Certificate {
        X509_set_issuer_name(
            certificate.pointer, X509_get_subject_name(issuer?.pointer ?? certificate.pointer))
        X509_sign(certificate.pointer, key.handle.pointer, SHA256.algorithm)
        return certificate
    }
}
