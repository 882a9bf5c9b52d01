import Glibc

@testable import SQLite

/// A folder of its own for one test, removed with all in it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/hookline-sqlite-XXXXXX\0".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemFailure(code: errno) }
        path = String(cString: made)
    }

    deinit {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { unlink(path + "/" + name) }
        }
        closedir(folder)
        rmdir(path)
    }

    func write(_ name: String, _ text: String) throws {
        guard let file = fopen(path + "/" + name, "w") else { throw SystemFailure(code: errno) }
        fputs(text, file)
        fclose(file)
    }

    struct SystemFailure: Error { let code: CInt }
}
