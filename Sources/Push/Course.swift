import HTTP2
import Telephony

/// How the pushing of one invite goes: what was tried, and after each try what comes next. It decides;
/// `PushDispatcher` acts.
///
/// At most three tries, none after `Invite.latestTry`, a 200, a final refusal or the end of the call. A try without
/// a reply may have rung, so it is repeated once only, on a fresh connection. What the gateway says it has not looked
/// at is no try.
struct Course: Equatable {
    /// What one try came to.
    enum Result: Equatable {
        case reply(APNsReply)
        /// It may have arrived all the same.
        case noReply(String)
        /// It has not been looked at.
        case notProcessed(String)
    }

    enum Next: Equatable {
        /// The gateway has taken it.
        case delivered
        /// Try again after a pause; see the fields for how.
        case retry(Retry)
        case giveUp
    }

    struct Retry: Equatable {
        /// Zero when another connection can take it at once.
        var pause: Duration
        /// Over a connection opened after the one of this try.
        var onFreshConnection = false
        var withNewToken = false
        /// What is done now, for people.
        var words = "tried again"
    }

    struct Decision: Equatable {
        var next: Next
        var disablesToken = false
        var isAlarm = false
        var reaction: APNsReaction?
        /// For people.
        var words: String
    }

    private(set) var tries = 0
    private var withoutReply = 0
    private var unprocessed = 0
    /// Retries that are given once only, by reason.
    private var used: Set<String> = []

    /// Tries that left unlooked-at before we stop believing that another helps.
    private static let unprocessedLimit = 10

    /// - Parameters:
    ///   - now: the time at which the result came.
    ///   - pause: 250 to 1,000 ms, to be waited before a retry.
    ///   - end: why no further try is wanted, when the call has ended or another phone has answered.
    mutating func decide(
        after result: Result, of invite: Invite, at now: Timestamp, pause: Duration, end: String? = nil
    ) -> Decision {
        var decision = judge(result, invite, pause)
        guard case .retry(let retry) = decision.next else { return decision }
        let reason: String? =
            if let end {
                end
            } else if tries >= invite.triesAllowed {
                "no tries left"
            } else if now.advanced(by: retry.pause) > invite.latestTry {
                "the ring is about to end"
            } else {
                nil
            }
        if let reason {
            decision.next = .giveUp
            decision.words += "; given up: \(reason)"
        } else {
            decision.words += "; \(retry.words)"
        }
        return decision
    }

    /// What to do as far as the result alone tells.
    private mutating func judge(_ result: Result, _ invite: Invite, _ pause: Duration) -> Decision {
        switch result {
        case .reply(let reply):
            tries += 1
            return judge(reply, invite, pause)
        case .noReply(let reason):
            tries += 1
            withoutReply += 1
            let words = "reply unknown (\(reason))"
            guard withoutReply == 1 else {
                return Decision(next: .giveUp, words: words + "; given up: a second time without reply")
            }
            let retry = Retry(pause: pause, onFreshConnection: true, words: "repeated once on a fresh connection")
            return Decision(next: .retry(retry), words: words)
        case .notProcessed(let reason):
            unprocessed += 1
            let words = "not processed (\(reason))"
            guard unprocessed <= Self.unprocessedLimit else {
                return Decision(next: .giveUp, words: words + "; given up")
            }
            // After the first time somebody asks us to slow down.
            let retry = Retry(pause: unprocessed == 1 ? .zero : pause, words: "sent again")
            return Decision(next: .retry(retry), words: words)
        }
    }

    private mutating func judge(_ reply: APNsReply, _ invite: Invite, _ pause: Duration) -> Decision {
        guard reply.status != 200 else { return Decision(next: .delivered, words: "delivered to Apple") }
        let reaction = APNsReaction(to: reply)
        var decision = Decision(next: .giveUp, isAlarm: reaction.isAlarm, reaction: reaction, words: reply.words)

        switch reaction.token {
        case .keep: break
        case .disable:
            decision.disablesToken = true
            decision.words += "; token disabled"
        case .disableIfOlder:
            if let diedAt = reply.diedAt, invite.device.registeredAt > diedAt {
                decision.words += "; token kept, because the device has registered since"
            } else {
                decision.disablesToken = true
                decision.words += "; token disabled"
            }
        }

        let isFirst = used.insert(reply.reason ?? "\(reply.status)").inserted
        let isFresh = reaction.connection != .keep
        switch reaction.retry {
        case .whileRinging:
            decision.next = .retry(Retry(pause: pause, onFreshConnection: isFresh))
        case .once where isFirst:
            decision.next = .retry(Retry(pause: pause, onFreshConnection: isFresh))
        case .withNewToken where isFirst:
            decision.next = .retry(
                Retry(
                    pause: pause, onFreshConnection: isFresh, withNewToken: true,
                    words: "tried again with a new provider token"))
        case .once, .withNewToken, .no:
            if reaction.token == .keep { decision.words += "; not repeated" }
        }
        return decision
    }
}

extension Course.Result {
    /// The gateway's word against our credential, when it closed the connection with one: its GOAWAY carries
    /// `{"reason":"BadCertificate"}`.
    var credentialComplaint: String? {
        let text: String
        switch self {
        case .reply: return nil
        case .noReply(let reason), .notProcessed(let reason): text = reason
        }
        return APNsReaction.table.first { $0.value.blame == .credential && text.contains("\"\($0.key)\"") }?.key
    }
}
