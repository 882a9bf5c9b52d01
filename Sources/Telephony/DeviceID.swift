/// The id of a registered device: made by us (`DEV-` and a UUID) or given by the app that registers.
package struct DeviceID: Hashable, Sendable {
    package let text: String

    /// Fails unless `text` has 1 to 64 printable ASCII characters without blanks, so that it can stand in a path.
    package init?(_ text: String) {
        guard (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) && $0 != UInt8(ascii: "/") })
        else { return nil }
        self.text = text
    }

    package init?(_ text: Substring) {
        self.init(String(text))
    }

    private init(made uuid: UUID128) {
        text = "DEV-" + uuid.description
    }

    package static func random() -> DeviceID { DeviceID(made: .random()) }
}

extension DeviceID: CustomStringConvertible {
    package var description: String { text }
}
