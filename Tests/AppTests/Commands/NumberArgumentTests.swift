import Testing

@testable import App

struct NumberArgumentTests {
    @Test(arguments: [
        "+44 7700 900-030", "0044 7700 900030", "447700900030", "+447700900030", "(+44) 7700.900.030",
    ])
    func readsANumberAsPeopleWriteIt(text: String) throws {
        #expect(try NumberArgument.number(text).digits == "447700900030")
    }

    @Test(arguments: ["", "abc", "07700 900030", "1234567890123456", "44x7700900030", "12"])
    func refusesWhatIsNone(text: String) {
        let error = #expect(throws: Failure.self) { try NumberArgument.number(text) }
        #expect(error?.message.contains("`\(text)`") == true)
        #expect(error?.code == .refused)
    }

    @Test func aCountryAndANumberComeInEitherOrder() throws {
        for positionals in [["GB", "447700900000"], ["447700900000", "gb"]] {
            let (number, country) = try NumberArgument.numberAndCountry(Arguments(positionals: positionals))
            #expect(number == "447700900000")
            #expect(country == "GB")
        }
    }

    @Test(arguments: [
        ("4477*", ["4477", "0"]), ("*900", ["900", "2"]), ("900", ["900", "1"]), ("*900*", ["900", "0"]),
    ])
    func starsSayWhereDigitsStand(pattern: String, query: [String?]) throws {
        let arguments = Arguments(options: ["pattern": [pattern]])

        #expect(try PatternOptions.query(arguments).map(\.1) == query)
    }
}
