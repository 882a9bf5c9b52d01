import COpenSSL

/// The container of certificate and key that Keychain Access exports (RFC 7292), old ciphers included.
package enum PKCS12 {
    /// Takes the private key and its certificate out of a `.p12` file.
    ///
    /// No password and an empty one are the same. Of several certificates the one that belongs to the key is taken, the
    /// others become its chain. Bytes after the end are passed over. Do it once, at the upload: it takes about 1 ms.
    package static func identity(
        in file: some Collection<UInt8>, password: String? = nil
    ) throws(PKCS12Error) -> TLSIdentity {
        OpenSSLError.clear()
        defer { OpenSSLError.clear() }
        let file = Array(file)
        guard let container = PKCS12Container(file) else { throw .notPKCS12(other(file)) }
        return try container.identity(password: password ?? "")
    }

    /// Guesses what was sent in place of a `.p12`.
    private static func other(_ file: [UInt8]) -> PKCS12Error.Other {
        if file.isEmpty { return .nothing }
        if let blocks = try? PEM(file).blocks {
            return blocks.contains { $0.label.hasSuffix("KEY") } ? .pemKey : .pemCertificate
        }
        if Certificate(der: file) != nil { return .certificate }
        if (try? KeyHandle.privateKey(der: file)) != nil { return .key }
        let isText = file.allSatisfy { $0 >= 0x20 && $0 != 0x7F || isWhitespace($0) }
        return isText ? .text : .unknown
    }
}
