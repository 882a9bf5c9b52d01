import Testing

@testable import Registry

@Suite struct RecentTests {
    @Test func remembersTheLastOnesUsed() {
        var recent = Recent<Int, Int>(limit: 10)

        for index in 0..<1000 {
            recent.set(index, for: index)
            #expect(recent.value(for: 0) == 0, "used all the time")
        }

        for index in 991..<1000 { #expect(recent.value(for: index) == index) }
        #expect(recent.value(for: 500) == nil)
        #expect(recent.count <= 20)
    }

    @Test func addsWhatIsNotThere() {
        var recent = Recent<Int, String>(limit: 2)

        #expect([recent.add("a", for: 1), recent.add("b", for: 1), recent.add("b", for: 2)] == [true, false, true])
        // 1 and 2 are the older generation now.
        #expect([recent.add("c", for: 3), recent.add("c", for: 1)] == [true, false])
        #expect(recent.value(for: 1) == "a" && recent.value(for: 3) == "c")
    }
}
