import NCCO
import Telephony

/// A telephone call to one of the application's numbers, as the platform leads it. It decides; `CallRunner` acts.
///
/// What happens goes in, and the steps that follow come out, in the order in which the platform takes them. A new
/// action of an NCCO is a new case in `proceed`.
struct CallProgress {
    enum Party: Equatable, Sendable {
        case caller
        case callee
        case platform
    }

    enum Input: Equatable, Sendable {
        /// A webhook has brought what to do.
        case instructed([Action])
        /// No webhook has; the reason in words.
        case uninstructed(String)
        /// What was to be said has been said.
        case spoken
        /// A phone of the user takes the call. The ticket says which of them is to be told what came of it.
        case taken(by: String, ticket: Int)
        /// A phone of the user declines the call, or hangs up.
        case dropped(by: String)
        case ringTimeOver
        case hungUp(Party)
    }

    enum Step: Equatable, Sendable {
        case askForInstructions
        case report(LegEvent)
        case speak(Talk)
        /// Waits so long for a phone of the user.
        case ring(user: String, for: Duration)
        case stopRinging
        /// The phone with the ticket is on the line now.
        case join(ticket: Int, leg: String)
        case refuse(ticket: Int, Refusal)
        /// An action that is not played.
        case skip(ActionKind)
        case end
    }

    /// Why a phone does not get a call.
    enum Refusal: String, Equatable, Sendable {
        case answeredElsewhere = "answered_elsewhere"
        case over = "call_over"
        case notForThisUser = "not_for_this_user"
    }

    private enum State: Equatable {
        case unanswered
        case speaking
        case ringing
        case talking
        case over
    }

    private struct Waiting: Equatable {
        let user: String
        /// Nil: it does not want the call.
        let ticket: Int?
    }

    private(set) var caller: Leg
    private(set) var callee: Leg?
    private var state = State.unanswered
    private var rest: ArraySlice<Action> = []
    /// Phones that decided before the call rang, because the push was faster than the greeting.
    private var early: [Waiting] = []
    private let makeID: @Sendable () -> UUID128

    init(_ caller: Leg, makeID: @escaping @Sendable () -> UUID128 = UUID128.random) {
        self.caller = caller
        self.makeID = makeID
    }

    var isOver: Bool { state == .over }

    /// The call comes in. The platform makes `started` and `ringing` at the same moment.
    mutating func begin(at now: Timestamp) -> [Step] {
        [
            .report(caller.event(.started, at: now)), .report(caller.event(.ringing, at: now)), .askForInstructions,
        ]
    }

    mutating func take(_ input: Input, at now: Timestamp) -> [Step] {
        switch (input, state) {
        case (.instructed(let actions), .unanswered): instructed(actions, at: now)
        case (.uninstructed, .unanswered): hungUp(.platform, at: now)
        case (.spoken, .speaking): proceed(at: now)
        case (.taken(let user, let ticket), _): decided(Waiting(user: user, ticket: ticket), at: now)
        case (.dropped(let user), .talking) where user == callee?.to: hungUp(.callee, at: now)
        case (.dropped(let user), _): decided(Waiting(user: user, ticket: nil), at: now)
        case (.ringTimeOver, .ringing): ringTimeOver(at: now)
        case (.hungUp, .over): []
        case (.hungUp(let party), _): hungUp(party, at: now)
        // Too late, or not this call's: a timer that ran out as the phone was answered, an answer after a hang-up.
        default: []
        }
    }

    // MARK: The NCCO

    private mutating func instructed(_ actions: [Action], at now: Timestamp) -> [Step] {
        guard !actions.isEmpty else { return hungUp(.platform, at: now) }
        rest = actions[...]
        return [.report(caller.answer(at: now))] + proceed(at: now)
    }

    /// Goes on to the next action that takes time, or to the end of the call.
    private mutating func proceed(at now: Timestamp) -> [Step] {
        var steps: [Step] = []
        while let action = rest.popFirst() {
            switch action {
            case .talk(let talk):
                state = .speaking
                return steps + [.speak(talk)]
            case .connect(let connect):
                steps += self.connect(connect, at: now)
                if state == .ringing || state == .talking { return steps }
            default:
                steps.append(.skip(action.kind))
            }
        }
        return steps + hungUp(.platform, at: now)
    }

