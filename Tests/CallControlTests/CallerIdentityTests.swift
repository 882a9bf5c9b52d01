import CallControl
import Telephony
import Testing

@Suite struct CallerIdentityTests {
    @Test(arguments: [
        "447700900123", "+447700900123", " 447700900123 ", "0044 7700 900123", "tel:+44-7700-900123",
        "sip:+447700900123@sip.example.org", "sips:447700900123@example.org;transport=tls",
        "\"Alice\" <sip:447700900123@example.org>", "sip:447700900123:secret@example.org?x=y",
    ])
    func readsNumbersInEverySpelling(from: String) {
        #expect(CallerIdentity(from: from) == .number(E164("447700900123")!))
    }

    @Test(arguments: [
        nil, "", "   ", "Unknown", "anonymous", "ANONYMOUS", "Restricted", "Private", "sip:anonymous@anonymous.invalid",
        "sip:@example.org", "null",
    ])
    func knowsWithheldNumbers(from: String?) {
        #expect(CallerIdentity(from: from) == .anonymous)
        #expect(CallerIdentity(from: from).shown == "Unknown")
    }

    @Test func readsSIPAddresses() {
        let identity = CallerIdentity(from: "\"Al <3\" <sip:alice@sip.example.org;transport=tls>")

        #expect(identity == .sip(user: "alice", address: "alice@sip.example.org"))
        #expect(identity.spoken == "alice")
        #expect(identity.shown == "alice@sip.example.org")
        #expect(CallerIdentity(from: "sip:example.org") == .sip(user: "example.org", address: "example.org"))
    }

    @Test func keepsAnythingElse() {
        #expect(CallerIdentity(from: "Acme GmbH") == .other("Acme GmbH"))
        #expect(CallerIdentity(from: "<") == .other("<"))
        #expect(CallerIdentity(from: "<sip:") == .other("<sip:"))
        #expect(CallerIdentity(from: ">sip:a@b<") == .other(">sip:a@b<"))
    }
}
