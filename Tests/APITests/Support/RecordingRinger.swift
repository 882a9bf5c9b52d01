import API
import Push
import Synchronization
import Telephony

/// Wakes nobody and remembers who was to be woken.
final class RecordingRinger: Ringer {
    private struct State {
        var rung: [Invite] = []
        var ended: [CallUUID] = []
        var credentialChanges = 0
        var health = RingerHealth()
    }

    private let state = Mutex(State())

    func ring(_ invites: [Invite]) { state.withLock { $0.rung += invites } }
    func callEnded(_ call: CallUUID) { state.withLock { $0.ended.append(call) } }
    func credentialsChanged() async { state.withLock { $0.credentialChanges += 1 } }

    var rung: [Invite] { state.withLock { $0.rung } }
    var ended: [CallUUID] { state.withLock { $0.ended } }
    /// How often credentials were said to have changed.
    var credentialChanges: Int { state.withLock { $0.credentialChanges } }
    var health: RingerHealth { state.withLock { $0.health } }

    func set(_ health: RingerHealth) { state.withLock { $0.health = health } }
}
