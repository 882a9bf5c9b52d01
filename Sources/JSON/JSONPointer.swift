/// The place of a value in a document (RFC 6901): `/0/endpoint/0/user`. The whole document is the empty text.
package struct JSONPointer: Hashable, Sendable {
    package private(set) var tokens: [String] = []

    package init() {}

    package func appending(_ key: String) -> JSONPointer {
        var pointer = self
        pointer.tokens.append(key)
        return pointer
    }

    package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
}

extension JSONPointer: CustomStringConvertible {
    package var description: String {
        var text = ""
        for token in tokens {
            text += "/"
            for character in token.unicodeScalars {
                switch character {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(character)
                }
            }
        }
        return text
    }
}
