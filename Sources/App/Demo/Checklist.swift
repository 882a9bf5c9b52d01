import NCCO
import Simulator
import Telephony

/// What must have been seen for the demo to be a success.
struct Checklist: Sendable {
    struct Step: Equatable, Sendable {
        let name: String
        /// What was seen in place of it; nil when it was seen.
        let instead: String?
    }

    let steps: [Step]

    /// The first step that was not seen.
    var missing: Step? { steps.first { $0.instead != nil } }

    /// - Parameters:
    ///   - call: the caller's leg.
    ///   - user: the name of the user the call is for.
    init(_ moments: [Moment], call: CallUUID?, user: String) {
        let seen = Seen(moments)
        steps = [
            Step("the server answers", seen.isServing, "it never listened"),
            Step("the iPhone registers", seen.registered == 201, "\(seen.registered.map { "\($0)" } ?? seen.faults)"),
            seen.answered,
            Step(
                "the NCCO talks and connects \(user)", seen.actions.map { Self.connects($0, to: user) } ?? false,
                seen.actions.map { $0.map(\.kind.rawValue).joined(separator: ", ") } ?? "no NCCO"),
            Step("one VoIP push reaches the gateway", seen.pushes == ["200"], "pushes: \(seen.pushes)"),
            Step("the iPhone rings", call != nil && seen.rung == [call?.uuid], seen.faults),
            Step("GET /client/me knows \(user)", seen.greeted == user, seen.greeted ?? seen.faults),
            Step("the platform lets \(user) sign in", seen.signedIn == user, seen.signedIn ?? seen.faults),
            Step("the iPhone takes the call", seen.joined == user && seen.isTaken, seen.faults),
            Step("every event of both legs is acknowledged", seen.events == Self.events, "\(seen.events)"),
            seen.kept,
        ]
    }

    /// The events of an answered call, in the platform's order, as `leg status code`.
    static let events = [
        "inbound started 200", "inbound ringing 200", "inbound answered 200", "outbound started 200",
        "outbound ringing 200", "outbound answered 200", "outbound completed 200", "inbound completed 200",
    ]

    private static func connects(_ actions: [Action], to user: String) -> Bool {
        guard actions.count == 2, case .talk = actions[0], case .connect(let connect) = actions[1],
            case .app(let endpoint)? = connect.endpoint
        else { return false }
        return endpoint.user == user
    }
}

extension Checklist.Step {
    fileprivate init(_ name: String, _ isSeen: Bool, _ instead: String) {
        self.init(name: name, instead: isSeen ? nil : instead)
    }
}

/// The moments sorted by what they are about.
private struct Seen {
    var isServing = false
    var registered: Int?
    var asked: (status: Int?, isSigned: Bool)?
    var actions: [Action]?
    /// The status of each push.
    var pushes: [String] = []
    var pushIDs: [String] = []
    var rung: [UUID128?] = []
    var greeted: String?
    var signedIn: String?
    var joined: String?
    var isTaken = false
    var events: [String] = []
    var records: Records?
    private var problems: [String] = []

    init(_ moments: [Moment]) {
        for moment in moments {
            switch moment.sight {
            case .serving: isServing = true
            case .platform(let trace): add(trace.what)
            case .gateway(let entry):
                pushes.append("\(entry.status)" + (entry.refusal.map { " \($0.rawValue)" } ?? ""))
                pushIDs.append(entry.id)
            case .phone(let trace): add(trace)
            case .hungUp: break
            case .recorded(let records): self.records = records
            }
        }
    }

    private mutating func add(_ what: PlatformTrace.What) {
        switch what {
        case .asked(let isFallback, _, let isSigned, let status, let actions, _):
            if isFallback { problems.append("the fallback was asked") }
            // The first answer counts: a repeat would be one too many.
            if asked == nil { asked = (status, isSigned) }
            self.actions = actions
        case .told(let event, let status, _):
            events.append("\(event.direction.rawValue) \(event.status) \(status.map { "\($0)" } ?? "no answer")")
        case .complained(let words, _): problems.append(words)
        case .skipped(let kind): problems.append("\(kind.rawValue) was skipped")
        case .joined(let user): joined = user
        case .spoke, .ended: break
        }
    }

    private mutating func add(_ trace: PhoneTrace) {
        switch trace {
        case .registered(_, let status): registered = status
        case .rang(let invitation): rung.append(invitation.call)
        case .greeted(let user): greeted = user
        case .signedIn(let user): signedIn = user
        case .answered: isTaken = true
        case .declined: problems.append("the iPhone declined")
        case .ignored(let words), .failed(let words): problems.append("iPhone: \(words)")
        }
    }

    var faults: String { problems.isEmpty ? "nothing" : problems.joined(separator: "; ") }

    var answered: Checklist.Step {
        let status = asked?.status.map { "\($0)" } ?? "no answer"
        return Checklist.Step(
            "the signed answer webhook is answered", asked?.status == 200 && asked?.isSigned == true,
            status + (asked?.isSigned == false ? ", not signed" : ""))
    }

    /// The records are complete, and the push log has the very push the gateway saw.
    var kept: Checklist.Step {
        let name = "both legs and the push are on record"
        guard let records else { return Checklist.Step(name, false, "they were not read") }
        let logged = records.attempts.map { "\($0["status"]?.int ?? 0) \($0["apns_id"]?.string ?? "")" }
        let isLogged = logged == pushIDs.map { "200 \($0)" }
        let caller = records.caller?["status"]?.string ?? "no record"
        let callee = records.callee?["status"]?.string ?? "no record"
        return Checklist.Step(
            name, records.areComplete && isLogged,
            "caller \(caller), callee \(callee), push log \(logged), gateway \(pushIDs)")
    }
}
