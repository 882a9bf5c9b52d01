/// What the peer did, as a `Session` reports it.
enum SessionEvent: Equatable {
    /// A request or response is complete.
    case message(stream: Int32, Message)
    /// The stream is over. Without a `message` before it, there will be none.
    case closed(stream: Int32, ErrorCode)
    /// The peer said how many streams it takes at a time.
    case streamLimit(Int)
    /// The peer takes no new streams; those above `lastStream` were not processed (RFC 9113 §6.8).
    case goAway(lastStream: Int32, ErrorCode, debug: [UInt8])
    /// The answer to the PING with this number.
    case pong(UInt64)
}
