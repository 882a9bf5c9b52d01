import Glibc
import Synchronization

/// The folder with the database, held by one process at a time.
final class DataFolder: Sendable {
    let path: String
    /// Holds the lock until it is closed; nil then.
    private let lock = Mutex<CInt?>(nil)

    /// Makes the folder if there is none (mode 0700), and takes it.
    ///
    /// Throws `folderInUse` when another process has it, `folderNotWritable` when it cannot be made or written.
    init(path: String) throws(StoreError) {
        self.path = path
        try Self.make(path)
        let lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .folderNotWritable(path: path, reason: Self.reason()) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let pid = Self.pid(in: lock)
            close(lock)
            guard code == EWOULDBLOCK else {
                throw .folderNotWritable(path: path, reason: String(cString: strerror(code)))
            }
            throw .folderInUse(path: path, pid: pid)
        }
        let text = "\(getpid())\n"
        guard ftruncate(lock, 0) == 0, pwrite(lock, text, text.utf8.count, 0) == text.utf8.count || errno == ENOSPC
        else {
            let reason = Self.reason()
            close(lock)
            throw .folderNotWritable(path: path, reason: reason)
        }
        self.lock.withLock { $0 = lock }
    }

    deinit { release() }

    /// Lets another process take the folder.
    func release() {
        lock.withLock { lock in
            if let lock {
                // Closing alone would not do while a program that is just being started has a copy of it.
                flock(lock, LOCK_UN)
                close(lock)
            }
            lock = nil
        }
    }

    /// The database's file, made here if there is none, so that nobody else may read it; its logs take its mode.
    func databaseFile() throws(StoreError) -> String {
        let file = path + "/hookline.db"
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .folderNotWritable(path: path, reason: Self.reason()) }
        close(descriptor)
        return file
    }

    private static func make(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT, let parent = path.lastIndex(of: "/"), parent > path.startIndex {
            try make(String(path[..<parent]))
            if mkdir(path, 0o700) == 0 { return }
        }
        let code = errno
        var status = stat()
        guard code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .folderNotWritable(path: path, reason: String(cString: strerror(code)))
        }
    }

    private static func pid(in lock: CInt) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = pread(lock, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
