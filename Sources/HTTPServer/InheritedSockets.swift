/// Listening sockets that somebody else has opened: a service manager, or the server that ran before this one.
package struct InheritedSockets: Equatable, Sendable {
    package struct Socket: Equatable, Sendable {
        package let fd: CInt
        /// Whether TLS is spoken there; nil: as at the configured address that it is bound to.
        package let isSecure: Bool?

        package init(fd: CInt, isSecure: Bool?) {
            self.fd = fd
            self.isSecure = isSecure
        }
    }

    package var sockets: [Socket]
    /// Whether nothing is bound beside them. A service manager says where is listened; a predecessor's settings may
    /// differ from ours.
    package var areAll: Bool

    package init(_ sockets: [Socket], areAll: Bool) {
        self.sockets = sockets
        self.areAll = areAll
    }
}
