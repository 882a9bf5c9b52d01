import CallControl
import Directory
import Synchronization
import Testing

/// Stored flows before those of files, and never one that cannot be used.
@Suite struct FlowShelfTests {
    private let shelf: FlowShelf
    private static let good = #"[{"action":"talk","text":"Good."}]"#
    private static let bad = #"[{"action":"say","text":"Bad."}]"#

    init() throws { shelf = FlowShelf(files: try World.projectFlows()) }

    private func entry(_ revision: Int, _ text: String, name: String = "ivr") -> FlowEntry {
        FlowEntry(name: name, revision: revision, text: text)
    }

    @Test func withoutStoredFlowsTheFilesAreServed() {
        #expect(shelf.current === shelf.files)
    }

    @Test func aStoredFlowComesAndGoes() {
        shelf.flowChanged(entry(1, Self.good))
        #expect(shelf.current.has("ivr"))
        #expect(shelf.current.has("connect-user"))

        shelf.flowRemoved("ivr")

        #expect(shelf.current === shelf.files)
    }

    @Test func aStoredFlowComesBeforeTheFileOfItsName() throws {
        let world = try World()
        shelf.flowChanged(entry(1, Self.good, name: "connect-user"))

        #expect(world.plan([("to", World.alicesNumber)], flows: shelf.current).text == Self.good)
        shelf.flowRemoved("connect-user")
        #expect(world.plan([("to", World.alicesNumber)], flows: shelf.current).text != Self.good)
    }

    @Test func aChangeThatCannotBeUsedLeavesWhatThereWas() throws {
        let world = try World()
        let told = Mutex<[StoredFlowFault]>([])
        shelf.tellFaults { fault in told.withLock { $0.append(fault) } }
        shelf.flowChanged(entry(1, Self.good, name: "connect-user"))

        shelf.flowChanged(entry(2, Self.bad, name: "connect-user"))

        #expect(world.plan([("to", World.alicesNumber)], flows: shelf.current).text == Self.good)
        #expect(told.withLock { $0.map(\.revision) } == [2])
        #expect(shelf.faults.map(\.name) == ["connect-user"])
        shelf.flowChanged(entry(3, Self.good, name: "connect-user"))
        #expect(shelf.faults.isEmpty)
    }

    @Test func atTheStartTheLastRevisionThatCanBeUsedIsServed() {
        shelf.load([entry(3, Self.bad), entry(2, "[]"), entry(1, Self.good)])

        #expect(shelf.current.has("ivr"))
        #expect(shelf.faults.map(\.revision) == [3])
        #expect(shelf.faults.first?.servedRevision == 1)
        #expect(shelf.faults.first?.description.contains("revision 1 is served: /0/action") == true)
    }

    @Test func withoutOneTheFileIsServed() {
        shelf.load([entry(1, Self.bad, name: "connect-user")])
        shelf.load([entry(1, Self.bad, name: "other")])

        #expect(shelf.current.has("connect-user"))
        #expect(!shelf.current.has("other"))
        #expect(shelf.faults.map(\.isServed) == [true, false])
    }

    @Test func whoAsksLaterIsToldToo() {
        shelf.load([entry(1, Self.bad)])
        let told = Mutex<[String]>([])

        shelf.tellFaults { fault in told.withLock { $0.append(fault.name) } }

        #expect(told.withLock(\.self) == ["ivr"])
    }
}
