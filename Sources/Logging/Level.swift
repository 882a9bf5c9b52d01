/// How much a log line matters.
package enum Level: UInt8, Comparable, Sendable, CaseIterable {
    case debug
    case info
    case warning
    case error

    /// From the word a setting has: `debug`, `info`, `warning` (or `warn`), `error`.
    package init?(_ word: String) {
        switch word {
        case "debug": self = .debug
        case "info": self = .info
        case "warning", "warn": self = .warning
        case "error": self = .error
        default: return nil
        }
    }

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}

extension Level: CustomStringConvertible {
    package var description: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }
}
