/// A secret that webhooks are signed with. It shows itself to nobody but the verifier.
package struct SignatureSecret: Hashable, Sendable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The secret itself, to be used where a signature is made or checked and nowhere else.
    package func reveal() -> String { text }
}

extension SignatureSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
