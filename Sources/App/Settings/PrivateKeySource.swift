/// Where an application's private key is to be found.
package enum PrivateKeySource: Equatable, Sendable {
    /// PEM text, and what to call the place it came from.
    case text(String, from: String)
    /// An absolute path, and the path as it was given.
    case file(String, shown: String)

    /// Text that holds a PEM mark is the key itself; anything else is a path.
    init(_ text: String, from place: String, in surroundings: Surroundings) {
        self =
            text.contains("-----BEGIN") ? .text(text, from: place) : .file(surroundings.absolute(text), shown: text)
    }

    /// What errors call it.
    var name: String {
        switch self {
        case .text(_, let place): place
        case .file(_, let shown): shown
        }
    }

    /// The PEM text.
    func read() throws(Failure) -> String {
        switch self {
        case .text(let text, _): return text
        case .file(let path, let shown):
            do { return try Files.readText(path, limit: 1 << 16) } catch {
                throw .refused("the private key \(shown) cannot be read: \(error.reason)")
            }
        }
    }
}

extension PrivateKeySource: CustomStringConvertible {
    package var description: String { name }
}
