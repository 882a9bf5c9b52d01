import Crypto
import HTTP

/// Where a page of users ends. Clients carry it along and cannot read it.
struct UserCursor: Equatable {
    /// The `seq` of the last user shown.
    let seq: Int64

    private static let mark = "users:"

    init(after seq: Int64) { self.seq = seq }

    /// Nil for what is no cursor of ours.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        let inner = String(decoding: bytes, as: UTF8.self)
        guard inner.hasPrefix(Self.mark), let seq = Int64(inner.dropFirst(Self.mark.count)) else { return nil }
        self.seq = seq
    }

    var text: String { Base64URL.encode("\(Self.mark)\(seq)".utf8) }
}
