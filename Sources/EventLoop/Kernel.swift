import CShims
import Glibc

/// Runs one system call, again if a signal interrupted it. Every call that can fail goes through here.
@discardableResult
func system<Result: BinaryInteger>(_ call: String, _ body: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call: call, code: code) }
    }
}

/// The system calls a server on plain sockets makes, each once.
package enum Kernel {
    /// What became of one `recv` or `send` on a non-blocking socket.
    package enum Transfer: Equatable {
        /// So many bytes, at least one.
        case moved(Int)
        /// Nothing now; wait until the socket is ready.
        case wouldBlock
        /// The peer has finished sending (receive only).
        case finished
    }

    // MARK: Bytes

    /// Takes what has arrived, up to the size of `buffer`.
    package static func receive(_ fd: CInt, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer
    {
        try transfer("recv") { recv(fd, buffer.baseAddress, buffer.count, 0) }
    }

    /// Hands over as much of `bytes` as the socket takes. A peer that is gone is an error (`EPIPE`), never a signal.
    package static func send(_ fd: CInt, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Transfer {
        try transfer("send") { Glibc.send(fd, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)) }
    }

    private static func transfer(_ call: String, _ body: () -> Int) throws(SystemError) -> Transfer {
        while true {
            let count = body()
            if count > 0 { return .moved(count) }
            if count == 0 { return .finished }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            case let code: throw SystemError(call: call, code: code)
            }
        }
    }

    // MARK: Sockets

    /// A non-blocking stream socket, closed on exec.
    package static func streamSocket(family: CInt) throws(SystemError) -> CInt {
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return try system("socket") { socket(family, kind, 0) }
    }

    package static func set(_ option: CInt, level: CInt = SOL_SOCKET, to value: CInt, on fd: CInt) throws(SystemError) {
        var value = value
        try system("setsockopt") { setsockopt(fd, level, option, &value, socklen_t(MemoryLayout<CInt>.size)) }
    }

    package static func bind(_ fd: CInt, to address: SocketAddress) throws(SystemError) {
        try system("bind \(address)") { address.withSockaddr { Glibc.bind(fd, $0, $1) } }
    }

    package static func listen(_ fd: CInt, backlog: CInt, at address: SocketAddress) throws(SystemError) {
        try system("listen \(address)") { Glibc.listen(fd, backlog) }
    }

    /// Takes one connection off the queue, or nil when it is empty. The new socket does not block.
    package static func accept(_ listener: CInt) throws(SystemError) -> (fd: CInt, peer: SocketAddress)? {
        while true {
            var fd: CInt = -1
            let peer = SocketAddress { address, length in
                fd = hl_accept4(listener, address, &length)
                return fd >= 0
            }
            if fd >= 0 { return (fd, peer ?? .unknown) }
            switch errno {
            case EAGAIN: return nil
            // The peer gave up while it waited in the queue: the next one may be there (accept(2), "Error handling").
            case EINTR, ECONNABORTED, EPROTO: continue
            case let code: throw SystemError(call: "accept", code: code)
            }
        }
    }

    /// Begins to connect. The socket becomes writable when it is done; `pendingError` then tells how it went.
    package static func connect(_ fd: CInt, to address: SocketAddress) throws(SystemError) {
        // Not repeated after EINTR: the attempt goes on by itself (connect(2)).
        if address.withSockaddr({ Glibc.connect(fd, $0, $1) }) == -1, errno != EINPROGRESS, errno != EINTR {
            throw SystemError(call: "connect \(address)", code: errno)
        }
    }

    /// The error a non-blocking operation left on the socket, 0 for none.
    package static func pendingError(_ fd: CInt) -> CInt {
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }

    /// The address a socket is bound to: tells the port that port 0 became.
    package static func localAddress(_ fd: CInt) throws(SystemError) -> SocketAddress {
        let address = SocketAddress { address, length in getsockname(fd, address, &length) == 0 }
        guard let address else { throw SystemError(call: "getsockname", code: errno) }
        return address
    }

    /// Says that no more will be sent, while what the peer still sends can be read.
    package static func finishSending(_ fd: CInt) {
        shutdown(fd, CInt(SHUT_WR))
    }

    /// Not repeated after EINTR: Linux has freed the descriptor by then (close(2)).
    package static func close(_ fd: CInt) {
        _ = Glibc.close(fd)
    }

    // MARK: Readiness

    static func makePoll() throws(SystemError) -> CInt {
        try system("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) }
    }

    static func makeWakeUp() throws(SystemError) -> CInt {
        try system("eventfd") { eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)) }
    }

    /// Makes the event loop that waits on this eventfd return.
    static func wake(_ fd: CInt) {
        var one: UInt64 = 1
        _ = write(fd, &one, 8)
    }

    static func acknowledgeWakeUp(_ fd: CInt) {
        var count: UInt64 = 0
        _ = read(fd, &count, 8)
    }

    enum PollChange {
        case add
        case modify
        case remove

        fileprivate var operation: CInt {
            switch self {
            case .add: CInt(EPOLL_CTL_ADD)
            case .modify: CInt(EPOLL_CTL_MOD)
            case .remove: CInt(EPOLL_CTL_DEL)
            }
        }
    }

    static func change(
        _ poll: CInt, _ change: PollChange, _ fd: CInt, interest: UInt32 = 0, tag: UInt64 = 0
    ) throws(SystemError) {
        var event = epoll_event(events: interest, data: epoll_data_t(u64: tag))
        try system("epoll_ctl") { epoll_ctl(poll, change.operation, fd, &event) }
    }

    /// Waits for readiness. `milliseconds`: -1 waits without end. A signal counts as nothing being ready.
    static func wait(_ poll: CInt, into events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: CInt) -> Int {
        max(0, Int(epoll_wait(poll, events.baseAddress, CInt(events.count), milliseconds)))
    }

    // MARK: The process

    /// How many processors this process may use.
    package static var processors: Int { Int(hl_usable_processors()) }

    /// Writing to a peer that has gone becomes an error of the call instead of the end of the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Raises the number of files this process may open to what the system allows. Returns the limit then in force.
    @discardableResult
    package static func raiseOpenFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            let before = limit.rlim_cur
            limit.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = before }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
