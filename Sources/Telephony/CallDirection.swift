/// Which way a leg went, as the platform sees it.
package enum CallDirection: String, Hashable, Sendable, CaseIterable {
    case inbound
    case outbound
}
