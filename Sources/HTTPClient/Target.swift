import CCurl

/// Where a URL leads.
struct Target: Equatable {
    let url: String
    let host: String

    /// Fails unless `url` is absolute, http or https, and has a host.
    init(_ url: String) throws(HTTPClientError) {
        guard let parts = curl_url() else { throw .failed(reason: "out of memory") }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            let scheme = Target.part(CURLUPART_SCHEME, of: parts), ["http", "https"].contains(scheme),
            let host = Target.part(CURLUPART_HOST, of: parts), !host.isEmpty
        else { throw .badURL(url) }
        self.url = url
        self.host = host
    }

    /// True for 127.0.0.0/8, ::1 and `localhost`: no proxy can reach them for us.
    var isLoopback: Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }

    private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
