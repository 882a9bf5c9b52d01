import Crypto
import Foundation
import JSON
import Telephony

@testable import Push

/// The moment the fixtures stand at: 2026-03-02T09:30:00Z.
let fixtureTime = Timestamp(seconds: 1_772_443_800)

/// A file of `Tests/Fixtures/push`.
func pushFixture(_ name: String) throws -> JSONValue {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/push/\(name)")
    return try JSONValue.parse(Array(Data(contentsOf: path)))
}

extension DeviceToken {
    /// 32 bytes of this value.
    static func of(_ byte: UInt8) -> DeviceToken {
        let digits = String(byte, radix: 16)
        // Two digits at most, put in front of each other: always hex.
        return try! DeviceToken(String(repeating: digits.count == 1 ? "0" + digits : digits, count: 32))
    }
}

extension PushDevice {
    static func phone(
        _ name: String = "phone", voip: DeviceToken? = .of(0xA1), alert: DeviceToken? = nil, fcm: String? = nil,
        bundle: String? = "com.example.calls", sandbox: Bool = true, registeredAt: Timestamp = fixtureTime
    ) -> PushDevice {
        PushDevice(
            id: DeviceID(name)!, voipToken: voip, alertToken: alert, fcmToken: fcm, bundleID: bundle,
            isSandbox: sandbox, registeredAt: registeredAt)
    }
}

extension Invite {
    /// A call from a telephone to Alice.
    static func sample(
        call: String = "3f0c2a9e-6d1b-4f57-9a3e-1b5f0c7d8e21", to device: PushDevice = .phone(),
        caller: Caller = .phone("447700900123"), display: String? = nil, family: PayloadFamily = .vonage,
        at time: Timestamp = fixtureTime, ring: Duration = .seconds(45), id: PushID = .random(), tries: Int = 3
    ) -> Invite {
        Invite(
            id: id, call: CallUUID(call)!,
            conversation: ConversationID("CON-6a1e2f90-3b7c-4d58-8e21-90ab12cd34ef"),
            application: ApplicationID("0d6f3b72-9a41-4c1d-b6a5-5c2e7f9801aa")!,
            user: UserID("USR-66666666-7777-4888-9999-aaaaaaaaaaaa")!, userName: UserName("Alice")!, device: device,
            caller: caller, callerDisplay: display, family: family, invitedAt: time,
            ringUntil: time.advanced(by: ring), triesAllowed: tries)
    }
}

extension Jitter {
    /// Always the same.
    static func fixed(_ value: Double) -> Jitter { Jitter { value } }
}

extension ProviderKey {
    static let sample = ProviderKey(teamID: "TEAM123456", keyID: "KEY1234567", key: .generate())
}
