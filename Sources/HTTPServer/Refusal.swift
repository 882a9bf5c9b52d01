import HTTP

/// A request the server itself answers, because no handler could or may.
package struct Refusal: Sendable {
    package let status: Status
    /// One sentence for the client, without anything the client sent.
    package let detail: String
    /// The request, nil when it could not be read.
    package let request: Request?

    package init(status: Status, detail: String, request: Request?) {
        self.status = status
        self.detail = detail
        self.request = request
    }

    /// The answer when nobody gives another shape: a problem document (RFC 9457).
    package static func plainProblem(_ refusal: Refusal) -> Response {
        // Neither phrase nor detail has a character JSON would escape: both are written in this package.
        let title = refusal.status.reason
        let body = #"{"title":"\#(title)","status":\#(refusal.status.code),"detail":"\#(refusal.detail)"}"#
        return .problem(Array(body.utf8), status: refusal.status)
    }
}
