import Glibc

/// A value and how far it is to be trusted; of two the greater one is kept.
struct Joined<Value: Comparable & Sendable>: Equatable, Sendable {
    /// The rank of the state that said it.
    var trust: Int
    /// The platform's time of the event that said it, in milliseconds.
    var time: Int64
    var value: Value

    func isGreater(than other: Joined) -> Bool {
        if trust != other.trust { return trust > other.trust }
        if time != other.time { return time > other.time }
        return value > other.value
    }
}

extension Optional {
    mutating func join<Value>(_ other: Joined<Value>) where Wrapped == Joined<Value> {
        if self.map({ other.isGreater(than: $0) }) ?? true { self = other }
    }
}

/// A text ordered and compared by its bytes: `String` takes canonically equivalent spellings for equal, and then the
/// order of arrival would decide which one is kept.
struct JoinedText: Comparable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JoinedText, right: JoinedText) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.order(against: right) == 0
    }

    static func < (left: JoinedText, right: JoinedText) -> Bool {
        let order = left.order(against: right)
        return order == 0 ? left.text.utf8.count < right.text.utf8.count : order < 0
    }

    /// Below zero, zero or above, by the bytes both have.
    private func order(against other: JoinedText) -> CInt {
        text.withBytes { left in
            other.text.withBytes { right in
                guard let start = left.baseAddress, let otherStart = right.baseAddress else { return 0 }
                return memcmp(start, otherStart, min(left.count, right.count))
            }
        }
    }
}
