/// Why a text is not a JSON Web Token. Never holds the text, which may be a secret.
package enum TokenShapeError: Error, Equatable, Sendable {
    package enum Part: String, Equatable, Sendable {
        case header
        case claims
        case signature
    }

    /// Nothing after `Bearer`.
    case empty
    /// Longer than 8,192 bytes.
    case tooLong
    /// So many parts between dots in place of three.
    case parts(Int)
    case notBase64URL(Part)
    case notJSON(Part)
    case notAnObject(Part)
    /// The header demands something be understood (`crit`), and nothing of that kind is.
    case critical
}

extension TokenShapeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong: "it is longer than 8192 bytes"
        case .parts(let count): "it has \(count) part\(count == 1 ? "" : "s") between dots, a token has three"
        case .notBase64URL(let part): "its \(part.rawValue) is not base64url (pasted with a line break or blank?)"
        case .notJSON(let part): "its \(part.rawValue) is not JSON"
        case .notAnObject(let part): "its \(part.rawValue) is not a JSON object"
        case .critical: "its header has critical extensions (crit)"
        }
    }
}
