import CCurl
import Glibc
import HTTP

/// A blocking HTTP/1.1 client over libcurl, which keeps its connection open between requests.
///
/// It belongs to the thread that made it and is not `Sendable`: libcurl allows one thread at a time in a handle. Two
/// threads make two clients. Never on an event loop: `send` blocks for as long as the request's timeout.
package final class HTTPClient {
    private let easy: UnsafeMutableRawPointer
    private let certificateAuthority: String?
    private let limit: Int

    /// libcurl's own preparation, once in a process; Swift makes it so.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// - Parameters:
    ///   - certificateAuthority: a PEM file that replaces the system's authorities.
    ///   - limit: the longest body that is taken, in bytes.
    package init(certificateAuthority: String? = nil, limit: Int = 64 << 20) throws(HTTPClientError) {
        guard HTTPClient.isReady, let easy = curl_easy_init() else {
            throw .failed(reason: "libcurl cannot be started")
        }
        self.easy = easy
        self.certificateAuthority = certificateAuthority
        self.limit = limit
    }

    deinit { curl_easy_cleanup(easy) }

    /// Sends one request and waits for the whole answer. Redirects are not followed, and loopback addresses are
    /// reached without a proxy whatever the environment says.
    package func send(_ request: ClientRequest) throws(HTTPClientError) -> ClientResponse {
        let target = try Target(request.url)
        // Options go, the open connection stays.
        curl_easy_reset(easy)
        let lines = FieldLines(request)
        let transfer = Transfer(limit: limit)
        var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))

        // libcurl keeps pointers to the transfer, the lines, the body and the place for its words until
        // `curl_easy_perform` is back; all of them outlive this closure.
        let code = withExtendedLifetime((transfer, lines)) {
            reason.withUnsafeMutableBufferPointer { words in
                (request.body ?? []).withUnsafeBufferPointer { body in
                    hl_curl_setopt_pointer(easy, CURLOPT_ERRORBUFFER, words.baseAddress)
                    prepare(request, to: target, body: body, lines: lines, transfer: transfer)
                    return curl_easy_perform(easy)
                }
            }
        }
        let failure = code == CURLE_OK ? nil : error(code, words: reason, target: target)
        // The next reset would do the same; until then the handle must not point to what is gone.
        curl_easy_reset(easy)

        if transfer.isTooLarge { throw .tooLarge(limit: limit) }
        if let failure { throw failure }
        return ClientResponse(status: transfer.status, fields: transfer.fields, body: transfer.body)
    }

    private func prepare(
        _ request: ClientRequest, to target: Target, body: UnsafeBufferPointer<UInt8>, lines: FieldLines,
        transfer: Transfer
    ) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_FOLLOWLOCATION, 0)
        // Signals belong to the process, not to a library.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_TIMEOUT_MS, max(1, request.timeout.milliseconds))
        if target.isLoopback { set(CURLOPT_PROXY, "") }
        if let certificateAuthority { set(CURLOPT_CAINFO, certificateAuthority) }

        if request.method == .head { set(CURLOPT_NOBODY, 1) }
        if request.body != nil {
            set(CURLOPT_POSTFIELDSIZE_LARGE, offset: body.count)
            // An empty array may have no address, and with none libcurl would ask for the body.
            hl_curl_setopt_pointer(
                easy, CURLOPT_POSTFIELDS, body.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) } ?? easy)
        }
        set(CURLOPT_CUSTOMREQUEST, request.method.name)
        hl_curl_setopt_list(easy, CURLOPT_HTTPHEADER, lines.list)

        let context = Unmanaged.passUnretained(transfer).toOpaque()
        hl_curl_setopt_data_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context).take(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        hl_curl_setopt_pointer(easy, CURLOPT_WRITEDATA, context)
        hl_curl_setopt_data_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context).take(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        hl_curl_setopt_pointer(easy, CURLOPT_HEADERDATA, context)
    }

    private func error(_ code: CURLcode, words: [CChar], target: Target) -> HTTPClientError {
        let told = words.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        let reason = told.isEmpty ? String(cString: curl_easy_strerror(code)) : told
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .badURL(target.url)
        case CURLE_COULDNT_RESOLVE_HOST: return .cannotResolve(host: target.host)
        case CURLE_COULDNT_CONNECT:
            return lastSystemError() == ECONNREFUSED ? .refused : .unreachable(reason: systemReason() ?? reason)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_SSL_CACERT_BADFILE: return .badCertificateAuthority(path: certificateAuthority ?? "the system")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return .tls(reason: reason)
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE: return .cutOff(reason: reason)
        default: return .failed(reason: reason)
        }
    }

    /// The `errno` of the last connection attempt, 0 when there was none.
    private func lastSystemError() -> CInt {
        var code = 0
        hl_curl_getinfo_long(easy, CURLINFO_OS_ERRNO, &code)
        return CInt(truncatingIfNeeded: code)
    }

    private func systemReason() -> String? {
        let code = lastSystemError()
        return code == 0 ? nil : String(cString: strerror(code))
    }

    private func set(_ option: CURLoption, _ value: Int) { hl_curl_setopt_long(easy, option, value) }

    private func set(_ option: CURLoption, offset value: Int) {
        hl_curl_setopt_offset(easy, option, curl_off_t(value))
    }

    /// libcurl copies texts.
    private func set(_ option: CURLoption, _ value: String) { hl_curl_setopt_string(easy, option, value) }
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
