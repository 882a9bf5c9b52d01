import Glibc

/// A folder for one run, for its owner alone.
struct TemporaryFolder: Sendable {
    let path: String

    /// Makes an empty one below `TMPDIR`, or below `/tmp`.
    init(in environment: [String: String]) throws(Failure) {
        let parent = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array((parent + "/hookline-demo.XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard made else {
            throw Failure(
                .refused, "no folder can be made in \(parent): \(String(cString: strerror(errno)))",
                advice: "Set TMPDIR to a folder that can be written to.")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes it with everything in it. Links are removed, not followed.
    func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in (try? Files.names(in: path)) ?? [] { remove(path + "/" + name) }
        rmdir(path)
    }
}
