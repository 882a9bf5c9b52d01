import EventLoop
import Glibc

/// A server that cannot start.
package enum ServerError: Error, Equatable {
    /// Somebody listens there already.
    case inUse(address: String)
    case notAllowed(address: String)
    /// The address is none of this machine's.
    case notHere(address: String)
    /// A name that leads to no address.
    case unknownHost(String)
    /// TLS is to be spoken there, and there is no certificate to do it with.
    case noCertificate(address: String)
    /// A socket was handed over, and nothing says what for.
    case notAsked(address: String)
    case system(SystemError)

    /// What a failed call with an address means.
    init(_ error: SystemError, listeningAt address: String) {
        switch error.code {
        case EADDRINUSE: self = .inUse(address: address)
        case EACCES, EPERM: self = .notAllowed(address: address)
        case EADDRNOTAVAIL, EAFNOSUPPORT: self = .notHere(address: address)
        default: self = .system(error)
        }
    }
}

extension ServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse(let address): "cannot listen on \(address): the port is already in use"
        case .notAllowed(let address): "cannot listen on \(address): not allowed (ports below 1024 need a privilege)"
        case .notHere(let address): "cannot listen on \(address): this machine has no such address"
        case .unknownHost(let host): "cannot listen on \(host): no such host"
        case .noCertificate(let address): "cannot speak TLS on \(address): there is no certificate"
        case .notAsked(let address):
            "the socket \(address) was handed over, but is at no address of the settings and not named http or https"
        case .system(let error): "\(error)"
        }
    }
}
