import Glibc

/// Why a file could not be read or written.
package struct FileError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let doing: String
    package let code: CInt

    package var description: String { "cannot \(doing) \(path): \(reason)" }

    package var reason: String { String(cString: strerror(code)) }

    package var isBecauseItExists: Bool { code == EEXIST }
}

/// Whole small files: keys, settings, NCCOs.
package enum Files {
    package static func currentFolder() -> String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The bits of `rwxrwxrwx`, or nil when there is no such file.
    package static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// The whole file. More than `limit` bytes is an error (`EFBIG`).
    package static func read(_ path: String, limit: Int = 4 << 20) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, doing: "read", code: errno) }
        defer { close(descriptor) }
        return try readAll(descriptor, name: path, limit: limit)
    }

    /// The whole file as text, with a byte order mark at its start taken off.
    package static func readText(_ path: String, limit: Int = 4 << 20) throws(FileError) -> String {
        var bytes = try read(path, limit: limit)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func readAll(_ descriptor: CInt, name: String, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: name, doing: "read", code: errno)
            }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw FileError(path: name, doing: "read", code: EFBIG) }
            bytes += chunk[..<count]
        }
    }

    /// Makes an empty file that only its owner may read. A file of that name is an error (`EEXIST`).
    package static func reserve(_ path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, doing: "create", code: errno) }
        close(descriptor)
    }

    /// Puts `bytes` in the place of a file that is there, in one step. Its mode stays, and a link goes on leading to it.
    package static func rewrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
        guard let real = realpath(path, nil) else { throw FileError(path: path, doing: "write", code: errno) }
        defer { free(real) }
        let place = String(cString: real)
        guard let mode = mode(place) else { throw FileError(path: path, doing: "write", code: errno) }
        try replace(place, with: bytes, mode: mode & 0o777)
    }

    /// Puts `bytes` at `path` in one step: a reader sees the old file or the new one, whole, and, unless `mode` says
    /// otherwise, only its owner may read it. What was there is gone.
    package static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o600) throws(FileError) {
        let part = "\(path).\(getpid()).part"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, doing: "write", code: errno) }
        if mode != 0o600 { fchmod(descriptor, mode) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        // close() can report a late write error too; fsync has then already failed.
        let isWritten = rest.isEmpty && fsync(descriptor) == 0
        var code = errno
        close(descriptor)
        if isWritten {
            if rename(part, path) == 0 { return }
            code = errno
        }
        unlink(part)
        throw FileError(path: path, doing: "write", code: code)
    }

    package static func remove(_ path: String) { unlink(path) }

    /// What stands in a folder, without `.` and `..`, in no order.
    package static func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw FileError(path: folder, doing: "read", code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Makes a folder and those above it, for the owner alone. One that is there stays as it is.
    package static func makeFolder(_ path: String) throws(FileError) {
        if isFolder(path) { return }
        if let slash = path.dropFirst().lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileError(path: path, doing: "create", code: errno) }
    }
}
