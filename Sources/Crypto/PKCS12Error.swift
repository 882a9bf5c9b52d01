/// Why a `.p12` file was refused, in words its owner can act on.
package enum PKCS12Error: Error, Equatable, Sendable {
    /// Not a `.p12` at all; with what it is instead, as far as that can be seen.
    case notPKCS12(Other)
    /// Locked, and no password was given.
    case passwordNeeded
    case wrongPassword
    /// The password is right, the cipher inside is not known here; with its name.
    case unsupported(String)
    /// The password is right, the content is broken.
    case damaged
    case noPrivateKey
    case noCertificate
    /// There are certificates, but none for the private key.
    case noMatchingCertificate
    /// The private key is of no use.
    case key(KeyError)

    /// What was sent in place of a `.p12`.
    package enum Other: Equatable, Sendable {
        case nothing
        case pemKey
        case pemCertificate
        case certificate
        case key
        case text
        case unknown
    }
}

extension PKCS12Error: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notPKCS12(.nothing): "the file is empty; a .p12 file is needed"
        case .notPKCS12(.pemKey):
            "this is a private key in PEM form, such as a .p8 token key; a .p12 file is needed here"
        case .notPKCS12(.pemCertificate): "this is a certificate in PEM form; a .p12 file with its key is needed"
        case .notPKCS12(.certificate):
            "this is a certificate alone (.cer); export certificate and private key together as .p12"
        case .notPKCS12(.key): "this is a private key alone; a .p12 file with its certificate is needed"
        case .notPKCS12(.text): "this is a text, not a .p12 file"
        case .notPKCS12(.unknown): "this is not a .p12 file"
        case .passwordNeeded: "the .p12 file has a password, and none was given"
        case .wrongPassword: "the password does not open the .p12 file"
        case .unsupported(let cipher): "the .p12 file uses a cipher that is not supported here: \(cipher)"
        case .damaged: "the .p12 file is damaged"
        case .noPrivateKey:
            "there is no private key in the .p12 file; in Keychain Access select the certificate together with its key"
        case .noCertificate: "there is no certificate in the .p12 file, only a private key"
        case .noMatchingCertificate: "no certificate in the .p12 file belongs to its private key"
        case .key(let error): "the .p12 file cannot be used: \(error)"
        }
    }
}
