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

    package var kind: ActionKind {
        switch self {
        case .talk: .talk
        case .stream: .stream
        case .record: .record
        case .conversation: .conversation
        case .connect: .connect
        case .input: .input
        case .notify: .notify
        case .wait: .wait
        case .transfer: .transfer
        }
    }

    /// The action as it stands in the NCCO, unknown options included.
    package var object: JSONObject {
        switch self {
        case .talk(let action): action.object
        case .stream(let action): action.object
        case .record(let action): action.object
        case .conversation(let action): action.object
        case .connect(let action): action.object
        case .input(let action): action.object
        case .notify(let action): action.object
        case .wait(let action): action.object
        case .transfer(let action): action.object
        }
    }
}

/// What all actions have.
package protocol ActionOptions: Options {
    static var kind: ActionKind { get }
}

extension ActionOptions {
    package var action: Action { Action(Self.kind, object) }
}

extension ActionKind {
    /// The options of the action.
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
