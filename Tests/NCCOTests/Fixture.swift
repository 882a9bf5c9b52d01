import Glibc
import JSON

/// Files of `Tests/Fixtures`.
enum Fixture {
    static func bytes(_ name: String, from file: StaticString = #filePath) throws -> [UInt8] {
        let folder = "\(file)".split(separator: "/").dropLast(2).joined(separator: "/")
        let path = "/\(folder)/Fixtures/\(name)"
        guard let stream = fopen(path, "r") else { throw Missing(path: path) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    static func json(_ name: String) throws -> JSONValue { try JSONValue.parse(bytes(name), limits: .request) }

    struct Missing: Error { var path: String }
}
