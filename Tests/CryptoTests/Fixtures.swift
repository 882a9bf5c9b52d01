import Crypto
import Foundation

/// Test keys and containers of `Tests/Cases/fixtures.json`, which protect nothing.
enum Fixtures {
    private struct File: Decodable {
        var pem: [String: String]
        var p12Hex: [String: String]
        var derHex: [String: String]

        enum CodingKeys: String, CodingKey {
            case pem
            case p12Hex = "p12_hex"
            case derHex = "der_hex"
        }
    }

    static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private static let file: Result<File, any Error> = Result {
        try JSONDecoder().decode(File.self, from: Data(contentsOf: tests.appending(path: "Cases/fixtures.json")))
    }

    /// PEM text; its marks are written `(BEGIN …)` in the file.
    static func pem(_ name: String) throws -> String {
        guard let text = try file.get().pem[name] else { throw CocoaError(.fileNoSuchFile) }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("(") && line.hasSuffix(")") ? "-----\(line.dropFirst().dropLast())-----" : String(line)
        }.joined(separator: "\n")
    }

    static func p12(_ name: String) throws -> [UInt8] {
        guard let bytes = try file.get().p12Hex[name].flatMap({ Hex.decode($0) }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return bytes
    }

    static func der(_ name: String) throws -> [UInt8] {
        guard let bytes = try file.get().derHex[name].flatMap({ Hex.decode($0) }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return bytes
    }
}
