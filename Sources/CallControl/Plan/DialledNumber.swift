import Directory
import Telephony

/// What an answer webhook says was dialled, read and looked up once for all who ask.
package struct DialledNumber: Sendable {
    /// As it came: a number, or whatever an app passed; nil if nothing was dialled.
    let text: String?
    /// The number, if it can be read as one.
    package let number: E164?
    /// The number's entry, if it is one of ours.
    let entry: NumberEntry?

    package init(_ text: String?, in directory: some CallDirectory) {
        self.text = text
        number = text.flatMap { E164(dialled: $0) }
        entry = number.flatMap { directory.number($0) }
    }
}
