import EventLoop
import HTTPClient
import JSON
import NCCO
import Synchronization
import Telephony

/// One call that is under way: a thread that does what `CallProgress` decides.
///
/// The thread sends the call's webhooks one after the other, so that they leave in the platform's order.
final class CallRunner: Sendable {
    /// What a phone is told of a call it wants to take.
    enum Verdict: Equatable, Sendable {
        case joined(leg: String)
        case refused(CallProgress.Refusal)
    }

    let call: CallUUID
    let conversation: ConversationID
    private let from: String
    private let to: String
    private let account: PlatformAccount
    private let clock: WallClock
    private let pace: Pace
    private let trace: @Sendable (PlatformTrace.What) -> Void
    private let inputs = Mailbox<CallProgress.Input>()
    private let state = Mutex(State())

    private struct State {
        var thread: Thread?
        var callee: String?
        var isOver = false
        var nextTicket = 0
        var tickets: [Int: @Sendable (Verdict) -> Void] = [:]
    }

    /// What happens when nothing else does.
    private struct Alarm {
        let at: ContinuousClock.Instant
        let input: CallProgress.Input
    }

    init(
        from: String, to: String, account: PlatformAccount, clock: WallClock, pace: Pace,
        trace: @escaping @Sendable (PlatformTrace) -> Void
    ) {
        let call = CallUUID.random()
        self.call = call
        conversation = .random()
        self.from = from
        self.to = to
        self.account = account
        self.clock = clock
        self.pace = pace
        self.trace = { trace(PlatformTrace(call: call, what: $0)) }
    }

    func start() throws(SystemError) {
        let thread = try Thread(name: "call") { self.run() }
        state.withLock { $0.thread = thread }
    }

    // MARK: From other threads

    /// A phone of the user takes the call; `told` hears once what came of it.
    func take(by user: String, told: @escaping @Sendable (Verdict) -> Void) {
        let ticket = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.nextTicket += 1
            state.tickets[state.nextTicket] = told
            return state.nextTicket
        }
        guard let ticket else { return told(.refused(.over)) }
        inputs.put(.taken(by: user, ticket: ticket))
    }

    /// A phone of the user declines, or hangs up.
    func drop(by user: String) { inputs.put(.dropped(by: user)) }

    func hangUp(by party: CallProgress.Party) { inputs.put(.hungUp(party)) }

    /// Tells that a phone of the user is on the line.
    func tellJoined(_ user: String) { trace(.joined(user: user)) }

    /// Whether an id is one of the call's: its leg's, the callee's, or the conversation's.
    func isCalled(_ id: String) -> Bool {
        if CallUUID(id) == call || ConversationID(id) == conversation { return true }
        return state.withLock { $0.callee.map { CallUUID($0) == CallUUID(id) } ?? false }
    }

    /// Waits for the end. Never on the call's own thread.
    func join() { state.withLock { $0.thread }?.join() }

    // MARK: The call's thread

    private func run() {
        guard let client = try? HTTPClient() else { return finish() }
        let sender = WebhookSender(account: account, clock: clock, client: client)
        var progress = CallProgress(.caller(call, conversation, from: from, to: to))
        var steps = progress.begin(at: clock.now())[...]
        var alarm: Alarm?
        while !progress.isOver || !steps.isEmpty {
            if let step = steps.popFirst() {
                guard let input = act(step, sender, &alarm) else { continue }
                steps += progress.take(input, at: clock.now())
                state.withLock { $0.callee = progress.callee?.uuid }
            } else {
                guard let input = inputs.take(by: alarm?.at) ?? alarm?.input else { continue }
                if input == alarm?.input { alarm = nil }
                steps += progress.take(input, at: clock.now())
                state.withLock { $0.callee = progress.callee?.uuid }
            }
        }
        finish()
    }

    /// Takes one step. What comes of it at once is returned.
    private func act(_ step: CallProgress.Step, _ sender: WebhookSender, _ alarm: inout Alarm?) -> CallProgress.Input? {
        switch step {
        case .askForInstructions: return ask(sender)
        case .report(let event):
            let start = ContinuousClock.now
            let status = sender.tell(event.json)
            trace(.told(event, status: status, took: .now - start))
        case .speak(let talk):
            trace(.spoke(talk))
            alarm = Alarm(at: .now + pace.duration(of: talk), input: .spoken)
        case .ring(_, let time): alarm = Alarm(at: .now + time, input: .ringTimeOver)
        case .stopRinging: alarm = nil
        case .join(let ticket, let leg): tell(ticket, .joined(leg: leg))
        case .refuse(let ticket, let reason): tell(ticket, .refused(reason))
        case .skip(let kind): trace(.skipped(kind))
        case .end: break
        }
        return nil
    }

    private func ask(_ sender: WebhookSender) -> CallProgress.Input {
        let webhooks = account.webhooks
        var fetch = AnswerFetch(hasFallback: webhooks.fallbackURL != nil)
        var question = AnswerFetch.Question.answer
        while true {
            let start = ContinuousClock.now
            let (reply, status) = sender.ask(question, fields)
            let actions: [Action]? = if case .actions(let actions) = reply { actions } else { nil }
            trace(
                .asked(
                    isFallback: question != .answer, method: webhooks.answerMethod,
                    isSigned: account.signatureSecret != nil, status: status, actions: actions, took: .now - start))
            if case .unusable(let reason) = reply { complain(reason, sender) }
            switch fetch.take(reply) {
            case .use(let actions): return .instructed(actions)
            case .ask(let next): question = next
            case .giveUp(let reason): return .uninstructed(reason)
            }
        }
    }

    /// What the answer webhook says, in the platform's order.
    private var fields: [(name: String, value: String)] {
        [
            ("to", to), ("from", from), ("conversation_uuid", conversation.text), ("uuid", call.text),
            ("endpoint_type", "phone"),
        ]
    }

    private func complain(_ reason: String, _ sender: WebhookSender) {
        let status = sender.tell([
            "reason": .string(reason), "conversation_uuid": .string(conversation.text),
            "timestamp": .string(clock.now().rfc3339()),
        ])
        trace(.complained(reason, status: status))
    }

    private func tell(_ ticket: Int, _ verdict: Verdict) {
        let told = state.withLock { $0.tickets.removeValue(forKey: ticket) }
        told?(verdict)
    }

    private func finish() {
        let left = state.withLock { state in
            state.isOver = true
            defer { state.tickets = [:] }
            return Array(state.tickets.values)
        }
        for told in left { told(.refused(.over)) }
        trace(.ended)
    }
}
