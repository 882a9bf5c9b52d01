/// One proxy's part of a `Forwarded` field: what it saw (RFC 7239 §4).
struct ForwardedElement: Equatable {
    var node: String?
    var proto: String?
    var host: String?

    /// The elements of a field's value; nil when it does not keep to the grammar or names something twice.
    static func elements(_ text: String) -> [ForwardedElement]? {
        var rest = text.utf8[...]
        var elements: [ForwardedElement] = []
        var element = ForwardedElement()
        var isEmpty = true
        while true {
            skipBlanks(&rest)
            if let first = rest.first, first != comma, first != semicolon {
                guard let name = token(&rest), rest.popFirst() == UInt8(ascii: "="), let value = value(&rest),
                    element.set(name.lowercased(), to: value)
                else { return nil }
                isEmpty = false
                skipBlanks(&rest)
            }
            switch rest.popFirst() {
            case semicolon: break
            case comma, nil:
                if !isEmpty { elements.append(element) }
                if rest.isEmpty { return elements }
                element = ForwardedElement()
                isEmpty = true
            default: return nil
            }
        }
    }

    private mutating func set(_ name: String, to value: String) -> Bool {
        switch name {
        case "for":
            guard node == nil else { return false }
            node = value
        case "proto":
            guard proto == nil else { return false }
            proto = value
        case "host":
            guard host == nil else { return false }
            host = value
        default: break
        }
        return true
    }

    private static let comma = UInt8(ascii: ",")
    private static let semicolon = UInt8(ascii: ";")

    private static func skipBlanks(_ rest: inout Substring.UTF8View) {
        while rest.first == 0x20 || rest.first == 0x09 { rest = rest.dropFirst() }
    }

    private static func token(_ rest: inout Substring.UTF8View) -> String? {
        let found = rest.prefix { FieldName.isTokenByte($0) }
        rest = rest.dropFirst(found.count)
        return found.isEmpty ? nil : String(Substring(found))
    }

    private static func value(_ rest: inout Substring.UTF8View) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            // Many write ports and IPv6 addresses without quotes, which the grammar does not allow. They part nothing.
            let found = rest.prefix { $0 > 0x20 && ![comma, semicolon, UInt8(ascii: "\"")].contains($0) }
            rest = rest.dropFirst(found.count)
            return found.isEmpty ? nil : String(Substring(found))
        }
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        return nil
    }
}
