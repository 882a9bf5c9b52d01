import Directory
import Telephony
import Testing

@testable import Registry

@Suite struct NumberStoreTests {
    /// Twenty-five numbers of ours, and some for sale.
    func filled() async throws -> TestStore {
        let store = try await TestStore()
        let application = store.application.id
        try await store.registry.write { tx in
            for index in 1...25 {
                try NumberStore(tx).create(
                    Number(
                        number: try number("4477009000\(index < 10 ? "0" : "")\(index)"), country: "gb",
                        features: index.isMultiple(of: 2) ? [.voice] : [.sms, .voice],
                        application: index.isMultiple(of: 5) ? application : nil))
            }
            try NumberStore(tx).create(
                Number(number: try number("12025550100"), country: "US", kind: .landline, isOwned: false, cost: "0.90"))
        }
        return store
    }

    func owned(_ store: TestStore, _ change: (inout NumberQuery) -> Void) async throws -> Page<Number> {
        var query = NumberQuery()
        change(&query)
        return try await store.registry.read { [query] in try NumberStore($0).owned(query) }
    }

    @Test func everyFieldComesBack() async throws {
        let store = try await TestStore()
        var full = Number(
            number: try number("3197010280001"), country: "NL", kind: .tollFree, features: [.mms, .sms], cost: "1.25",
            initialPrice: "0.00", application: store.application.id, user: store.alice.id, greeting: "Hello")
        full.callbacks.moHTTPURL = "https://example.com/sms"
        full.callbacks.moSMPPSystemType = "inbound"
        full.callbacks.voiceType = "tel"
        full.callbacks.voiceValue = "447700900099"
        full.callbacks.voiceStatus = "https://example.com/status"
        full.callbacks.messagesType = "app"
        full.callbacks.messagesValue = "x"
        let sent = full

        try await store.registry.write { try NumberStore($0).create(sent) }

        full.linkedAt = store.clock.now
        full.createdAt = store.clock.now
        full.updatedAt = store.clock.now
        #expect(try await store.registry.read { try NumberStore($0).find(sent.number) } == full)
        #expect(store.registry.directory.number(sent.number)?.greeting == "Hello")
    }

    @Test(arguments: [(1, 10), (2, 10), (3, 5), (4, 0), (Int.max, 0)])
    func indexIsAPage(page: Int, count: Int) async throws {
        let store = try await filled()

        let found = try await owned(store) { $0.page = page }

        #expect(found.total == 25)
        #expect(found.items.count == count)
    }

    struct Search: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let pattern: String
        let place: NumberQuery.Place
        let count: Int
    }

    @Test(arguments: [
        Search(testDescription: "start", pattern: "44770090001", place: .start, count: 10),
        Search(testDescription: "not the start", pattern: "770090001", place: .start, count: 0),
        Search(testDescription: "end", pattern: "21", place: .end, count: 1),
        Search(testDescription: "anywhere", pattern: "0900", place: .anywhere, count: 25),
        Search(testDescription: "per cent is literal", pattern: "%", place: .anywhere, count: 0),
        Search(testDescription: "underscore is literal", pattern: "4477_0900", place: .start, count: 0),
        Search(testDescription: "backslash is literal", pattern: "\\", place: .end, count: 0),
        Search(testDescription: "everything", pattern: "", place: .end, count: 25),
    ])
    func searches(search: Search) async throws {
        let store = try await filled()

        let found = try await owned(store) {
            $0.pattern = search.pattern
            $0.place = search.place
        }

        #expect(found.total == search.count)
    }

    @Test func filtersHaveThreeStates() async throws {
        let store = try await filled()

        #expect(try await owned(store) { $0.hasApplication = true }.total == 5)
        #expect(try await owned(store) { $0.hasApplication = false }.total == 20)
        #expect(try await owned(store) { $0.hasApplication = nil }.total == 25)
        #expect(try await owned(store) { $0.application = store.application.id }.total == 5)
        #expect(try await owned(store) { $0.country = "US" }.total == 0)
        #expect(try await owned(store) { $0.country = "gb" }.total == 25)
    }

    @Test func allFeaturesAskedForAreThere() async throws {
        let store = try await filled()

        #expect(try await owned(store) { $0.features = [.sms, .voice] }.total == 13)
        #expect(try await owned(store) { $0.features = [.voice] }.total == 25)
        #expect(try await owned(store) { $0.features = [.mms] }.total == 0)
    }

    @Test func buyingAndGivingBack() async throws {
        let store = try await filled()
        let digits = try number("12025550100")

        let before = store.registry.directory.number(digits)
        try await store.registry.write { try NumberStore($0).buy(digits) }
        let bought = store.registry.directory.number(digits)
        await #expect(throws: StoreError.numberTaken) {
            try await store.registry.write { try NumberStore($0).buy(digits) }
        }
        try await store.registry.write { try NumberStore($0).cancel(digits) }

        #expect(before == nil)
        #expect(bought?.country == "US")
        #expect(store.registry.directory.number(digits) == nil)
        #expect(
            try await store.registry.read { try NumberStore($0).forSale(NumberQuery()) }.items.map(\.cost) == ["0.90"])
        await #expect(throws: StoreError.unknown(.number, digits.digits)) {
            try await store.registry.write { try NumberStore($0).cancel(digits) }
        }
    }

    @Test func linkingToNothingNamesIt() async throws {
        let store = try await filled()
        let missing = ApplicationID.random()
        let digits = try number("447700900001")

        await #expect(throws: StoreError.unknown(.application, missing.description)) {
            try await store.registry.write { tx in
                var number = try #require(try NumberStore(tx).find(digits))
                number.application = missing
                try NumberStore(tx).update(number)
            }
        }
    }

    @Test func keepsSinceWhenItBelongsToTheApplication() async throws {
        let store = try await filled()
        let digits = try number("447700900005")
        let linked = store.clock.now
        store.clock.advance(by: .seconds(60))

        try await store.registry.write { tx in
            var number = try #require(try NumberStore(tx).find(digits))
            number.greeting = "Hi"
            try NumberStore(tx).update(number)
        }

        #expect(store.registry.directory.number(digits)?.linkedAt == linked)
        #expect(store.registry.directory.number(digits)?.greeting == "Hi")
    }
}
