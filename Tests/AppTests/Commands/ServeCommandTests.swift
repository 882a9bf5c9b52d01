import Testing

@testable import App

/// What `hookline serve` says when there is nothing it could serve.
struct ServeCommandTests {
    @Test func anEmptyFolderIsToldHowToBegin() {
        let bench = Bench()

        #expect(bench.run("serve", "--data", "none") == .usage)

        #expect(bench.remarks.contains("there is nothing to serve in \(bench.folder)/none yet"))
        #expect(bench.remarks.contains("hookline init"))
        #expect(!Files.exists(bench.folder + "/none"))
    }

    @Test func aFileIsNotTakenForAnEmptyFolder() throws {
        let bench = Bench()
        try bench.write("something else", to: "data")

        #expect(bench.run("serve", "--data", "data") == .usage)

        #expect(bench.remarks.contains("\(bench.folder)/data is not a folder"))
    }

    @Test func memoryWithoutAKeyPairIsRefused() {
        let bench = Bench()

        #expect(bench.run("serve", "--data", ":memory:") == .usage)

        #expect(bench.remarks.contains("HOOKLINE_API_KEY"))
    }
}
