import Telephony

/// Where the dispatcher tells what it did. Called from the dispatcher's loop and from whoever dispatches; must not
/// wait for anything.
package protocol PushOutbox: Sendable {
    func attempted(_ attempt: PushAttempt)

    /// The last word about an invite; nothing follows.
    func finished(_ push: PushID, of call: CallUUID, _ outcome: PushOutcome)
}
