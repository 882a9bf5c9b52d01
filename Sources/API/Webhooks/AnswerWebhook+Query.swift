import CallControl
import HTTP

extension AnswerWebhook {
    /// Reads a plain query without making an object of it: the live call.
    ///
    /// Nil if there is more in it than the usual names and texts: names with escapes, values with blanks around them or
    /// in other scripts, what only apps, SIP and fallbacks send. Then it takes `AnswerWebhook(JSONObject(query:))`, which
    /// says the same of every query that this one reads.
    init?(plain query: Query, kind: Kind) {
        self.init(kind: kind)
        var isPlain = true
        var callName = 0
        query.forEachPiece { name, value in
            isPlain = take(name, value, &callName)
            return isPlain
        }
        guard isPlain else { return nil }
    }

    /// Returns whether it was plain.
    private mutating func take(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ callName: inout Int
    ) -> Bool {
        switch name.count {
        case 2 where name.isText("to"): return take(value, into: \.to)
        case 4 where name.isText("from"): return take(value, into: \.from)
        case 9 where name.isText("from_user"): return take(value, into: \.fromUser)
        case 4 where name.isText("uuid"):
            guard callName == 0, value.isPlain else { return false }
            callName = 1
            take(call: value)
        case 17 where name.isText("conversation_uuid"):
            guard conversation == nil, value.isPlain else { return false }
            take(conversation: value)
        default: return !name.isSpecial
        }
        return true
    }

    private mutating func take(
        _ value: UnsafeBufferPointer<UInt8>, into place: WritableKeyPath<AnswerWebhook, String?>
    ) -> Bool {
        guard value.isPlain else { return false }
        self[keyPath: place] = String(decoding: value, as: UTF8.self)
        return true
    }
}
