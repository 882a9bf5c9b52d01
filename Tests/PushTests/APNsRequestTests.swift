import HTTP2
import JSON
import Telephony
import Testing

@testable import Push

struct APNsRequestTests {
    let endpoint = Endpoint(host: "api.push.apple.com", port: 443)
    let bundle = BundleID("com.example.calls.voip")!

    /// The header sets of the fixtures for invites: name of the event, patience, kind.
    @Test(arguments: [
        ("invite", Duration.zero, PushKind.voip),
        ("invite, sender configured to let APNs keep trying for a few seconds", .seconds(10), .voip),
        ("invite, device without a VoIP token", .zero, .alert),
    ])
    func hasTheHeadersOfTheFixture(event: String, patience: Duration, kind: PushKind) throws {
        let all = try #require(try pushFixture("apns-requests.json")["requests"]?.array)
        let expected = try #require(all.first { $0["event"]?.string == event }?["headers"]?.object)
        let invite = Invite.sample(id: PushID("b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65")!)
        let request = APNsRequest(
            invite, to: .of(0xA1), as: kind, of: bundle, at: fixtureTime, patience: patience)

        let message = request.message(to: endpoint, authorization: "<jwt>")

        var ours = message.fields.filter { ![":scheme", ":authority"].contains($0.name) }
        #expect(ours.removeFirst().name == ":method")
        for (name, value) in expected.members where name != ":method" {
            let wanted = value.string?.replacing("<token>", with: DeviceToken.of(0xA1).hex)
            #expect(message.fields[name] == wanted, "\(name)")
            ours.removeAll { $0.name == name }
        }
        #expect(ours == [])
    }

    @Test func certificateNeedsNoAuthorization() {
        let request = APNsRequest(.sample(), to: .of(1), as: .voip, of: bundle, at: fixtureTime)

        #expect(request.message(to: endpoint, authorization: nil).fields["authorization"] == nil)
    }

    @Test func secretsAndOneTimeValuesStayOutOfTheTable() {
        let request = APNsRequest(.sample(), to: .of(1), as: .alert, of: bundle, at: fixtureTime)

        let message = request.message(to: endpoint, authorization: "x")

        let apart = message.fields.filter { !$0.isIndexed }.map(\.name)
        #expect(apart == [":path", "authorization", "apns-id", "apns-expiration", "apns-collapse-id"])
    }

    @Test func appleIsNeverPatientBeyondTheRing() {
        let request = APNsRequest(
            .sample(ring: .seconds(20)), to: .of(1), as: .voip, of: bundle, at: fixtureTime, patience: .seconds(600))

        #expect(request.expiration == fixtureTime.advanced(by: .seconds(20)).seconds)
    }

    @Test(arguments: [
        ("com.example.phone", "com.example.phone"), ("com.example.phone.voip", "com.example.phone"),
        (" com.example.phone.voip.voip\n", "com.example.phone"), ("com.example.voip-app", "com.example.voip-app"),
    ])
    func topicIsMadeFromEitherSpelling(text: String, bundle: String) throws {
        let id = try #require(BundleID(text))

        #expect(id.text == bundle)
        #expect(id.topic(for: .voip) == bundle + ".voip")
        #expect(id.topic(for: .alert) == bundle)
    }

    @Test(arguments: ["", ".voip", "com.example phone", "com.example\r\nx: y", "com.exämple"])
    func refusesWhatIsNoBundleID(text: String) {
        #expect(BundleID(text) == nil)
    }
}
