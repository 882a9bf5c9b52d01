import Telephony

/// Which calls a list shows. What is nil excludes nothing.
package struct CallQuery: Equatable, Sendable {
    package var application: ApplicationID?
    package var conversation: ConversationID?
    package var status: CallStatus?
    /// Calls that began then or later.
    package var from: Timestamp?
    /// Calls that began then or earlier.
    package var until: Timestamp?
    /// How many matching calls are left out before the first one shown.
    package var index = 0
    package var size = 10
    /// By the time we first heard of them.
    package var order = SortOrder.ascending

    package init() {}
}
