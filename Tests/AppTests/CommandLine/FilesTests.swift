import Glibc
import Testing

@testable import App

struct FilesTests {
    @Test func writesForTheOwnerAloneWhateverTheMask() throws {
        let bench = Bench()
        let path = bench.folder + "/key"

        try Files.reserve(path)
        #expect(Files.mode(path) == 0o600)
        try Files.replace(path, with: Array("secret".utf8))

        #expect(Files.mode(path) == 0o600)
        #expect(try Files.readText(path) == "secret")
    }

    @Test func neverReservesWhatIsThere() throws {
        let bench = Bench()
        let path = try bench.write("old", to: "key")

        #expect(throws: FileError(path: path, doing: "create", code: EEXIST)) { try Files.reserve(path) }
        symlink("/nowhere", bench.folder + "/link")
        #expect(throws: FileError.self) { try Files.reserve(bench.folder + "/link") }

        #expect(try Files.readText(path) == "old")
    }

    @Test func saysWhichFileAndWhy() {
        let error = #expect(throws: FileError.self) { try Files.read("/nowhere/at/all") }

        #expect(error?.description == "cannot read /nowhere/at/all: No such file or directory")
    }

    @Test func takesAByteOrderMarkOffAndKeepsToItsLimit() throws {
        let bench = Bench()
        let path = try bench.write("\u{FEFF}text", to: "file")

        #expect(try Files.readText(path) == "text")
        #expect(throws: FileError(path: path, doing: "read", code: EFBIG)) { try Files.read(path, limit: 3) }
    }

    @Test func makesFoldersForTheOwnerAlone() throws {
        let bench = Bench()

        try Files.makeFolder(bench.folder + "/a/b")
        try Files.makeFolder(bench.folder + "/a/b")

        #expect(Files.mode(bench.folder + "/a") == 0o700)
        #expect(Files.mode(bench.folder + "/a/b") == 0o700)
    }
}
