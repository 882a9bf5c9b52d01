import CNGHTTP2

/// One side of an HTTP/2 connection without its socket: bytes go in and events come out, messages go in and bytes
/// come out.
///
/// Framing, flow control and header compression are libnghttp2's. Nothing calls back into the owner: events gather
/// until `takeEvents`. To be used from one thread.
final class Session {
    enum Role {
        case client
        /// `maxConcurrentStreams` is announced to the client at once.
        case server(maxConcurrentStreams: Int)
    }

    private let handle: OpaquePointer
    private var events: [SessionEvent] = []
    /// What has arrived of messages that are not complete.
    private var arriving: [Int32: Message] = [:]
    /// What is left to send of bodies: the bytes and how many have gone.
    private var leaving: [Int32: (body: [UInt8], sent: Int)] = [:]

    /// Bytes of a body that are kept; the rest is read and forgotten, so that no peer can fill memory.
    private static let bodyLimit = 1 << 20

    init(_ role: Role) throws(SessionError) {
        var callbacks: OpaquePointer?
        try check(nghttp2_session_callbacks_new(&callbacks))
        defer { nghttp2_session_callbacks_del(callbacks) }
        installCallbacks(callbacks)

        var handle: OpaquePointer?
        switch role {
        case .client: try check(nghttp2_session_client_new(&handle, callbacks, nil))
        case .server: try check(nghttp2_session_server_new(&handle, callbacks, nil))
        }
        guard let handle else { throw SessionError(code: NGHTTP2_ERR_NOMEM.rawValue) }
        self.handle = handle
        // The session outlives no call into the library: it is only called through this object.
        nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())

