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
}
