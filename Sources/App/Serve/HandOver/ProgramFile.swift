import Glibc

/// The file this program was started from.
enum ProgramFile {
    /// Its path as it was called, so that what lies there later is the new program, also behind a symbolic link.
    ///
    /// To be asked at start, while the working folder is the caller's.
    static func path(
        calledAs name: String, folder: String, searchPath: String?
    ) -> String? {
        if name.hasPrefix("/") { return name }
        if name.contains("/") { return folder + "/" + name }
        for place in (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where place.hasPrefix("/") {
            let candidate = "\(place)/\(name)"
            if !name.isEmpty, access(candidate, X_OK) == 0 { return candidate }
        }
        return running
    }

    /// What the kernel says is running.
    private static var running: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
}
