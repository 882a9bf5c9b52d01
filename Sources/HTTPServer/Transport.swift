import EventLoop

/// What carries a connection's bytes: the socket itself, or TLS over it.
///
/// An enum and not a protocol: most connections are plain, and a call through a protocol for every read and write would
/// be theirs to pay.
enum Transport {
    /// The socket itself.
    case plain(CInt)
    case tls(TLSChannel)

    /// Takes what has arrived, up to the size of `buffer`.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        switch self {
        case .plain(let fd): try Kernel.receive(fd, into: buffer)
        case .tls(let channel): try channel.receive(into: buffer)
        }
    }

    /// Hands over as much as goes now.
    func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        switch self {
        case .plain(let fd): try Kernel.send(fd, bytes)
        case .tls(let channel): try channel.send(bytes)
        }
    }

    /// Says that no more will be sent, where the layer over the socket has a way to say it.
    func finishSending() {
        if case .tls(let channel) = self { channel.finishSending() }
    }
}
