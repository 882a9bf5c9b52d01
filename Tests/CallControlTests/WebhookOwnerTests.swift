import CallControl
import Directory
import Telephony
import Testing

@Suite struct WebhookOwnerTests {
    private let world: World
    private let other = ApplicationID.random()

    init() throws {
        world = try World()
        world.directory.apply([
            .application(ApplicationEntry(id: other, name: "Other")),
            .number(
                NumberEntry(number: try #require(E164("447700900050")), country: "GB", application: other)),
        ])
    }

    private func owner(
        to: String? = nil, path: ApplicationID? = nil, token: ApplicationID? = nil, known: ApplicationID? = nil
    ) -> ApplicationID? {
        application(
            dialling: DialledNumber(to, in: world.directory), path: path, token: token, known: known,
            in: world.directory)
    }

    @Test func thePathComesFirst() {
        #expect(owner(to: "447700900001", path: other, token: world.app) == other)
    }

    @Test func aPathToNowhereIsNobodys() {
        #expect(owner(to: "447700900001", path: .random()) == nil)
    }

    @Test func thenTheToken() {
        #expect(owner(to: "447700900001", token: other) == other)
    }

    @Test func aTokenThatNamesAStrangerIsAHintOnly() {
        #expect(owner(to: "+44 7700 900001", token: .random()) == world.app)
    }

    @Test func thenTheOwnerOfTheNumber() {
        #expect(owner(to: "447700900050") == other)
    }

    @Test func thenTheKnownCall() {
        #expect(owner(to: "447700900999", known: world.app) == world.app)
        #expect(owner(to: "447700900050", known: world.app) == other)
        #expect(owner(to: "447700900999") == nil)
    }

    @Test func thenTheOnlyOne() {
        #expect(owner(to: "447700900999") == nil)

        world.directory.apply(.applicationRemoved(other))
        #expect(owner(to: "447700900999") == world.app)
    }

    @Test func anRTCEventNamesItsApplication() {
        let event = RTCEvent(["application_id": .string(other.description)])

        #expect(application(for: event, path: nil, token: nil, known: nil, in: world.directory) == other)
    }

    @Test func anApplicationsSecretSpeaksForItAlone() {
        func foreign(path: ApplicationID? = nil, to: String? = nil, known: ApplicationID? = nil) -> Bool {
            isForeign(
                to: world.app, path: path, dialling: DialledNumber(to, in: world.directory), known: known)
        }

        #expect(!foreign())
        #expect(!foreign(path: world.app, to: "447700900001", known: world.app))
        #expect(!foreign(to: "447700900999"))
        #expect(foreign(path: other))
        #expect(foreign(to: "447700900050"))
        #expect(foreign(known: other))
    }
}
