import Foundation

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
        return try run("/usr/bin/env", ["openssl"] + arguments, in: folder)
    }

    static func run(_ program: String, _ arguments: [String], in folder: URL) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = folder.appending(path: "stdout")
        let errors = folder.appending(path: "stderr")
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                status: process.terminationStatus,
                message: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
        return Array(try Data(contentsOf: output))
    }
}
