import Glibc
import Testing

@testable import App

/// A folder for one run.
struct TemporaryFolderTests {
    @Test func isForItsOwnerAndGoesWithAllItHolds() throws {
        let bench = Bench()
        let folder = try TemporaryFolder(in: ["TMPDIR": bench.folder])
        let outside = try bench.write("stays", to: "outside.txt")

        #expect(Files.mode(folder.path) == 0o700)
        try Files.makeFolder(folder.path + "/a/b")
        try Files.replace(folder.path + "/a/b/file", with: [1])
        #expect(symlink(outside, folder.path + "/a/link") == 0)
        folder.remove()

        #expect(!Files.exists(folder.path))
        #expect(Files.exists(outside))
    }

    @Test func saysWhereItCannotBeMade() {
        #expect {
            _ = try TemporaryFolder(in: ["TMPDIR": "/nowhere"])
        } throws: { error in
            (error as? Failure)?.message.contains("/nowhere") == true
        }
    }
}
