import CNGHTTP2

/// A breach of the protocol, by the peer or by us; the connection is over.
struct SessionError: Error, Equatable, CustomStringConvertible {
    /// The library's (negative) number.
    let code: CInt

    var description: String { "HTTP/2: " + String(cString: nghttp2_strerror(code)) }
}
