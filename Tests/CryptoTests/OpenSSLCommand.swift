import Foundation
import TestSupport

/// The `openssl` program, as a second opinion.
enum OpenSSLCommand {
    struct Failure: Error {
        var status: Int32
        var message: String
    }

    /// Runs it in a fresh folder that holds `files`, and gives what it prints.
    @discardableResult
    static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crypto-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        let result = try OtherProgram.run(["openssl"] + arguments, in: folder.path)
        guard result.status == 0 else {
            throw Failure(status: result.status, message: String(decoding: result.errors, as: UTF8.self))
        }
        return result.output
    }
}
