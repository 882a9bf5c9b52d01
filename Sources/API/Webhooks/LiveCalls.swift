import Synchronization
import Telephony

/// The calls of the last while: whose they are, and which call rings in which conversation.
///
/// In memory and only as a short cut: what is not here is in the store's tables. Remembers at least the last `limit`
/// calls, which is more than wait in the store's journal and for their place in its indexes, and at most twice as many.
final class LiveCalls: Sendable {
    private struct Generation {
        var owners: [CallUUID: ApplicationID] = [:]
        var ownersOfConversations: [ConversationID: ApplicationID] = [:]
        var ringing: [ConversationID: CallUUID] = [:]
    }

    private struct State {
        var young = Generation()
        var old = Generation()
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int = 524_288) { self.limit = limit }

    /// Notes whose call it is.
    func note(_ call: CallUUID?, _ conversation: ConversationID?, of application: ApplicationID) {
        state.withLock { state in
            if let call { state.young.owners[call] = application }
            if let conversation { state.young.ownersOfConversations[conversation] = application }
            turn(&state)
        }
    }

    /// Notes that phones were woken for a call.
    func note(ringing call: CallUUID, in conversation: ConversationID) {
        state.withLock { state in
            state.young.ringing[conversation] = call
            turn(&state)
        }
    }

    /// Whose call or conversation it is, as far as it is remembered.
    func owner(of call: CallUUID?, _ conversation: ConversationID?) -> ApplicationID? {
        state.withLock { state in
            call.flatMap { state.young.owners[$0] ?? state.old.owners[$0] }
                ?? conversation.flatMap {
                    state.young.ownersOfConversations[$0] ?? state.old.ownersOfConversations[$0]
                }
        }
    }

    /// The call for which phones were woken in the conversation.
    func ringing(in conversation: ConversationID) -> CallUUID? {
        state.withLock { $0.young.ringing[conversation] ?? $0.old.ringing[conversation] }
    }

    private func turn(_ state: inout State) {
        guard max(state.young.owners.count, state.young.ownersOfConversations.count) >= limit else { return }
        state.old = state.young
        state.young = Generation()
    }
}

extension APIContext {
    /// Whose call or conversation it is, as far as it is remembered. Nobody asks that of the only application.
    func rememberedOwner(of call: CallUUID?, _ conversation: ConversationID?) -> ApplicationID? {
        if let only = registry.directory.onlyApplication { return only }
        return liveCalls.owner(of: call, conversation)
    }

    /// Remembers whose call it is, where there is more than one to whom it could belong.
    func remember(_ call: CallUUID?, _ conversation: ConversationID?, of application: ApplicationID) {
        guard registry.directory.onlyApplication == nil else { return }
        liveCalls.note(call, conversation, of: application)
    }
}
