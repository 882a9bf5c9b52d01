/// The id of an app, from which the topic of its pushes is made.
package struct BundleID: Hashable, Sendable {
    package let text: String

    /// Takes a topic for the bundle id it belongs to: blanks around it and any number of final `.voip` are dropped.
    /// Fails unless what is left is letters, digits, dashes and dots.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        while rest.hasSuffix(".voip") { rest = rest.dropLast(5) }
        guard !rest.isEmpty, rest.utf8.count <= 255, rest.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = String(rest)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The `apns-topic` of a push to this app.
    package func topic(for kind: PushKind) -> String {
        kind == .voip ? text + ".voip" : text
    }
}

extension BundleID: CustomStringConvertible {
    package var description: String { text }
}
