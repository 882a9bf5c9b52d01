import Crypto
import Foundation
import JSON

/// The files under `Tests/Fixtures` and the keys and vectors of `Tests/Cases/fixtures.json`, which protect nothing.
enum Fixtures {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    static func json(_ path: String) throws -> JSONValue {
        try JSONValue.parse(Array(Data(contentsOf: tests.appending(path: path))))
    }

    /// The objects in the list `cases` of a file.
    static func cases(_ path: String) throws -> [JSONValue] { try json(path)["cases"]?.array ?? [] }

    static func vectors(_ name: String) throws -> [JSONValue] {
        try json("Cases/fixtures.json")["vectors"]?[name]?["items"]?.array ?? []
    }

    /// PEM text; its marks are written `(BEGIN …)` in the file.
    static func pem(_ name: String) throws -> String {
        guard let text = try json("Cases/fixtures.json")["pem"]?[name]?.string else {
            throw CocoaError(.fileNoSuchFile)
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("(") && line.hasSuffix(")") ? "-----\(line.dropFirst().dropLast())-----" : String(line)
        }.joined(separator: "\n")
    }

    static let key = Result { try RSAPrivateKey(pem: pem("rsa_pkcs8.pem")) }

    /// Header and claims signed with RS256 by the key above.
    static func token(header: String = #"{"alg":"RS256","typ":"JWT"}"#, claims: String) throws -> String {
        let key = try key.get()
        return token(header: header, claims: claims) { key.signature(for: $0) }
    }

    static func token(header: String, claims: String, sign: ([UInt8]) -> [UInt8]) -> String {
        let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8)
        return signed + "." + Base64URL.encode(sign(Array(signed.utf8)))
    }
}
