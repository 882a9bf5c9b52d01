import API
import Directory
import Logging
import Push
import Registry
import Telephony

/// Wakes phones through the dispatcher, and brings back what a crash left in the outbox.
final class PushRinger: Ringer {
    private let dispatcher: PushDispatcher
    private let outbox: RegistryOutbox
    private let credentials: StoredCredentials
    private let registry: Registry
    private let clock: WallClock
    private let log: Logger

    init(
        _ dispatcher: PushDispatcher, outbox: RegistryOutbox, credentials: StoredCredentials, registry: Registry,
        clock: WallClock, log: Logger
    ) {
        self.dispatcher = dispatcher
        self.outbox = outbox
        self.credentials = credentials
        self.registry = registry
        self.clock = clock
        self.log = log
    }

    func ring(_ invites: [Invite]) { dispatcher.dispatch(invites) }

    func callEnded(_ call: CallUUID) { dispatcher.callEnded(call) }

    func credentialsChanged() async {
        await credentials.reload()
        dispatcher.warm()
    }

    var health: RingerHealth {
        let problems = dispatcher.problems
        let (delivered, failed) = outbox.ended
        return RingerHealth(
            isOK: problems.isEmpty,
            words: problems.first.map { "\($0.environment.rawValue) gateway: \($0.reason)" },
            inFlight: dispatcher.underWay, delivered: delivered, failed: failed)
    }

    /// Wakes the phones that were to be woken when the last run ended, as long as their calls still ring. Each gets one
    /// try, because nobody knows whether the last run had begun one.
    func ringAgain() async {
        let now = clock.now()
        let owner = registry.owner
        do {
            // To see what is left of a long journal for nothing would slow down the first seconds.
            let mayRing =
                if registry.hasInheritedInvites { true } else {
                    try await registry.read(ofCalls: false) { try PushStore($0).waitingCount() } > 0
                }
            guard mayRing else { return }
            let waiting = try await registry.write { tx in
                try PushStore(tx).claim(owner: owner, until: now.advanced(by: .seconds(120)))
            }
            let invites = waiting.compactMap { invite(for: $0) }
            guard !invites.isEmpty else { return }
            log.info("push.resumed", ["invites": invites.count])
            dispatcher.dispatch(invites)
        } catch {
            log.error("push.not_resumed", ["reason": "\(error)"])
        }
    }

    private func invite(for waiting: WaitingPush) -> Invite? {
        let directory = registry.directory
        guard let user = directory.user(waiting.user),
            let device = directory.devices(of: waiting.user).first(where: { $0.id == waiting.device })
        else { return nil }
        let family = directory.application(waiting.application)?.payloadFamily ?? .vonage
        return Invite(
            id: waiting.id, call: waiting.call, conversation: waiting.conversation, application: waiting.application,
            user: user.id, userName: user.name, device: PushDevice(device),
            caller: waiting.record.from.map { .phone($0) } ?? .anonymous,
            family: family, invitedAt: waiting.createdAt,
            ringUntil: waiting.ringUntil, triesAllowed: 1)
    }
}
