import EventLoop

/// What carries a connection's bytes: the socket itself, or TLS over it.
///
/// An enum and not a protocol: most connections are plain, and a call through a protocol for every read and write would
/// be theirs to pay.
enum Transport {
    /// The socket itself.
    case plain(CInt)

    /// Takes what has arrived, up to the size of `buffer`.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        switch self {
        case .plain(let fd): try Kernel.receive(fd, into: buffer)
        }
    }

    /// Hands over as much as goes now.
    func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        switch self {
        case .plain(let fd): try Kernel.send(fd, bytes)
        }
    }

    /// Says that no more will be sent.
    func finishSending() {
        switch self {
        case .plain(let fd): Kernel.finishSending(fd)
        }
    }
}
