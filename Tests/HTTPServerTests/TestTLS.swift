import Crypto

@testable import HTTPServer

/// The two sides of TLS in these tests, who trust one issuer.
enum TestTLS {
    static let authority = CertificateAuthority(name: "Test CA", validity: 1_700_000_000..<4_000_000_000)
    static let trust = TLSContext.Trust.pem(Array(authority.certificatePEM.utf8))

    static func context(
        _ identity: TLSIdentity = authority.server(), clientTrust: TLSContext.Trust? = nil
    ) throws -> TLSContext {
        try .server(identity: identity, protocols: ServerTLS.protocols, clientTrust: clientTrust)
    }

    static func server() throws -> ServerTLS { ServerTLS(try context()) }

    static func client(protocols: [String] = [], identity: TLSIdentity? = nil) throws -> TLSContext {
        try .client(trust: trust, identity: identity, protocols: protocols)
    }
}
