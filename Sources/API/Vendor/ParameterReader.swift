import HTTP
import Registry
import Telephony

/// Reads the parameters of a query or form, and remembers all that is wrong with them, so that a client is told at once.
/// An empty value is one that was not given.
struct ParameterReader {
    private let pairs: [Query.Element]
    private(set) var faults: [Problem.InvalidParameter] = []

    init(_ pairs: some Sequence<Query.Element>) { self.pairs = Array(pairs) }

    mutating func reject(_ name: String, _ reason: String) {
        faults.append(Problem.InvalidParameter(name: name, reason: reason))
    }

    /// Throws `invalidQuery` with every fault there is.
    func check() throws(Problem) {
        if !faults.isEmpty { throw .invalidQuery.with(invalid: faults) }
    }

    func text(_ name: String) -> String? {
        pairs.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>, otherwise: Int) -> Int {
        guard let text = text(name) else { return otherwise }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            reject(name, "\"\(name)\" must be a number")
            return otherwise
        }
        guard let number = Int(text), range.contains(number) else {
            reject(
                name,
                range.upperBound == .max
                    ? "must be \(range.lowerBound) or more"
                    : "must be between \(range.lowerBound) and \(range.upperBound)")
            return otherwise
        }
        return number
    }

    /// `true` and `false` in any letter case, as clients in several languages spell them.
    mutating func flag(_ name: String) -> Bool? {
        switch text(name)?.lowercased() {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        default:
            reject(name, "must be true or false")
            return nil
        }
    }

    mutating func order(_ name: String = "order") -> SortOrder {
        switch text(name)?.lowercased() {
        case nil, "asc": return .ascending
        case "desc": return .descending
        default:
            reject(name, "must be asc or desc")
            return .ascending
        }
    }

    /// An ISO 8601 time. The plus sign of an offset that was not encoded reads as a blank, and is taken for what it was.
    mutating func time(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        if let time = Timestamp(text) { return time }
        if let blank = text.lastIndex(of: " "),
            let time = Timestamp(text[..<blank] + "+" + text[text.index(after: blank)...])
        {
            return time
        }
        reject(name, "must be an ISO 8601 time, such as 2026-03-01T09:00:00Z")
        return nil
    }

    /// A country by the two letters of ISO 3166, in capitals.
    mutating func country(_ name: String = "country") -> String? {
        guard let text = text(name) else { return nil }
        guard let country = CountryCode.read(text) else {
            reject(name, "must be the two letters of a country, such as GB")
            return nil
        }
        return country
    }

    mutating func application(_ name: String) -> ApplicationID? {
        guard let text = text(name) else { return nil }
        guard let id = ApplicationID(text) else {
            reject(name, "must be an application's id, not \(text)")
            return nil
        }
        return id
    }
}

/// The two letters of ISO 3166-1 by which a country is named.
enum CountryCode {
    /// Two ASCII letters in capitals; nil for anything else.
    static func read(_ text: some StringProtocol) -> String? {
        let code = text.uppercased()
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return code
    }
}
