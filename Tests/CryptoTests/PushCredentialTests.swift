import Crypto
import Foundation
import Testing

/// Every kind of push credential that `make-test-credentials.sh` makes, against its manifest.
struct PushCredentialTests {
    private struct Manifest: Decodable {
        struct Container: Decodable {
            var file: String
            var password: String
            var kind: String
            var environments: [String]
            var topics: [String]
            var certSHA256: String
            var notAfter: String

            enum CodingKeys: String, CodingKey {
                case file, password, kind, environments, topics
                case certSHA256 = "cert_sha256"
                case notAfter = "not_after"
            }
        }
        var p12: [Container]
    }

    @Test(.timeLimit(.minutes(2)))
    func areReadAsTheManifestSays() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "credentials-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = Fixtures.tests.appending(path: "Fixtures/push/make-test-credentials.sh")
        _ = try OpenSSLCommand.run("/usr/bin/env", ["bash", script.path(), folder.path()], in: folder)
        func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes("manifest.json")))

        #expect(manifest.p12.count >= 11)
        for container in manifest.p12 {
            let name = Comment(rawValue: container.file)
            let file = try bytes(container.file)
            if container.file.contains("nokey") {
                #expect(throws: PKCS12Error.noPrivateKey, name) {
                    try PKCS12.identity(in: file, password: container.password)
                }
                continue
            }
            let identity = try PKCS12.identity(in: file, password: container.password)
            let certificate = PushCertificate(identity.certificate)
            #expect(identity.certificate.fingerprint == container.certSHA256, name)
            #expect(certificate.isForPush == (container.kind != "none"), name)
            #expect(
                try Date(container.notAfter, strategy: .iso8601).timeIntervalSince1970 == Double(certificate.notAfter))
            guard certificate.isForPush else { continue }
            #expect(certificate.topics == container.topics, name)
            #expect(certificate.sandbox == container.environments.contains("sandbox"), name)
            #expect(certificate.production == container.environments.contains("production"), name)
            #expect(certificate.team == "TEAM123456" || container.kind == "none", name)
            if container.password.isEmpty { continue }
            #expect(throws: PKCS12Error.wrongPassword, name) { try PKCS12.identity(in: file, password: "wrong") }
        }
        let key = try ECPrivateKey(pem: bytes("AuthKey_KEY1234567.p8"))
        #expect(try key.matches(ECPublicKey(pem: bytes("AuthKey_KEY1234567.pub.pem"))))
        #expect(try ECPrivateKey(pem: bytes("authkey-sec1.pem")) == key)
        #expect(throws: KeyError.wrongCurve) { try ECPrivateKey(pem: bytes("authkey-p384.p8")) }
        #expect(throws: KeyError.rsaKeyGiven) { try ECPrivateKey(pem: bytes("authkey-rsa.p8")) }
    }
}
