import JSON

/// The names of the actions there are.
package enum ActionKind: String, CaseIterable, Hashable, Sendable {
    case talk
    case stream
    case record
    case conversation
    case connect
    case input
    case notify
    case wait
    case transfer
}

/// One step of a call.
package enum Action: Equatable, Sendable {
    case talk(Talk)
    case stream(Stream)
    case record(Record)
    case conversation(Conversation)
    case connect(Connect)
    case input(Input)
    case notify(Notify)
    case wait(Wait)
    case transfer(Transfer)

    init(_ kind: ActionKind, _ object: JSONObject) {
        switch kind {
        case .talk: self = .talk(Talk(object: object))
        case .stream: self = .stream(Stream(object: object))
        case .record: self = .record(Record(object: object))
        case .conversation: self = .conversation(Conversation(object: object))
        case .connect: self = .connect(Connect(object: object))
        case .input: self = .input(Input(object: object))
        case .notify: self = .notify(Notify(object: object))
        case .wait: self = .wait(Wait(object: object))
        case .transfer: self = .transfer(Transfer(object: object))
        }
    }

    private var options: any ActionOptions {
        switch self {
        case .talk(let action): action
        case .stream(let action): action
        case .record(let action): action
        case .conversation(let action): action
        case .connect(let action): action
        case .input(let action): action
        case .notify(let action): action
        case .wait(let action): action
        case .transfer(let action): action
        }
    }

    package var kind: ActionKind { type(of: options).kind }

    /// The action as it stands in the NCCO, unknown options included.
    package var object: JSONObject { options.object }
}

/// What all actions have: their JSON, kept whole, and the table of the options they know.
protocol ActionOptions: Equatable, Sendable {
    static var kind: ActionKind { get }
    static var shape: ObjectShape { get }
    var object: JSONObject { get }
    init(object: JSONObject)
}

extension ActionKind {
    var shape: ObjectShape {
        switch self {
        case .talk: Talk.shape
        case .stream: Stream.shape
        case .record: Record.shape
        case .conversation: Conversation.shape
        case .connect: Connect.shape
        case .input: Input.shape
        case .notify: Notify.shape
        case .wait: Wait.shape
        case .transfer: Transfer.shape
        }
    }
}
