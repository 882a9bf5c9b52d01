import CallControl
import Testing

@testable import App

@Suite struct FlowFilesTests {
    /// Whoever adds a file to `ncco` must add it to the program, too.
    @Test func theFlowsBuiltInAreThoseOfTheFolder() throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/ncco"
        let names = try Files.names(in: folder).filter { $0.hasSuffix(".json") }.sorted()

        #expect(FlowFiles.builtIn.keys.map { $0 + ".json" }.sorted() == names)
        for name in names {
            #expect(FlowFiles.builtIn[String(name.dropLast(5))] == (try Files.read(folder + "/" + name)))
        }
    }

    @Test func aFolderReplacesAndAdds() throws {
        let bench = Bench()
        try bench.write(#"[{"action":"talk","text":"Mine."}]"#, to: "fallback.json")
        try bench.write(#"[{"action":"talk","text":"More."}]"#, to: "more.json")

        let flows = try FlowFiles.load(overriddenBy: bench.folder)

        #expect(flows.has("more"))
        #expect(flows.has("ivr"))
        #expect(flows.source(of: "fallback").map { String(decoding: $0, as: UTF8.self) }?.contains("Mine.") == true)
    }

    @Test func aBrokenFileIsNamed() throws {
        let bench = Bench()
        try bench.write("[", to: "more.json")

        #expect(throws: Failure.self) { try FlowFiles.load(overriddenBy: bench.folder) }
    }
}
