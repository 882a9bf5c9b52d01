import HTTP
import NCCO
import Telephony

/// One thing the platform has done for a call.
package struct PlatformTrace: Sendable {
    package let call: CallUUID
    package let what: What

    package enum What: Sendable {
        /// An answer or fallback URL was asked. Nil status: no answer came; nil actions: it gave none that can be used.
        case asked(isFallback: Bool, method: Method, isSigned: Bool, status: Int?, actions: [Action]?, took: Duration)
        /// An event was told. Nil status: no answer came.
        case told(LegEvent, status: Int?, took: Duration)
        /// The event URL was told that something is wrong with the application's answers.
        case complained(String, status: Int?)
        case spoke(Talk)
        /// An action that is not played.
        case skipped(ActionKind)
        /// A phone is on the line now.
        case joined(user: String)
        case ended
    }
}
