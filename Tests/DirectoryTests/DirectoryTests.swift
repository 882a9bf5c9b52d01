import Telephony
import Testing

@testable import Directory

@Suite struct DirectoryTests {
    private let directory = Directory()
    private let app = ApplicationID.random()
    private let alice = UserID.random()
    private let bob = UserID.random()

    init() throws {
        directory.apply([
            .application(ApplicationEntry(id: app, name: "Demo")),
            .user(UserEntry(id: alice, application: app, name: try #require(UserName("Alice")))),
            .user(UserEntry(id: bob, application: app, name: try #require(UserName("Bob")))),
        ])
    }

    private func name(_ text: String) throws -> UserName { try #require(UserName(text)) }

    private func number(_ digits: String, at second: Int64? = nil, in application: ApplicationID?) throws -> NumberEntry
    {
        NumberEntry(
            number: try #require(E164(digits)), country: "GB", application: application,
            linkedAt: second.map(Timestamp.init(seconds:)))
    }

    private func device(_ id: String, of user: UserID, token: String, at second: Int64 = 0) throws -> DeviceEntry {
        DeviceEntry(
            id: try #require(DeviceID(id)), user: user, application: app, voipToken: try DeviceToken(token),
            registeredAt: Timestamp(seconds: second))
    }

    @Test func findsUsersByIDAndName() throws {
        #expect(directory.user(alice)?.name.text == "Alice")
        #expect(directory.user(named: try name("Alice"), in: app)?.id == alice)
        #expect(directory.user(named: try name("alice"), in: app) == nil)
        #expect(directory.user(named: try name("Alice"), in: .random()) == nil)
    }

    @Test func findsANameInEitherNormalisationForm() throws {
        let jose = UserID.random()
        directory.apply(.user(UserEntry(id: jose, application: app, name: try name("Jos\u{E9}"))))

        #expect(directory.user(named: try name("Jose\u{301}"), in: app)?.id == jose)
        #expect(directory.user(named: try name("Jose\u{301}"), in: app)?.name.text.utf8.count == 5)
    }

    @Test func forgetsTheOldNameOfAUser() throws {
        directory.apply(.user(UserEntry(id: alice, application: app, name: try name("Alicia"))))

        #expect(directory.user(named: try name("Alice"), in: app) == nil)
        #expect(directory.user(named: try name("Alicia"), in: app)?.id == alice)
    }

    @Test func aNameThatChangedHandsIsKept() throws {
        directory.apply([
            .userRemoved(alice), .user(UserEntry(id: bob, application: app, name: try name("Alice"))),
        ])

        #expect(directory.user(named: try name("Alice"), in: app)?.id == bob)
        #expect(directory.user(named: try name("Bob"), in: app) == nil)
    }

    @Test func theOnlyApplicationIsTheOneThereIs() {
        let other = ApplicationID.random()
        #expect(directory.onlyApplication == app)

        directory.apply(.application(ApplicationEntry(id: other, name: "Other")))
        #expect(directory.onlyApplication == nil)

        directory.apply(.applicationRemoved(app))
        #expect(directory.onlyApplication == other)

        directory.apply(.applicationRemoved(other))
        #expect(directory.onlyApplication == nil)
    }

    @Test func aTokenRingsOneUserAtATime() throws {
        directory.apply([
            .device(try device("a", of: alice, token: "aa01")), .device(try device("b", of: bob, token: "aa01")),
        ])

        #expect(directory.devices(of: alice).isEmpty)
        #expect(directory.devices(of: bob).map(\.id.text) == ["b"])
        #expect(directory.counts.devices == 1)
    }

    @Test func aDeviceKeepsItsOtherTokens() throws {
        var phone = try device("a", of: alice, token: "aa01")
        phone.alertToken = try DeviceToken("bb01")
        directory.apply([.device(phone), .device(try device("b", of: bob, token: "aa01"))])

        #expect(directory.devices(of: alice).map(\.alertToken?.hex) == ["bb01"])
        #expect(directory.devices(of: alice).map(\.voipToken) == [nil])
    }

    @Test func aDeviceThatMovesRingsItsNewUserOnly() throws {
        directory.apply([
            .device(try device("a", of: alice, token: "aa01")), .device(try device("a", of: bob, token: "aa02")),
            .device(try device("c", of: alice, token: "aa01")),
        ])

        #expect(directory.devices(of: alice).map(\.id.text) == ["c"])
        #expect(directory.devices(of: bob).map(\.voipToken?.hex) == ["aa02"])
    }

    @Test func registeringAgainReplaces() throws {
        directory.apply([
            .device(try device("a", of: alice, token: "aa01", at: 1)),
            .device(try device("b", of: alice, token: "aa02", at: 2)),
            .device(try device("a", of: alice, token: "aa03", at: 3)),
        ])

        #expect(directory.devices(of: alice).map(\.voipToken?.hex) == ["aa02", "aa03"])

        // The token it gave up is free.
        directory.apply(.device(try device("d", of: bob, token: "aa01")))
        #expect(directory.devices(of: alice).count == 2)
    }

    @Test func removedDevicesDoNotRing() throws {
        directory.apply([
            .device(try device("a", of: alice, token: "aa01")), .deviceRemoved(try #require(DeviceID("a"))),
            .deviceRemoved(try #require(DeviceID("never"))),
        ])

        #expect(directory.devices(of: alice).isEmpty)
        #expect(directory.counts.devices == 0)
    }

    @Test func aUserTakesTheirDevicesAlong() throws {
        directory.apply([.device(try device("a", of: alice, token: "aa01")), .userRemoved(alice)])

        #expect(directory.user(alice) == nil)
        #expect(directory.devices(of: alice).isEmpty)
        #expect(directory.counts == (1, 1, 0, 0))
    }

    @Test func anApplicationTakesItsUsersAlongAndLeavesItsNumbers() throws {
        var linked = try number("447700900001", at: 1, in: app)
        linked.user = alice
        directory.apply([.number(linked), .device(try device("a", of: alice, token: "aa01")), .applicationRemoved(app)])

        #expect(directory.counts == (0, 0, 1, 0))
        #expect(directory.number(linked.number)?.application == nil)
        #expect(directory.number(linked.number)?.user == nil)
        #expect(directory.oldestNumber(of: app, in: nil) == nil)
        #expect(directory.user(named: try name("Bob"), in: app) == nil)
    }

    @Test func showsTheLongestLinkedNumberOfTheCalleesCountry() throws {
        directory.apply([
            .number(try number("12125550100", at: 10, in: app)), .number(try number("447700900001", at: 30, in: app)),
            .number(try number("447700900002", at: 20, in: app)),
            .number(try number("447700900003", at: 5, in: .random())),
        ])
        func shown(_ callee: String) throws -> String? {
            directory.callerNumber(of: app, calling: try #require(E164(callee)))?.number.digits
        }

        #expect(try shown("447700900999") == "447700900002")
        #expect(try shown("12125550199") == "12125550100")
        #expect(try shown("4930123456") == "12125550100")
        #expect(directory.numbers(of: app).map(\.number.digits) == ["12125550100", "447700900002", "447700900001"])

        directory.apply(.numberRemoved(try #require(E164("447700900002"))))
        #expect(try shown("447700900999") == "447700900001")

        directory.apply(.number(try number("447700900001", at: 30, in: nil)))
        #expect(try shown("447700900999") == "12125550100")
    }

    @Test func aNumberOfUnknownAgeComesLast() throws {
        directory.apply([
            .number(try number("447700900001", in: app)), .number(try number("447700900002", at: 20, in: app)),
        ])

        #expect(directory.oldestNumber(of: app, in: nil)?.number.digits == "447700900002")
    }

    @Test func secretsDoNotShowThemselves() {
        let entry = ApplicationEntry(id: app, name: "Demo", signatureSecrets: [SignatureSecret("hush")])
        var dumped = ""
        dump(entry, to: &dumped)

        #expect(!"\(entry)".contains("hush"))
        #expect(!dumped.contains("hush"))
        #expect(!String(reflecting: entry).contains("hush"))
        #expect(entry.signatureSecrets[0].reveal() == "hush")
    }
}
