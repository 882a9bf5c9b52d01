import Telephony

/// Which numbers a list shows. What is nil or empty excludes nothing.
package struct NumberQuery: Equatable, Sendable {
    /// Where `pattern` must stand in the digits.
    package enum Place: Int, Equatable, Sendable {
        case start = 0
        case anywhere = 1
        case end = 2
    }

    package var country: String?
    /// Taken literally: `%` and `_` mean themselves.
    package var pattern = ""
    package var place = Place.start
    package var kind: Number.Kind?
    /// All of them are wanted.
    package var features: NumberFeatures = []
    package var application: ApplicationID?
    package var hasApplication: Bool?
    package var user: UserID?
    /// Counts from 1.
    package var page = 1
    package var size = 10

    package init() {}
}
