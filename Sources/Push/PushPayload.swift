import JSON

/// The body of an invite.
enum PushPayload {
    /// The JSON for `invite` as a push of `kind`, within the size Apple takes.
    ///
    /// Only what the caller sent can be long. It is shortened as little as the size asks for, first where it is
    /// written out and never inside an escape, so the JSON stays whole.
    static func body(of invite: Invite, as kind: PushKind) -> [UInt8] {
        let whole = body(of: invite, as: kind, text: .max)
        if whole.count <= kind.maximumBytes { return whole }

        // The longest caller text that fits; the body only grows with it.
        var fits = 0
        var exceeds = max(invite.caller.handle.utf8.count, invite.callerDisplay?.utf8.count ?? 0)
        while exceeds - fits > 1 {
            let middle = (fits + exceeds) / 2
            if body(of: invite, as: kind, text: middle).count <= kind.maximumBytes {
                fits = middle
            } else {
                exceeds = middle
            }
        }
        return body(of: invite, as: kind, text: fits)
    }

    private static func body(of invite: Invite, as kind: PushKind, text limit: Int) -> [UInt8] {
        let words = CallerWords(invite, limit: limit)
        if kind == .alert { return alert(invite, words).serialized() }
        switch invite.family {
        case .vonage: return vonage(invite, words, isLegacy: false).serialized()
        case .nexmo: return vonage(invite, words, isLegacy: true).serialized()
        case .voximplant: return voximplant(invite, words).serialized()
        case .callkit: return callKit(invite, words).serialized()
        }
    }
}

/// The caller as text, no part longer than the size allows.
struct CallerWords {
    /// Number or name.
    let handle: String
    /// What is shown when there is more than the handle.
    let display: String?

    init(_ invite: Invite, limit: Int) {
        handle = invite.caller.handle.shortened(toBytes: limit)
        display = invite.callerDisplay.flatMap { $0.isEmpty ? nil : $0.shortened(toBytes: limit) }
    }

    var shown: String { display ?? handle }
}
