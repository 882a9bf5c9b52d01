import EventLoop

/// What carries a connection's bytes: the socket itself, or a layer over it such as TLS.
protocol Transport {
    /// Takes what has arrived, up to the size of `buffer`.
    mutating func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Kernel.Transfer
    /// Hands over as much as goes now.
    mutating func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Kernel.Transfer
    /// Says that no more will be sent.
    mutating func finishSending()
}

/// The socket itself.
struct PlainTransport: Transport {
    let fd: CInt

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        try Kernel.receive(fd, into: buffer)
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Kernel.Transfer {
        try Kernel.send(fd, bytes)
    }

    func finishSending() {
        Kernel.finishSending(fd)
    }
}
