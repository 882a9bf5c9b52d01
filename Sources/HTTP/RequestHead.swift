/// What the parser found in a request's head: offsets into its bytes, and what decides how the message goes on.
struct RequestHead: Sendable {
    /// A range of bytes, counted from the first byte of the message.
    struct Slice: Sendable {
        var start: UInt32
        var end: UInt32

        init(_ start: Int, _ end: Int) {
            self.start = UInt32(start)
            self.end = UInt32(end)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// How the length of the body is told (RFC 9112 §6.3).
    enum Framing: Sendable {
        case none
        case length(Int)
        case chunked
    }

    /// The methods that need no text. The others are read out of the bytes when they are asked for, so that this whole
    /// value is plain memory.
    enum Verb: UInt8, Sendable {
        case get
        case head
        case post
        case put
        case patch
        case delete
        case options
        case trace
        case connect
        case other
    }

    var verb: Verb
    /// The method's name as sent.
    var methodName: Slice
    /// The request target as sent.
    var target: Slice
    /// The path within the target; empty for `http://host`, `*` for the asterisk form.
    var path: Slice
    /// What follows the first `?`, or nil when there is none.
    var query: Slice?
    /// Host and port: of the target in its absolute form, else of the Host field (RFC 9112 §3.2.2).
    var authority: Slice?
    /// The field lines, without the empty line after them.
    var fields: Slice
    /// Past the empty line.
    var end: Int
    var framing: Framing
    var isVersion10: Bool
    /// Whether the connection may serve another request after this one (RFC 9112 §9.3).
    var keepsAlive: Bool
    /// Whether the client waits for an interim answer before it sends the body (RFC 9110 §10.1.1).
    var expectsContinue: Bool
    /// Whether the body is in a content coding, such as gzip.
    var isContentCoded: Bool
}
