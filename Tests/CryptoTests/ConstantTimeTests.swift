import Crypto
import Testing

struct ConstantTimeTests {
    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("abc", "abd", false),
        ("abc", "ab", false), ("xbc", "abc", false),
    ])
    func comparesBytes(left: String, right: String, same: Bool) {
        #expect(constantTimeEquals(left.utf8, right.utf8) == same)
    }
}
