/// One thing an operator can set: its flag, its environment variable and its key in the settings file are one row.
package struct Setting: Equatable, Sendable {
    /// What values look like, and how a bad one is told.
    package enum Kind: Equatable, Sendable {
        case text
        case path
        /// `HOST:PORT`, several parted by commas.
        case addresses
        /// Numeric addresses, blocks of them, or `unix`; several parted by commas.
        case peers
        case url
        case boolean
        case choice([String])
        /// Seconds, whole or with a fraction.
        case seconds(ClosedRange<Int>)
        case number(ClosedRange<Int>)
        /// A JSON object whose values are texts.
        case secretsByKey
        /// An ISO 8601 time, or `@FILE` that holds one.
        case clock
    }

    /// Who reads it.
    package enum Reader: Equatable, Sendable {
        case server
        case client
        case both
    }

    /// The key in the settings file; words parted by `_`.
    package let name: String
    package let kind: Kind
    package let reader: Reader
    /// The placeholder of its flag's value, empty for a switch; nil when there is no flag.
    package let flag: String?
    package let fallback: String?
    package let isSecret: Bool
    package let summary: String

    init(
        _ name: String, _ kind: Kind, for reader: Reader = .server, flag: String? = nil, fallback: String? = nil,
        isSecret: Bool = false, _ summary: String
    ) {
        self.name = name
        self.kind = kind
        self.reader = reader
        self.flag = flag
        self.fallback = fallback
        self.isSecret = isSecret
        self.summary = summary
    }

    /// `HOOKLINE_APNS_CA` for `apns_ca`.
    package var variable: String { "HOOKLINE_" + name.uppercased() }

    /// `apns-ca` for `apns_ca`.
    package var flagName: String { String(name.map { $0 == "_" ? "-" : $0 }) }

    /// The option of `hookline serve` that sets it.
    package var option: Option? {
        guard let flag else { return nil }
        return Option(
            flagName, value: flag.isEmpty ? nil : flag, isRepeatable: kind == .addresses || kind == .peers,
            summary + (fallback.map { " (\($0))" } ?? ""))
    }
}
