import EventLoop
import HTTP
import HTTPClient
import JSON
import Synchronization
import Telephony

/// An iPhone with an app of the application's on it: registered for pushes, and woken by them.
///
/// It does what the vendor's samples do. The push alone makes it ring; then it signs in with its user's token and
/// takes the call. It has a thread of its own, as a real phone would not keep Apple waiting either.
package final class PhantomPhone: Sendable {
    package enum Habit: Sendable {
        case answers
        case declines
        /// Lets it ring.
        case waits
    }

    package struct Setup: Sendable {
        /// Hookline's base URL.
        package var server: String
        /// The platform's.
        package var platform: String
        package var bundleID: String
        /// The token of the user who is signed in.
        package var userToken: String
        package var habit = Habit.answers

        package init(server: String, platform: String, bundleID: String, userToken: String) {
            self.server = server
            self.platform = platform
            self.bundleID = bundleID
            self.userToken = userToken
        }
    }

    private enum Message: Sendable {
        case push(DeliveredPush)
        case hangUp
        case switchOff
    }

    private let setup: Setup
    private let clock: WallClock
    private let trace: @Sendable (PhoneTrace) -> Void
    private let messages = Mailbox<Message>()
    private let thread = Mutex<Thread?>(nil)
    private let tokens = Mutex<(voip: String, alert: String)?>(nil)

    /// - Parameter trace: hears of what the phone does, on its thread.
    package init(
        _ setup: Setup, clock: WallClock = .system, trace: @escaping @Sendable (PhoneTrace) -> Void = { _ in }
    ) {
        self.setup = setup
        self.clock = clock
        self.trace = trace
    }

    /// Installs the app, starts it, and registers the phone for the user with `POST /client/devices`.
    ///
    /// - Returns: the id of the device.
    package func switchOn(at gateway: APNsGateway) throws -> String {
        let tokens = gateway.install(app: setup.bundleID) { [messages] in messages.put(.push($0)) }
        self.tokens.withLock { $0 = tokens }
        let device = try register(tokens)
        let thread = try Thread(name: "phone") { self.run() }
        self.thread.withLock { $0 = thread }
        return device
    }

    /// Hangs up, or declines what rings.
    package func hangUp() { messages.put(.hangUp) }

    /// Ends the thread and waits for it.
    package func switchOff() {
        messages.put(.switchOff)
        thread.withLock { $0 }?.join()
    }

    private func register(_ tokens: (voip: String, alert: String)) throws -> String {
        let body: JSONObject = [
            "platform": "ios", "bundle_id": .string(setup.bundleID), "sandbox": false, "model": "iPhone",
            "app_version": "1.0",
            "tokens": [
                ["token": .string(tokens.voip), "kind": "voip"], ["token": .string(tokens.alert), "kind": "alert"],
            ],
        ]
        let response = try HTTPClient().send(request(.post, setup.server + "/client/devices", body))
        guard response.isSuccess, let id = (try? JSONValue.parse(response.body))?["id"]?.string else {
            throw PhoneError(doing: "POST /client/devices", response)
        }
        trace(.registered(device: id, status: response.status))
        return id
    }

    // MARK: The phone's thread

    /// A call the phone has shown.
    private struct Ringing {
        let invitation: CallInvitation
        let session: String
    }

    private func run() {
        guard let client = try? HTTPClient() else { return trace(.failed("no HTTP client")) }
        var shown: Set<UUID128> = []
        var current: Ringing?
        while let message = messages.take() {
            switch message {
            case .push(let push):
                guard let invitation = invitation(in: push) else { continue }
                // Apple may deliver twice; the system knows the call by its id and shows it once.
                guard shown.insert(invitation.call).inserted else { continue }
                do {
                    trace(.rang(invitation))
                    current = try take(invitation, client)
                } catch {
                    trace(.failed("\(error)"))
                }
            case .hangUp:
                guard let call = current else { continue }
                _ = try? client.send(request(.post, self.call(call, "hangup"), [:]))
                current = nil
            case .switchOff: return
            }
        }
    }

    /// What the push says, unless the phone must not show it.
    private func invitation(in push: DeliveredPush) -> CallInvitation? {
        let now = clock.now()
        guard push.isVoIP, push.topic == setup.bundleID + ".voip", push.token == tokens.withLock({ $0?.voip }) else {
            trace(.ignored("not a VoIP push for this app"))
            return nil
        }
        if let expiration = push.expiration, expiration != 0, expiration < now.seconds {
            trace(.ignored("expired"))
            return nil
        }
        do throws(CallInvitation.Unreadable) {
            let invitation = try CallInvitation(payload: push.payload)
            guard !invitation.isLate(at: now) else {
                trace(.ignored("the call no longer rings"))
                return nil
            }
            return invitation
        } catch {
            trace(.ignored("\(error)"))
            return nil
        }
    }

    /// Signs in, at Hookline and at the platform, and does with the call what it always does.
    private func take(_ invitation: CallInvitation, _ client: HTTPClient) throws -> Ringing? {
        let me = try ask(client, .get, setup.server + "/client/me")
        trace(.greeted(user: me["name"]?.string ?? ""))
        let session = try ask(client, .post, setup.platform + "/v1/sessions")
        guard let id = session["id"]?.string else { throw PhoneError(words: "the platform opened no session") }
        trace(.signedIn(user: session["user"]?.string ?? ""))
        let ringing = Ringing(invitation: invitation, session: id)
        switch setup.habit {
        case .waits: return ringing
        case .declines:
            _ = try client.send(request(.post, call(ringing, "hangup"), [:]))
            trace(.declined(invitation))
            return nil
        case .answers:
            _ = try ask(client, .post, call(ringing, "answer"))
            trace(.answered(invitation))
            return ringing
        }
    }

    private func call(_ call: Ringing, _ verb: String) -> String {
        "\(setup.platform)/v1/sessions/\(call.session)/calls/\(call.invitation.call)/\(verb)"
    }

    private func ask(_ client: HTTPClient, _ method: Method, _ url: String) throws -> JSONValue {
        let response = try client.send(request(method, url, method == .get ? nil : [:]))
        guard response.isSuccess, let value = try? JSONValue.parse(response.body) else {
            throw PhoneError(doing: "\(method) \(url)", response)
        }
        return value
    }

    private func request(_ method: Method, _ url: String, _ body: JSONObject?) -> ClientRequest {
        var fields: Fields = ["Authorization": "Bearer " + setup.userToken, "Accept": "application/json"]
        if body != nil { fields["Content-Type"] = "application/json" }
        return ClientRequest(method, url, fields: fields, body: body?.serialized(), timeout: .seconds(35))
    }
}

/// What a phone asked for and did not get.
package struct PhoneError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(words: String) { description = words }

    init(doing: String, _ response: ClientResponse) {
        let body = try? JSONValue.parse(response.body)
        let words = (body?["detail"] ?? body?["title"] ?? body?["code"])?.string ?? "no words"
        description = "\(doing): \(response.status), \(words)"
    }
}