        var setting =
            switch role {
            case .client: nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0)
            case .server(let limit): streamLimitSetting(limit)
            }
        try check(nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), &setting, 1))
    }

    deinit { nghttp2_session_del(handle) }

    // MARK: Bytes

    /// Takes what the peer sent.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(SessionError) {
        let count = nghttp2_session_mem_recv(
            handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        guard count >= 0 else { throw SessionError(code: CInt(count)) }
    }

    /// Appends what is due to be sent until `output` holds `limit` bytes or more.
    func appendOutput(to output: inout [UInt8], limit: Int) throws(SessionError) {
        while output.count < limit {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(handle, &bytes)
            guard count >= 0 else { throw SessionError(code: CInt(count)) }
            guard count > 0, let bytes else { return }
            output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// What has happened since the last call, in order.
    func takeEvents() -> [SessionEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Neither side has anything left to say.
    var isOver: Bool {
        nghttp2_session_want_read(handle) == 0 && nghttp2_session_want_write(handle) == 0
    }

    // MARK: Messages

    /// Queues a request and returns its stream.
    func send(request: Message) throws(SessionError) -> Int32 {
        let stream = nghttp2_session_get_next_stream_id(handle)
        guard stream <= UInt32(Int32.max) else {
            throw SessionError(code: NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE.rawValue)
        }
        return try submit(request, on: Int32(stream)) { fields, count, body in
            nghttp2_submit_request(handle, nil, fields, count, body, nil)
        }
    }

    /// Queues the answer to the request of `stream`; does nothing when the client has given it up.
    func send(response: Message, on stream: Int32) throws(SessionError) {
        _ = try submit(response, on: stream) { fields, count, body in
            nghttp2_submit_response(handle, stream, fields, count, body)
        }
    }

    /// Ends a stream before its time.
    func reset(_ stream: Int32, _ code: ErrorCode) throws(SessionError) {
        try check(nghttp2_submit_rst_stream(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue))
    }

    /// Asks whether the peer is there; its answer is `.pong(number)`.
    func ping(_ number: UInt64) throws(SessionError) {
        let result = withUnsafeBytes(of: number) {
            nghttp2_submit_ping(
                handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), $0.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        try check(result)
    }

    /// Takes no new streams. Those above `lastStream` are left unprocessed; nil: none that has begun.
    func goAway(after lastStream: Int32?, _ code: ErrorCode, debug: [UInt8] = []) throws(SessionError) {
        try check(
            nghttp2_submit_goaway(
                handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStream ?? lastProcessedStream, code.rawValue, debug,
                debug.count))
    }

    /// Announces another limit of concurrent streams.
    func announce(maxConcurrentStreams limit: Int) throws(SessionError) {
        var setting = streamLimitSetting(limit)
        try check(nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), &setting, 1))
    }

    /// The highest stream the peer has opened and we have seen.
    var lastProcessedStream: Int32 { nghttp2_session_get_last_proc_stream_id(handle) }

    private func submit(
        _ message: Message, on stream: Int32,
        _ call: (UnsafePointer<nghttp2_nv>?, Int, UnsafePointer<nghttp2_data_provider>?) -> Int32
    ) throws(SessionError) -> Int32 {
        var bytes: [UInt8] = []
        for field in message.fields {
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(contentsOf: field.value.utf8)
        }
        if !message.body.isEmpty { leaving[stream] = (message.body, 0) }

        let result = bytes.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            let fields = message.fields.map { field in
                let (name, value) = (field.name.utf8.count, field.value.utf8.count)
                defer { place = place.map { $0 + name + value } }
                return nghttp2_nv(
                    name: place, value: place.map { $0 + name }, namelen: name, valuelen: value,
                    flags: UInt8(field.isIndexed ? NGHTTP2_NV_FLAG_NONE.rawValue : NGHTTP2_NV_FLAG_NO_INDEX.rawValue))
            }
            guard !message.body.isEmpty else { return call(fields, fields.count, nil) }
            var provider = nghttp2_data_provider(source: nghttp2_data_source(), read_callback: readBody)
            return call(fields, fields.count, &provider)
        }
        if result < 0 { leaving[stream] = nil }
        try check(result)
        return result
    }

    // MARK: What the library reports

    func began(_ stream: Int32) {
        // After a 1xx answer the real one begins anew (RFC 9113 §8.1).
        if let status = arriving[stream]?.status, (100..<200).contains(status) { arriving[stream] = nil }
        if arriving[stream] == nil { arriving[stream] = Message(fields: []) }
    }

    func received(_ field: HeaderField, on stream: Int32) {
        arriving[stream]?.fields.append(field)
    }

    func received(_ bytes: UnsafeBufferPointer<UInt8>, on stream: Int32) {
        guard let count = arriving[stream]?.body.count else { return }
        arriving[stream]?.body.append(contentsOf: bytes.prefix(Session.bodyLimit - count))
    }

    func received(_ frame: nghttp2_frame) {
        let type = UInt32(frame.hd.type)
        let flags = UInt32(frame.hd.flags)
        switch type {
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
            guard flags & NGHTTP2_FLAG_END_STREAM.rawValue != 0,
                let message = arriving.removeValue(forKey: frame.hd.stream_id)
            else { return }
            events.append(.message(stream: frame.hd.stream_id, message))
        case NGHTTP2_SETTINGS.rawValue where flags & NGHTTP2_FLAG_ACK.rawValue == 0:
            let limit = nghttp2_session_get_remote_settings(handle, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
            events.append(.streamLimit(Int(min(limit, UInt32(Int32.max)))))
        case NGHTTP2_GOAWAY.rawValue:
            let debug = Array(UnsafeBufferPointer(start: frame.goaway.opaque_data, count: frame.goaway.opaque_data_len))
            events.append(
                .goAway(
                    lastStream: frame.goaway.last_stream_id, ErrorCode(rawValue: frame.goaway.error_code), debug: debug)
            )
        case NGHTTP2_PING.rawValue where flags & NGHTTP2_FLAG_ACK.rawValue != 0:
            let number = withUnsafeBytes(of: frame.ping.opaque_data) { $0.loadUnaligned(as: UInt64.self) }
            events.append(.pong(number))
        default:
            break
        }
    }

    func closed(_ stream: Int32, _ code: ErrorCode) {
        arriving[stream] = nil
        leaving[stream] = nil
        events.append(.closed(stream: stream, code))
    }

    /// Copies the next piece of a body out; the library asks until `EOF`.
    func copyBody(
        of stream: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, isLast: Bool) {
        guard let (body, sent) = leaving[stream] else { return (0, true) }
        let count = min(buffer.count, body.count - sent)
        _ = buffer.update(fromContentsOf: body[sent..<(sent + count)])
        let isLast = sent + count == body.count
        leaving[stream] = isLast ? nil : (body, sent + count)
        return (count, isLast)
    }
}

private func check(_ result: CInt) throws(SessionError) {
    if result < 0 { throw SessionError(code: result) }
}

private func streamLimitSetting(_ limit: Int) -> nghttp2_settings_entry {
    nghttp2_settings_entry(
        settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: UInt32(clamping: limit))
}
