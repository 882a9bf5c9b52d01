/// A request that is refused before anyone handles it. The connection is closed after the answer, because where the
/// next message begins is no longer known.
package enum ParseError: Error, Equatable {
    /// A line feed without a carriage return before it.
    case bareLineFeed
    case badRequestLine
    case badTarget
    case badVersion
    case badField
    /// A line that begins with a blank: the folding that RFC 9112 §5.2 retired.
    case foldedField
    /// No Host field, or more than one, or one that is no host.
    case badHost
    /// Not plain digits, or more than one.
    case badContentLength
    /// Both `Content-Length` and `Transfer-Encoding`, several `Transfer-Encoding`s, or one in HTTP/1.0.
    case ambiguousLength
    /// A transfer coding other than `chunked`.
    case unknownTransferCoding
    case badChunk
    /// A trailer field that tells the length or the host.
    case forbiddenTrailer
    case unknownExpectation
    /// The method asks for a tunnel.
    case noTunnels
    case targetTooLong
    case headTooLarge
    case bodyTooLarge

    package var status: Status {
        switch self {
        case .bareLineFeed, .badRequestLine, .badTarget, .badField, .foldedField, .badHost, .badContentLength,
            .ambiguousLength, .badChunk, .forbiddenTrailer:
            .badRequest
        case .badVersion: .versionNotSupported
        case .unknownTransferCoding, .noTunnels: .notImplemented
        case .unknownExpectation: .expectationFailed
        case .targetTooLong: .uriTooLong
        case .headTooLarge: .headerFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        }
    }
}

extension ParseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bareLineFeed: "A line ends with LF instead of CRLF."
        case .badRequestLine: "The request line is not METHOD TARGET HTTP/1.1."
        case .badTarget: "The request target is neither a path nor an http URL."
        case .badVersion: "Only HTTP/1.0 and HTTP/1.1 are spoken here."
        case .badField: "A header field is not NAME: VALUE."
        case .foldedField: "A header field goes on in the next line."
        case .badHost: "There must be exactly one Host field, with a host in it."
        case .badContentLength: "Content-Length must appear once and be plain digits."
        case .ambiguousLength: "The length of the body is told in two ways."
        case .unknownTransferCoding: "The only transfer coding understood is chunked."
        case .badChunk: "The chunked body is malformed."
        case .forbiddenTrailer: "A trailer field tells the length or the host."
        case .unknownExpectation: "The only expectation understood is 100-continue."
        case .noTunnels: "CONNECT is not served."
        case .targetTooLong: "The request target is too long."
        case .headTooLarge: "The header fields are too large."
        case .bodyTooLarge: "The body is too large."
        }
    }
}
