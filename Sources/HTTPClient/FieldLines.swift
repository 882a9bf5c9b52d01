import CCurl
import HTTP

/// The header fields of a request as libcurl takes them: a linked list of lines. It frees them with itself.
final class FieldLines {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// Adds what libcurl would otherwise add by itself, so that only what the caller named is sent.
    init(_ request: ClientRequest) {
        // No "100-continue": a server that does not know it costs a second.
        append("Expect:")
        if request.body != nil, request.fields["content-type"] == nil { append("Content-Type:") }
        if request.fields["accept"] == nil { append("Accept:") }
        if request.body == nil, Self.needsLength(request) { append("Content-Length: 0") }
        for (name, value) in request.fields {
            // "Name:" would take a field out; a semicolon makes an empty one.
            append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
    }

    deinit { curl_slist_free_all(list) }

    private func append(_ line: String) {
        list = curl_slist_append(list, line)
    }

    private static func needsLength(_ request: ClientRequest) -> Bool {
        request.method == .post || request.method == .put || request.method == .patch
    }
}
