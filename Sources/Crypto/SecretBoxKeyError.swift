/// Why a key file cannot be read.
package enum SecretBoxKeyError: Error, Equatable, Sendable {
    /// There is no key in it.
    case empty
    /// A line that is not a name and 64 hexadecimal digits.
    case notAKey(line: Int)
    /// A key that does not fit its name: a digit has been changed.
    case damaged(line: Int)
}

extension SecretBoxKeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the key file has no key in it"
        case .notAKey(let line): "line \(line) of the key file is not a key (its name and 64 hexadecimal digits)"
        case .damaged(let line): "line \(line) of the key file is damaged: key and name do not fit"
        }
    }
}
