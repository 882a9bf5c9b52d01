import CShims
import Glibc

/// Descriptors that somebody else has opened, and Unix sockets.
extension Kernel {
    /// Whether it is a stream socket that listens.
    package static func isListening(_ fd: CInt) -> Bool {
        option(SO_TYPE, of: fd) == CInt(SOCK_STREAM.rawValue) && option(SO_ACCEPTCONN, of: fd) == 1
    }

    /// `AF_INET`, `AF_INET6`, `AF_UNIX` …; nil when it is no socket.
    package static func family(of fd: CInt) -> CInt? { option(SO_DOMAIN, of: fd) }

    /// The path a Unix socket is bound to; nil for others, and for one without a path.
    package static func unixPath(of fd: CInt) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let done = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &length) == 0 }
        }
        guard done, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }

    /// The address a connection comes from; `unknown` when it has none.
    package static func peerAddress(_ fd: CInt) -> SocketAddress {
        SocketAddress { address, length in getpeername(fd, address, &length) == 0 } ?? .unknown
    }

    /// The user at the other end of a Unix socket; nil when it is none.
    package static func peerUser(_ fd: CInt) -> uid_t? {
        // struct ucred of unix(7): pid, uid, gid.
        var credentials: (pid: pid_t, uid: uid_t, gid: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout<(pid_t, uid_t, gid_t)>.size)
        return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 ? credentials.uid : nil
    }

    /// Keeps it from the programs that this process becomes or starts.
    package static func closeOnExec(_ fd: CInt) throws(SystemError) {
        try system("fcntl") { fcntl(fd, F_SETFD, FD_CLOEXEC) }
    }

    package static func setNonBlocking(_ fd: CInt) throws(SystemError) {
        let flags = try system("fcntl") { fcntl(fd, F_GETFL) }
        try system("fcntl") { fcntl(fd, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Sends one datagram to a Unix socket, without waiting. A path that begins with `@` is an abstract name (unix(7)).
    package static func sendDatagram(_ bytes: [UInt8], toUnix path: String) throws(SystemError) {
        let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let fd = try system("socket") { socket(AF_UNIX, kind, 0) }
        defer { close(fd) }
        try withUnixAddress(path) { address, length throws(SystemError) in
            try system("sendto") { sendto(fd, bytes, bytes.count, CInt(MSG_NOSIGNAL), address, length) }
        }
    }

    package static func bind(_ fd: CInt, toUnix path: String) throws(SystemError) {
        try withUnixAddress(path) { address, length throws(SystemError) in
            try system("bind unix:\(path)") { Glibc.bind(fd, address, length) }
        }
    }

    package static func listen(_ fd: CInt, backlog: CInt) throws(SystemError) {
        try system("listen") { Glibc.listen(fd, backlog) }
    }

    /// Whether there is a Unix socket's file, and nobody listens at it.
    package static func isAbandoned(unix path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        guard let fd = try? streamSocket(family: AF_UNIX) else { return false }
        defer { close(fd) }
        do throws(SystemError) {
            try withUnixAddress(path) { address, length throws(SystemError) in
                try system("connect") { Glibc.connect(fd, address, length) }
            }
            return false
        } catch {
            return error.code == ECONNREFUSED
        }
    }

    /// Fails with ENAMETOOLONG for a path of more than 107 bytes.
    @discardableResult
    static func withUnixAddress<T>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> T
    ) throws(SystemError) -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < room else { throw SystemError(call: "unix", code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.copyBytes(from: bytes)
            if bytes[0] == UInt8(ascii: "@") { place[0] = 0 }
        }
        // An abstract name is as long as it is; a path ends with a zero.
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count + (isAbstract ? 0 : 1)
        let result: Result<T, SystemError> = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                do throws(SystemError) { return .success(try body(pointer, socklen_t(length))) } catch {
                    return .failure(error)
                }
            }
        }
        return try result.get()
    }

    private static func option(_ name: CInt, of fd: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
