/// Colours and weights, or none of them.
package struct Style: Sendable {
    package let isOn: Bool

    package init(isOn: Bool) {
        self.isOn = isOn
    }

    package func bold(_ text: String) -> String { code("1", text) }
    package func dim(_ text: String) -> String { code("2", text) }
    package func red(_ text: String) -> String { code("31", text) }
    package func green(_ text: String) -> String { code("32", text) }
    package func yellow(_ text: String) -> String { code("33", text) }
    package func cyan(_ text: String) -> String { code("36", text) }

    private func code(_ number: String, _ text: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
    }
}
