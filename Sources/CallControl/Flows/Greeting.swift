import NCCO

/// The text a number's owner has given for its callers to hear.
///
/// Placeholders are written `{{callee}}` or `{user.display_name}`, and there are those of flows but `step`. Whatever stands in braces and is none stays as it is:
/// a greeting is spoken as well as it can be.
package enum Greeting {
    /// The greeting for one call; nil if it cannot be spoken: it is blank, or SSML that got too long.
    static func spoken(_ greeting: String, _ values: FlowValues) -> String? {
        let isMarkup = greeting.isMarkup
        var text = ""
        for piece in pieces(of: greeting) {
            switch piece {
            case .text(let part): text += part
            case .field(let field):
                let value = values.text(of: field)
                text += isMarkup ? value.escapedForMarkup : value
            case .unknown(let name): text += name
            }
        }
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        guard text.spokenCharacters > Talk.maximumCharacters else { return text }
        return isMarkup ? nil : text.cut(toCharacters: Talk.maximumCharacters)
    }

    /// What looks like a placeholder in it and is none, to be remarked on when the greeting is set.
    package static func unknownPlaceholders(in greeting: String) -> [String] {
        pieces(of: greeting).compactMap { if case .unknown(let name) = $0 { String(name) } else { nil } }
    }

    /// What is to be said to whoever sets such a greeting; nil if there is nothing.
    package static func remark(on greeting: String) -> String? {
        let unknown = unknownPlaceholders(in: greeting)
        guard let first = unknown.first else { return nil }
        let name = FlowField.name(in: first.filter { $0 != "{" && $0 != "}" })
        let meant = FlowField.nearest(to: name).map { "; did you mean {{\($0)}}?" } ?? ""
        return "the greeting says \(unknown.joined(separator: ", ")) as it stands: that is no placeholder\(meant)"
    }

    private enum Piece {
        case text(Substring)
        case field(FlowField)
        case unknown(Substring)
    }
}

extension FlowField {
    /// An address is nothing to say.
    fileprivate var isStep: Bool {
        if case .step = source { true } else { false }
    }
}

extension Greeting {
    /// Whether it may ask for `FlowValues.fields`.
    static func asksForMore(_ greeting: String) -> Bool { greeting.utf8.contains(UInt8(ascii: "{")) }

    private static func pieces(of greeting: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = greeting[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(rest[..<open])) }
            rest = rest[open...]
            let isDouble = rest.hasPrefix("{{")
            let inside = rest.dropFirst(isDouble ? 2 : 1)
            guard let close = inside.firstIndex(of: "}") else { break }
            var end = inside.index(after: close)
            if isDouble, end < inside.endIndex, inside[end] == "}" { end = inside.index(after: end) }
            let whole = rest[..<end]
            if let field = FlowField(inside[..<close]), !field.isStep {
                pieces.append(.field(field))
            } else {
                pieces.append(.unknown(whole))
            }
            rest = rest[end...]
        }
        if !rest.isEmpty { pieces.append(.text(rest)) }
        return pieces
    }
}

extension String {
    fileprivate func cut(toCharacters count: Int) -> String {
        var text = UnicodeScalarView()
        text.append(contentsOf: unicodeScalars.prefix(count))
        return String(text)
    }
}
