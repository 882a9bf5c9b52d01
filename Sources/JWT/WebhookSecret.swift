import Crypto

/// A signature secret, ready to check webhook tokens with. Set it up once: it holds a prepared key.
package struct WebhookSecret: Sendable {
    let key: HMACKey

    /// Passes over blanks and line ends around the secret, which files add; nil when nothing is left.
    package init?(_ text: some StringProtocol) {
        let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\u{FEFF}"]
        var secret = text.drop { blanks.contains($0) }
        while let last = secret.last, blanks.contains(last) { secret = secret.dropLast() }
        guard !secret.isEmpty else { return nil }
        key = HMACKey(secret.utf8)
    }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String { "<secret>" }
    package var debugDescription: String { "<secret>" }
}
