import Crypto
import Foundation
import JSON
import Testing

/// The keys and containers that the cases use, from `Tests/Cases/fixtures.json`.
enum CaseFiles {
    static func pem(_ name: String) throws -> String {
        let text = try #require(try all()["pem"]?[name]?.string)
        // Written so that nobody who looks for keys in repositories is startled.
        return text.replacingOccurrences(of: "(BEGIN ", with: "-----BEGIN ")
            .replacingOccurrences(of: "(END ", with: "-----END ").replacingOccurrences(of: ")\n", with: "-----\n")
    }

    /// A `.p12` file.
    static func container(_ name: String) throws -> [UInt8] {
        let hex = try #require(try all()["p12_hex"]?[name]?.string)
        return try #require(Hex.decode(hex, ignoringWhitespace: true))
    }

    private static func all() throws -> JSONValue {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Cases/fixtures.json")
        return try JSONValue.parse(Array(Data(contentsOf: file)))
    }
}
