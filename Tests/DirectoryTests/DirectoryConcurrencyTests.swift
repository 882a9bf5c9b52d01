import Directory
import Telephony
import Testing

@Suite struct DirectoryConcurrencyTests {
    /// Readers on several threads never see a token ring two users, nor a user who is not the one asked for.
    @Test func readersSeeWholeEntriesWhileEverythingChanges() async throws {
        let directory = Directory()
        let app = ApplicationID.random()
        let users = (0..<8).map { _ in UserID.random() }
        let names = try users.indices.map { try #require(UserName("user\($0)")) }
        let number = try #require(E164("447700900001"))
        let token = try DeviceToken("aa01")
        let device = try #require(DeviceID("phone"))
        directory.apply(.application(ApplicationEntry(id: app, name: "Demo")))

        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for round in 0..<1_500 {
                        let index = (round * 3 + writer) % users.count
                        directory.apply([
                            .user(UserEntry(id: users[index], application: app, name: names[index])),
                            .number(NumberEntry(number: number, country: "GB", application: app, user: users[index])),
                            .device(
                                DeviceEntry(
                                    id: device, user: users[index], application: app, voipToken: token,
                                    registeredAt: Timestamp(milliseconds: Int64(round)))),
                            .userRemoved(users[(index + 5) % users.count]),
                        ])
                    }
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for round in 0..<3_000 {
                        let index = round % users.count
                        if let user = directory.user(named: names[index], in: app) {
                            #expect(user.id == users[index])
                        }
                        for phone in directory.devices(of: users[index]) { #expect(phone.user == users[index]) }
                        #expect(directory.number(number)?.application ?? app == app)
                    }
                }
            }
        }

        #expect(users.flatMap { directory.devices(of: $0) }.count <= 1)
        #expect(directory.oldestNumber(of: app, in: "44")?.number == number)
    }
}
