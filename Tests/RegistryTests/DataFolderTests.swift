import Glibc
import Telephony
import Testing

@testable import Registry

@Suite struct DataFolderTests {
    func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func onlyItsOwnerCanReadIt() async throws {
        let parent = try TemporaryFolder()
        let path = parent.path + "/data"
        let store = try await TestStore(.folder(path))

        let modes = ["", "/hookline.db", "/hookline.db-wal", "/hookline.db-shm", "/lock"].map { mode(path + $0) }

        #expect(modes == [0o700, 0o600, 0o600, 0o600, 0o600])
        store.registry.close()
        for name in ["hookline.db", "hookline.db-wal", "hookline.db-shm", "lock"] { unlink(path + "/" + name) }
        rmdir(path)
    }

    @Test func aSecondOpenerIsToldWhoHasIt() async throws {
        let folder = try TemporaryFolder()
        let store = try await TestStore(.folder(folder.path))

        let error = #expect(throws: StoreError.self) {
            try Registry.open(.folder(folder.path), box: nil, log: .silent)
        }

        #expect(error == .folderInUse(path: folder.path, pid: getpid()))
        #expect(error.map { "\($0)" }?.contains("\(getpid())") == true)
        store.registry.close()
        _ = try Registry.open(.folder(folder.path), box: nil, log: .silent)
    }

    /// A child has copies of all descriptors until it runs its program.
    @Test func theFolderIsFreeWhileAChildHasACopyOfTheLock() throws {
        let folder = try TemporaryFolder()
        let held = try DataFolder(path: folder.path)
        var wanted = stat()
        var found = stat()
        #expect(stat(folder.path + "/lock", &wanted) == 0)
        let lock = (3..<CInt(4096)).first { fstat($0, &found) == 0 && found.st_ino == wanted.st_ino }
        let copy = dup(try #require(lock))
        defer { close(copy) }

        held.release()

        #expect(throws: Never.self) { try DataFolder(path: folder.path) }
    }

    @Test func aFolderThatCannotBeMadeIsNamed() {
        let error = #expect(throws: StoreError.self) {
            try Registry.open(.folder("/proc/hookline"), box: nil, log: .silent)
        }

        guard case .folderNotWritable("/proc/hookline", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aFileInItsPlaceIsNoFolder() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        close(open(path, O_CREAT | O_WRONLY, 0o600))

        let error = #expect(throws: StoreError.self) { try Registry.open(.folder(path), box: nil, log: .silent) }

        #expect(error == .folderNotWritable(path: path, reason: String(cString: strerror(EEXIST))))
    }

    @Test func aFileOfSomethingElseIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/hookline.db"
        let text = String(repeating: "A letter to a friend. ", count: 10)
        let descriptor = open(file, O_CREAT | O_WRONLY, 0o600)
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)

        #expect(throws: StoreError.self) { try Registry.open(.folder(folder.path), box: nil, log: .silent) }

        var status = stat()
        #expect(stat(file, &status) == 0 && Int(status.st_size) == text.utf8.count)
    }
}
