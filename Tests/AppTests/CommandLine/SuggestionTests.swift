import Testing

@testable import App

struct SuggestionTests {
    @Test(arguments: [
        ("create", "create", 0), ("craete", "create", 1), ("crate", "create", 1), ("creates", "create", 1),
        ("list", "link", 2), ("", "abc", 3), ("abc", "", 3),
    ])
    func countsEdits(a: String, b: String, distance: Int) {
        #expect(Suggestion.distance(Array(a), Array(b)) == distance)
        #expect(Suggestion.distance(Array(b), Array(a)) == distance)
    }

    @Test func namesTheNearestFirst() {
        #expect(Suggestion.near("lsit", among: ["link", "list", "show"]) == ["list"])
        #expect(Suggestion.near("number", among: ["numbers", "users"]) == ["numbers"])
        #expect(Suggestion.near("frobnicate", among: ["list", "show"]).isEmpty)
    }

    @Test func completesABeginning() {
        #expect(Suggestion.near("cred", among: ["credentials", "list"]) == ["credentials"])
    }
}
