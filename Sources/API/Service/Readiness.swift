import JSON
import Registry
import Telephony

/// Whether the server can do all it is for, and in words what it cannot do now.
struct Readiness: Sendable {
    /// One thing that is looked at.
    struct Check: Equatable, Sendable {
        let name: String
        let isOK: Bool
        /// What is wrong, for an operator; of a thing that is well, nil.
        let words: String?
        var since: Timestamp?
    }

    let checks: [Check]

    var isReady: Bool { checks.allSatisfy(\.isOK) }

    init(of context: APIContext) async {
        var checks = [
            Self.store(context.registry.health), Self.push(context.ringer.health), await Self.secrets(context),
        ]
        if let end = context.certificateEnd() { checks.append(Self.certificate(end, now: context.clock.now())) }
        self.checks = checks
    }

    var json: JSONValue {
        var list = JSONObject()
        for check in checks {
            var object: JSONObject = ["status": .string(check.isOK ? "ok" : "failing")]
            if let words = check.words { object["detail"] = .string(words) }
            if let since = check.since { object["since"] = .string(since.rfc3339()) }
            list[check.name] = .object(object)
        }
        return .object(["status": .string(isReady ? "ready" : "not ready"), "checks": .object(list)])
    }

    private static func store(_ health: StoreHealth) -> Check {
        guard !health.isOK else { return Check(name: "store", isOK: true, words: nil) }
        let words: String =
            switch health.condition {
            case .ok: ""
            case .readOnly: "The database is read-only."
            case .full: "The disk is full."
            case .locked: "The database is locked by another process."
            case .slow: "The disk is slow: a commit has been running for more than a second."
            case .broken: "The database cannot be written."
            }
        var detail = words
        if health.waiting > 0 { detail += " \(health.waiting) answers and push results wait in memory." }
        if health.dropped > 0 { detail += " \(health.dropped) found no room there and are lost." }
        return Check(name: "store", isOK: false, words: detail, since: health.since)
    }

    private static func push(_ health: RingerHealth) -> Check {
        Check(name: "push", isOK: health.isOK, words: health.isOK ? nil : health.words)
    }

    private static func certificate(_ end: Timestamp, now: Timestamp) -> Check {
        guard end <= now else { return Check(name: "certificate", isOK: true, words: nil) }
        return Check(
            name: "certificate", isOK: false,
            words: "The certificate of HTTPS has expired: put a new one in its place; it is read by itself.",
            since: end)
    }

    private static func secrets(_ context: APIContext) async -> Check {
        var isMissing = context.settings.secretsAreUnreadable
        if !isMissing {
            do {
                // Any question that needs the key will do.
                _ = try await context.registry.read(ofCalls: false) { tx in try KeyStore(tx).verify(id: "", secret: [])
                }
            } catch StoreError.secretUnavailable {
                isMissing = true
            } catch {
                // That the store cannot be read is told under its own name.
            }
        }
        return Check(
            name: "secrets", isOK: !isMissing,
            words: isMissing
                ? "The key of the secrets is missing or wrong: put secrets.key back, or set HOOKLINE_KEY_FILE, and start again."
                : nil)
    }
}
