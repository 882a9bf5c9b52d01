/// What the `{…}` segments of a route stood for in one request.
package struct PathParameters: Sendable {
    private var names: [String] = []
    private var values: [String] = []

    package init() {}

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The value of `{name}`. A name that is not in the route's pattern is our own mistake and ends the process: the
    /// names are constants on both sides.
    package subscript(name: String) -> String {
        guard let index = names.firstIndex(of: name) else { preconditionFailure("the route has no {\(name)}") }
        return values[index]
    }

    /// The value of `{name}`, or nil when the route has none: for handlers that serve several routes.
    package func value(of name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
