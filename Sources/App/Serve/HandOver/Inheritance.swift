import HTTPServer

/// What a server finds when it starts: sockets, connections, and perhaps the server that it replaces.
package struct Inheritance: Sendable {
    /// Nil: it opens its own.
    var sockets: InheritedSockets?
    /// Connections of clients on which nothing is under way.
    var connections: [CInt] = []
    var predecessor: Predecessor?

    package static let none = Inheritance()

    /// Takes what a predecessor or the service manager hands to this process. To be asked once.
    static func take(_ environment: [String: String]) throws(Failure) -> Inheritance {
        if let predecessor = try Predecessor.inherited(environment) {
            return Inheritance(sockets: predecessor.sockets, predecessor: predecessor)
        }
        return Inheritance(sockets: try ServiceManager.sockets(environment))
    }
}
