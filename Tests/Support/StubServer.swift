import EventLoop
import Glibc
import Synchronization

/// A server on 127.0.0.1 that answers each request with bytes made beforehand, and keeps what it was sent.
///
/// One thread takes one connection after another; `stop`, or the end of the object, ends it.
package final class StubServer: Sendable {
    /// What to send for a request's bytes; nil closes the connection without a word.
    package typealias Answer = @Sendable (_ request: String) -> String?

    package let port: UInt16
    private let record: Record

    /// The listener, and what has happened so far. The thread holds it, too: the last to go closes the listener, so
    /// that its number is not another's while somebody still uses it.
    private final class Record: Sendable {
        let listener: CInt
        let requests = Mutex<[String]>([])
        let connections = Mutex(0)

        init(listener: CInt) { self.listener = listener }

        deinit { close(listener) }
    }

    package init(answer: @escaping Answer) throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw SystemError(call: "listen", code: errno) }
        record = Record(listener: listener)
        port = UInt16(bigEndian: address.sin_port)
        Thunk { [record] in StubServer.serve(record, answer) }.start()
    }

    package func stop() { shutdown(record.listener, CInt(SHUT_RDWR)) }

    deinit { stop() }

    package var requests: [String] { record.requests.withLock(\.self) }
    package var connectionCount: Int { record.connections.withLock(\.self) }
    package var url: String { "http://127.0.0.1:\(port)" }

    private static func serve(_ record: Record, _ answer: Answer) {
        while true {
            let connection = accept(record.listener, nil, nil)
            guard connection >= 0 else { break }
            record.connections.withLock { $0 += 1 }
            while let request = read(connection) {
                record.requests.withLock { $0.append(request) }
                guard let text = answer(request) else { break }
                guard send(text, to: connection) else { break }
            }
            shutdown(connection, CInt(SHUT_RDWR))
            close(connection)
        }
    }

    /// One request with its body, by its Content-Length. The first bytes of a TLS handshake count as one, too.
    private static func read(_ connection: CInt) -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var length: Int?
        while length == nil || bytes.count < length! {
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
            if bytes.first == 0x16 { break }
            guard length == nil else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.end(of: "\r\n\r\n") { length = end + (Int(text.field("content-length") ?? "0") ?? 0) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func send(_ text: String, to connection: CInt) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBytes {
            Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) == $0.count
        }
    }
}

/// Runs a closure on a thread of its own.
private final class Thunk: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func start() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Thunk>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }
}

extension String {
    /// How many bytes there are up to the end of the first `mark`.
    fileprivate func end(of mark: String) -> Int? {
        let bytes = Array(utf8)
        let wanted = Array(mark.utf8)
        guard bytes.count >= wanted.count else { return nil }
        return (0...(bytes.count - wanted.count)).first { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }.map {
            $0 + wanted.count
        }
    }

    /// The value of a header field; the name in lower case.
    package func field(_ name: String) -> String? {
        for line in split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }
}
