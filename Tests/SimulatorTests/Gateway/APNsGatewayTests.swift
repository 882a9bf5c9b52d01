import Crypto
import HTTP2
import JWT
import Telephony
import TestSupport
import Testing

@testable import Simulator

/// Pushes over HTTP/2 and TLS.
@Suite(.serialized, .ownThread, .bounded) struct APNsGatewayTests {
    @Test func whatIsTakenReachesThePhoneAndTheLog() async throws {
        let gateway = try APNsGateway.start()
        let phone = Traces<DeliveredPush>()
        let sender = try PushSender(to: gateway)
        let tokens = gateway.install(app: "com.example.calls", push: phone.hear)

        let answer = try await sender.push(to: tokens.voip, id: "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65")

        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.fields["apns-id"] == "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65")
        let push = try #require(phone.first { $0 })
        #expect(push.token == tokens.voip && push.isVoIP && push.topic == "com.example.calls.voip")
        #expect(push.payload == Array("{}".utf8))
        #expect(gateway.log.map(\.status) == [200])
        sender.stop()
        gateway.stop()
    }

    @Test func whatIsRefusedReachesNobody() async throws {
        let gateway = try APNsGateway.start()
        let phone = Traces<DeliveredPush>()
        let sender = try PushSender(to: gateway)
        let tokens = gateway.install(app: "com.example.calls", push: phone.hear)
        gateway.uninstall(token: tokens.voip)

        let gone = try await sender.push(to: tokens.voip, id: "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65")
        let wrong = try await sender.push(to: tokens.alert, id: "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b66")

        #expect(gone.status == 410)
        #expect(String(decoding: gone.body, as: UTF8.self).hasPrefix(#"{"reason":"Unregistered","timestamp":"#))
        #expect(wrong.status == 400)
        #expect(wrong.body == Array(#"{"reason":"DeviceTokenNotForTopic"}"#.utf8))
        #expect(gateway.log.map(\.refusal) == [.unregistered, .deviceTokenNotForTopic])
        #expect(gateway.log.allSatisfy { $0.delivered == nil })
        sender.stop()
        gateway.stop()
    }

    /// Until a provider token has proved good, a connection may carry one push at a time.
    @Test func theStreamLimitRisesWithTheFirstSuccess() async throws {
        let gateway = try APNsGateway.start()
        let sender = try PushSender(to: gateway)
        let tokens = gateway.install(app: "com.example.calls") { _ in }
        let before = await sender.streamLimit()

        _ = try await sender.push(to: tokens.voip, id: "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b65")
        _ = try await sender.push(to: tokens.voip, id: "b7d9e0c4-52aa-4f0e-8c36-f1a4d2907b66")

        #expect(before == 1)
        #expect(await sender.streamLimit() == 1000)
        sender.stop()
        gateway.stop()
    }
}
