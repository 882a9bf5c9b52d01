import Crypto
import EventLoop
import Glibc
import HTTP
import Testing

@testable import HTTPServer

/// A client on a blocking socket, plain or with TLS, that sends exactly what a test says. Waits four minutes at most.
final class TestClient {
    struct Answer: Equatable {
        var status = 0
        var fields: Fields = [:]
        var body = ""
    }

    enum Failure: Error, Equatable {
        case connect(CInt)
        case send(CInt)
        /// The server closed before a whole answer was there.
        case closed
        case receive(CInt)
        /// The socket's time is up in the middle of TLS.
        case slow
    }

    private var fd: CInt
    private var received: [UInt8] = []
    private var tls: TLSSession?

    init(_ port: UInt16, host: String = "127.0.0.1", tls context: TLSContext? = nil) throws {
        let address = try #require(SocketAddress(numeric: host, port: port))
        fd = socket(address.family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var noDelay: CInt = 1
        setsockopt(fd, CInt(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<CInt>.size))
        guard address.withSockaddr({ connect(fd, $0, $1) }) == 0 else {
            // `deinit` runs after this, because all properties have their values, and closes the socket.
            throw Failure.connect(errno)
        }
        if let context { try speakTLS(context, to: host) }
    }

    /// Agrees on TLS. What is sent and received after that goes through it.
    func speakTLS(_ context: TLSContext, to host: String = "127.0.0.1") throws {
        let session = try TLSSession(connecting: fd, to: host, with: context)
        guard try session.handshake() == .done else { throw Failure.slow }
        tls = session
    }

    /// The shutdown ends the connection also while a program that another test starts still holds a copy of it.
    deinit {
        guard fd >= 0 else { return }
        shutdown(fd, CInt(SHUT_RDWR))
        Glibc.close(fd)
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while let tls, !rest.isEmpty {
            guard case .count(let count) = try rest.withUnsafeBytes({ try tls.write($0) }) else { throw Failure.slow }
            rest = rest.dropFirst(count)
        }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { throw Failure.send(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends no more, but still receives.
    func finish() { shutdown(fd, CInt(SHUT_WR)) }

    /// What TLS has agreed on.
    var session: TLSSession? { tls }

    /// Says in TLS that nothing more comes.
    func closeTLS() throws { _ = try tls?.close() }

    /// Closes with a reset instead of an orderly end, as a client that has crashed.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        Glibc.close(fd)
        fd = -1
    }

    /// How much the kernel keeps for this socket before the sender has to wait.
    func receiveBuffer(_ bytes: CInt) {
        var bytes = bytes
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }

    /// The next answer, interim answers included.
    func answer(forHead: Bool = false) throws -> Answer {
        var end: Int?
        while true {
            end = headEnd()
            if end != nil { break }
            try receive()
        }
        let head = String(decoding: received[..<end!], as: UTF8.self)
        received.removeFirst(end!)
        var answer = Answer()
        let lines = head.split(separator: "\r\n")
        answer.status = Int(lines[0].split(separator: " ")[1])!
        for line in lines.dropFirst() {
            let colon = line.firstIndex(of: ":")!
            answer.fields.append(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        let length = forHead || answer.status < 200 ? 0 : answer.fields["Content-Length"].flatMap { Int($0) } ?? 0
        while received.count < length { try receive() }
        answer.body = String(decoding: received.prefix(length), as: UTF8.self)
        received.removeFirst(length)
        return answer
    }

    /// Every answer until the server closes.
    func answers() throws -> [Answer] {
        var answers: [Answer] = []
        do {
            while true { answers.append(try answer()) }
        } catch Failure.closed {
            guard received.isEmpty else { throw Failure.closed }
            return answers
        }
    }

    /// Sends a request and takes its answer.
    func get(_ target: String, _ fields: String = "") throws -> Answer {
        try send("GET \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
        return try answer()
    }

    /// All that comes until the server closes, or until it has reset the connection.
    func rest() -> [UInt8] {
        while (try? receive()) != nil {}
        defer { received = [] }
        return received
    }

    /// Whether the server closes, in order and without another byte.
    func isClosed() -> Bool {
        guard received.isEmpty else { return false }
        do {
            try receive()
            return false
        } catch {
            return error as? Failure == .closed
        }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        if let tls {
            switch try buffer.withUnsafeMutableBytes({ try tls.read(into: $0) }) {
            case .count(let count): received += buffer[..<count]
            case .closed: throw Failure.closed
            case .wantRead, .wantWrite: throw Failure.slow
            }
            return
        }
        var count = 0
        // With a time limit, the system does not go on by itself after it was stopped and continued.
        repeat { count = recv(fd, &buffer, buffer.count, 0) } while count == -1 && errno == EINTR
        if count == 0 { throw Failure.closed }
        guard count > 0 else { throw Failure.receive(errno) }
        received += buffer[..<count]
    }

    private func headEnd() -> Int? {
        for index in received.indices.dropFirst(3) where received[index] == 10 && received[index - 2] == 10 {
            return index + 1
        }
        return nil
    }
}
