import Foundation
import JSON

/// The files under `Tests/Fixtures`.
enum Fixtures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appending(path: path)))
    }

    static func json(_ path: String) throws -> JSONValue { try JSONValue.parse(bytes(path)) }
}
