/// The reason a stream or a connection was ended, RFC 9113 §7. Unknown codes are kept.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let noError = ErrorCode(rawValue: 0)
    package static let protocolError = ErrorCode(rawValue: 1)
    package static let internalError = ErrorCode(rawValue: 2)
    package static let flowControlError = ErrorCode(rawValue: 3)
    package static let refusedStream = ErrorCode(rawValue: 7)
    package static let cancel = ErrorCode(rawValue: 8)
    package static let enhanceYourCalm = ErrorCode(rawValue: 11)
}

extension ErrorCode: CustomStringConvertible {
    /// The name the standard gives the code.
    package var description: String {
        let names = [
            "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
            "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR",
            "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
        ]
        return rawValue < names.count ? names[Int(rawValue)] : "error \(rawValue)"
    }
}