    private mutating func connect(_ connect: Connect, at now: Timestamp) -> [Step] {
        guard case .app(let endpoint)? = connect.endpoint, let user = endpoint.user else {
            return unreachable(connect, at: now)
        }
        let leg = Leg.callee(makeID(), of: caller, to: user, tariff: .app)
        callee = leg
        state = .ringing
        let steps: [Step] = [
            .report(leg.event(.started, at: now)), .report(leg.event(.ringing, at: now)),
            .ring(user: user, for: .seconds(connect.timeout)),
        ]
        guard let first = early.firstIndex(where: { $0.user == user }) else { return steps }
        let phone = early.remove(at: first)
        return steps + (phone.ticket == nil ? rejected(at: now) : decided(phone, at: now))
    }

    /// Nobody but app users can be reached here; the NCCO goes on, as it does when a carrier refuses.
    private func unreachable(_ connect: Connect, at now: Timestamp) -> [Step] {
        let to: String
        switch connect.endpoint {
        case .phone(let endpoint): to = endpoint.number ?? ""
        case .sip(let endpoint): to = endpoint.uri ?? endpoint.user ?? ""
        case .websocket(let endpoint): to = endpoint.uri ?? ""
        case .vbc(let endpoint): to = endpoint.extension ?? ""
        case .app, nil: return [.skip(.connect)]
        }
        let leg = Leg.callee(makeID(), of: caller, to: to, tariff: .app)
        return [
            .report(leg.event(.started, at: now)),
            .report(leg.event(.failed, at: now, detail: "cannot_route", sipCode: 404)),
            .report(leg.completed(at: now, by: .platform)),
        ]
    }

    // MARK: The phones

    private mutating func decided(_ phone: Waiting, at now: Timestamp) -> [Step] {
        switch state {
        case .unanswered, .speaking:
            early.append(phone)
            return []
        case .ringing where phone.user == callee?.to:
            guard let ticket = phone.ticket else { return rejected(at: now) + proceed(at: now) }
            guard var leg = callee else { return [] }
            let answered = leg.answer(at: now)
            callee = leg
            state = .talking
            return [.stopRinging, .join(ticket: ticket, leg: leg.uuid), .report(answered)]
                + dismissed(because: .answeredElsewhere)
        case .ringing: return refused(phone, .notForThisUser)
        case .talking: return refused(phone, .answeredElsewhere)
        case .over: return refused(phone, .over)
        }
    }

    private func refused(_ phone: Waiting, _ reason: Refusal) -> [Step] {
        phone.ticket.map { [.refuse(ticket: $0, reason)] } ?? []
    }

    /// A leg that was rejected has no `completed`.
    private mutating func rejected(at now: Timestamp) -> [Step] {
        guard let leg = callee else { return [] }
        callee = nil
        state = .speaking
        return [.stopRinging, .report(leg.event(.rejected, at: now, detail: "declined", sipCode: 603))]
    }

    private mutating func ringTimeOver(at now: Timestamp) -> [Step] {
        guard let leg = callee else { return [] }
        callee = nil
        state = .speaking
        return [
            .stopRinging, .report(leg.event(.timeout, at: now)), .report(leg.completed(at: now, by: .platform)),
        ] + proceed(at: now)
    }

    private mutating func dismissed(because reason: Refusal) -> [Step] {
        defer { early = [] }
        return early.flatMap { refused($0, reason) }
    }

    // MARK: The end

    private mutating func hungUp(_ party: Party, at now: Timestamp) -> [Step] {
        var steps: [Step] = []
        if let leg = callee {
            callee = nil
            if state == .ringing { steps += [.stopRinging, .report(leg.event(.cancelled, at: now))] }
            steps.append(.report(leg.completed(at: now, by: party == .callee ? .user : .platform)))
            if party == .callee {
                // The connection is over, the NCCO is not.
                state = .speaking
                return steps + proceed(at: now)
            }
        }
        state = .over
        steps.append(.report(caller.completed(at: now, by: party == .caller ? .user : .platform)))
        return steps + dismissed(because: .over) + [.end]
    }
}
