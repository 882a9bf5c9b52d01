/// What a number can do. The bits are what the store keeps.
package struct NumberFeatures: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let voice = NumberFeatures(rawValue: 1)
    package static let sms = NumberFeatures(rawValue: 2)
    package static let mms = NumberFeatures(rawValue: 4)

    private static let names: [(NumberFeatures, String)] = [(.voice, "VOICE"), (.sms, "SMS"), (.mms, "MMS")]

    /// The names as they stand on the wire.
    package var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    /// Reads a name in any letter case; nil for one that is not known.
    package init?(name: some StringProtocol) {
        guard let found = Self.names.first(where: { $0.1 == name.uppercased() }) else { return nil }
        self = found.0
    }
}
