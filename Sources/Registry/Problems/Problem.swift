import Telephony

/// Something an operator should know and can mend. The same one again is counted, not listed twice.
package struct StoredProblem: Equatable, Sendable {
    /// A name that never changes, like `unknown_number`.
    package var code: String
    /// What it is about: a number, a call, a device. With `code` it tells problems apart.
    package var subject: String
    package var application: ApplicationID?
    package var call: CallUUID?
    package var detail: String
    package internal(set) var seq: Int64 = 0
    package internal(set) var firstAt = Timestamp(milliseconds: 0)
    package internal(set) var lastAt = Timestamp(milliseconds: 0)
    package internal(set) var count = 0

    package init(
        code: String, subject: String, application: ApplicationID? = nil, call: CallUUID? = nil, detail: String
    ) {
        self.code = code
        self.subject = subject
        self.application = application
        self.call = call
        self.detail = detail
    }
}
