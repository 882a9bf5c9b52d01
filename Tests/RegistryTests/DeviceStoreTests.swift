import Directory
import Telephony
import Testing

@testable import Registry

@Suite struct DeviceStoreTests {
    let first = String(repeating: "0fa1", count: 16)
    let second = String(repeating: "7c3e", count: 16)

    func register(
        _ store: TestStore, _ user: User? = nil, id: String? = nil, voip: String? = nil, alert: String? = nil,
        sandbox: Bool = true
    ) async throws -> (device: Device, isNew: Bool) {
        var tokens: [Device.Token] = []
        if let voip { tokens.append(Device.Token(kind: .voip, text: voip, isSandbox: sandbox)) }
        if let alert { tokens.append(Device.Token(kind: .alert, text: alert, isSandbox: sandbox)) }
        let registration = DeviceRegistration(
            id: id.flatMap { DeviceID($0) }, application: store.application.id, user: (user ?? store.alice).id,
            tokens: tokens)
        return try await store.registry.write { try DeviceStore($0).register(registration) }
    }

    func bob(_ store: TestStore) async throws -> User {
        let bob = User(application: store.application.id, name: try name("Bob"))
        return try await store.registry.write { try UserStore($0).create(bob) }
    }

    @Test func registeringIsInTheDirectoryAtOnce() async throws {
        let store = try await TestStore()

        let made = try await register(store, voip: first, alert: second)

        #expect(made.isNew)
        let entries = store.registry.directory.devices(of: store.alice.id)
        #expect(entries.map(\.id) == [made.device.id])
        #expect(entries.first?.voipToken?.hex == first)
        #expect(entries.first?.alertToken?.hex == second)
        #expect(entries.first?.sandbox == true)
        #expect(entries.first?.registeredAt == store.clock.now)
    }

    @Test func registeringAgainIsTheSameDeviceWithALaterTime() async throws {
        let store = try await TestStore()
        let made = try await register(store, voip: first)
        store.clock.advance(by: .seconds(60))

        let again = try await register(store, voip: first, sandbox: false)

        #expect(!again.isNew)
        #expect(again.device.id == made.device.id)
        #expect(again.device.token(.voip)?.registeredAt == store.clock.now)
        #expect(again.device.createdAt == made.device.createdAt)
        #expect(store.registry.directory.devices(of: store.alice.id).map(\.sandbox) == [false])
    }

    @Test func aTokenMovesToWhoRegisteredItLast() async throws {
        let store = try await TestStore()
        let bob = try await bob(store)
        let made = try await register(store, voip: first, alert: second)

        let moved = try await register(store, bob, voip: first)

        #expect(moved.device.id == made.device.id)
        #expect(store.registry.directory.devices(of: store.alice.id) == [])
        #expect(store.registry.directory.devices(of: bob.id).map(\.voipToken?.hex) == [first])
        let alice = store.alice.id
        #expect(try await store.registry.read { try DeviceStore($0).active(of: alice) } == [])
    }

    @Test func movingADropsWhatWaitsForItsFormerUser() async throws {
        let store = try await TestStore()
        let bob = try await bob(store)
        let made = try await register(store, voip: first)
        _ = await store.record(store.answer(uuid(1), devices: [made.device.id]))

        _ = try await register(store, bob, voip: first)

        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 0)
    }

    @Test func aNewTokenTakesThePlaceOfTheDevicesOldOne() async throws {
        let store = try await TestStore()
        let made = try await register(store, id: "phone-1", voip: first, alert: first)

        let renewed = try await register(store, id: "phone-1", voip: second)

        #expect(made.device.id.text == "phone-1")
        #expect(renewed.device.id == made.device.id)
        #expect(renewed.device.tokens.filter { $0.kind == .voip }.map(\.text) == [second])
        #expect(renewed.device.token(.alert)?.text == first)
        #expect(store.registry.directory.devices(of: store.alice.id).map(\.voipToken?.hex) == [second])
    }

    @Test func twoPhonesAreTwoDevices() async throws {
        let store = try await TestStore()

        let one = try await register(store, voip: first)
        let other = try await register(store, voip: second)

        #expect(one.device.id != other.device.id)
        #expect(store.registry.directory.devices(of: store.alice.id).count == 2)
    }

    @Test func anIdOfAnotherApplicationNamesAnotherDevice() async throws {
        let store = try await TestStore()
        let made = try await register(store, id: "phone-1", voip: first)
        let other = Application(name: "Other")
        let carol = User(application: other.id, name: try name("Carol"))
        try await store.registry.write { tx in
            try ApplicationStore(tx).create(other)
            try UserStore(tx).create(carol)
        }

        let registration = DeviceRegistration(
            id: DeviceID("phone-1"), application: other.id, user: carol.id,
            tokens: [Device.Token(kind: .voip, text: second)])
        let foreign = try await store.registry.write { try DeviceStore($0).register(registration) }

        #expect(foreign.device.id != made.device.id)
        #expect(store.registry.directory.devices(of: store.alice.id).map(\.id) == [made.device.id])
    }

    @Test func aDisabledTokenIsGoodAgainOnceRegistered() async throws {
        let store = try await TestStore()
        let made = try await register(store, voip: first)
        let token = first

        let disabled = try await store.registry.write {
            try DeviceStore($0).disable(.voip, token: token, reason: "Unregistered")
        }
        let without = store.registry.directory.devices(of: store.alice.id)
        let found = try await store.registry.read { try DeviceStore($0).find(made.device.id) }
        _ = try await register(store, voip: first)

        #expect(disabled)
        #expect(without == [])
        #expect(found?.isActive == false)
        #expect(found?.tokens.first?.disabledReason == "Unregistered")
        #expect(store.registry.directory.devices(of: store.alice.id).count == 1)
    }

    /// The service's time against ours: the later one wins.
    @Test(arguments: [(-1, false), (1, true)])
    func aTokenRegisteredSinceIsNotDisabled(seconds: Int, isDisabled: Bool) async throws {
        let store = try await TestStore()
        _ = try await register(store, voip: first)
        let (token, time) = (first, store.clock.now.advanced(by: .seconds(seconds)))

        let disabled = try await store.registry.write {
            try DeviceStore($0).disable(.voip, token: token, reason: "Unregistered", unregisteredAt: time)
        }

        #expect(disabled == isDisabled)
        #expect(store.registry.directory.devices(of: store.alice.id).isEmpty == isDisabled)
    }

    @Test func removingIsIdempotentAndDropsWhatWaits() async throws {
        let store = try await TestStore()
        let made = try await register(store, voip: first)
        _ = await store.record(store.answer(uuid(1), devices: [made.device.id]))

        let id = made.device.id
        let removed = try await store.registry.write { try DeviceStore($0).remove(id) }
        let again = try await store.registry.write { try DeviceStore($0).remove(id) }

        #expect([removed, again] == [true, false])
        #expect(store.registry.directory.devices(of: store.alice.id) == [])
        #expect(try await store.registry.read { try PushStore($0).waitingCount() } == 0)
    }

    @Test func anUnknownUserRegistersNothing() async throws {
        let store = try await TestStore()
        let registration = DeviceRegistration(
            application: store.application.id, user: .random(), tokens: [Device.Token(kind: .voip, text: first)])

        await #expect(throws: StoreError.unknown(.user, registration.user.description)) {
            try await store.registry.write { try DeviceStore($0).register(registration) }
        }
    }
}
