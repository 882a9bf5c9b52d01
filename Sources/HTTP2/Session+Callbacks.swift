import CNGHTTP2

/// Has the library report to the `Session` that is its user data.
func installCallbacks(_ callbacks: OpaquePointer?) {
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, userData in
        if let frame { session(userData)?.began(frame.pointee.hd.stream_id) }
        return 0
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
        _, frame, name, nameLength, value, valueLength, flags, userData in
        guard let frame else { return 0 }
        let field = HeaderField(
            String(decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self),
            String(decoding: UnsafeBufferPointer(start: value, count: valueLength), as: UTF8.self),
            isIndexed: UInt32(flags) & NGHTTP2_NV_FLAG_NO_INDEX.rawValue == 0)
        session(userData)?.received(field, on: frame.pointee.hd.stream_id)
        return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, userData in
        session(userData)?.received(UnsafeBufferPointer(start: bytes, count: count), on: stream)
        return 0
    }
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, userData in
        if let frame { session(userData)?.received(frame.pointee) }
        return 0
    }
    nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, userData in
        // A request that could not leave any more, because the peer went away in between.
        if let frame, UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue {
            session(userData)?.closed(frame.pointee.hd.stream_id, .refusedStream)
        }
        return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, userData in
        session(userData)?.closed(stream, ErrorCode(rawValue: code))
        return 0
    }
}

/// Hands the library the next piece of a message's body.
let readBody: nghttp2_data_source_read_callback = { _, stream, buffer, length, flags, _, userData in
    guard let session = session(userData), let buffer, let flags else {
        return ssize_t(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }
    let piece = session.copyBody(of: stream, into: UnsafeMutableBufferPointer(start: buffer, count: length))
    if piece.isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
    return piece.count
}

/// The session a callback is about: the pointer was set in `init`, and the library calls only while one of the
/// session's own methods runs, so the object is alive.
private func session(_ userData: UnsafeMutableRawPointer?) -> Session? {
    userData.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
}
