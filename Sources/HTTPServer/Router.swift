import HTTP

/// Finds the handler of a request by its path and method.
///
/// Segments are compared as they were sent: an encoded slash stays within its segment, dot segments mean nothing, and
/// `/a` is not `/a/`. A path without `{…}` goes before one with.
package struct Router: Sendable {
    enum Match {
        case found(Handler, PathParameters)
        /// The path is there, with other methods.
        case wrongMethod(allow: String)
        /// OPTIONS, which no handler has taken.
        case options(allow: String)
        case notFound
    }

    private struct Action: Sendable {
        var method: Method
        var handler: Handler
        var names: [String]
    }

    private struct Route: Sendable {
        var actions: [Action] = []
        /// The value of `Allow`.
        var allow = "OPTIONS"
    }

    /// A place in the tree of patterns with `{…}`: what may follow it.
    private struct Node: Sendable {
        var literals: [(segment: [UInt8], node: Int)] = []
        var parameter: Int?
        var route: Int?
    }

    private var routes: [Route] = []
    private var fixed = PathTable()
    private var nodes = [Node()]

    package init() {}

    /// What `OPTIONS *` is told.
    static let allMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"

    /// Adds a handler.
    ///
    /// - Parameter pattern: a path whose segments are literal or `{name}`, which stands for one segment that is not
    ///   empty: `/v1/users/{id}`.
    package mutating func on(_ method: Method, _ pattern: String, _ handler: Handler) {
        precondition(pattern.hasPrefix("/"), "a pattern begins with a slash")
        let segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let names = segments.filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map { String($0.dropFirst().dropLast()) }
        let route = names.isEmpty ? fixedRoute(pattern) : treeRoute(segments)
        precondition(!routes[route].actions.contains { $0.method == method }, "\(method) \(pattern) is there twice")
        routes[route].actions.append(Action(method: method, handler: handler, names: names))
        routes[route].allow = Self.allow(routes[route].actions.map(\.method))
    }

    func match(_ request: Request) -> Match {
        request.withPath { path in
            if let route = fixed[path] { return choose(request.method, routes[route], []) }
            if path.count == 1, path[0] == UInt8(ascii: "*") { return .options(allow: Self.allMethods) }
            var captures: [Range<Int>] = []
            guard let route = find(path, from: 1, at: 0, &captures) else { return .notFound }
            return choose(
                request.method, routes[route],
                captures.map { Percent.decoded(UnsafeBufferPointer(rebasing: path[$0])) })
        }
    }

    private func choose(_ method: Method, _ route: Route, _ values: [String]) -> Match {
        for action in route.actions where action.method == method {
            if values.isEmpty { return .found(action.handler, PathParameters()) }
            return .found(action.handler, PathParameters(names: action.names, values: values))
        }
        // HEAD is GET whose body is not sent (RFC 9110 §9.3.2).
        if method == .head { return choose(.get, route, values) }
        if method == .options { return .options(allow: route.allow) }
        return .wrongMethod(allow: route.allow)
    }

    // MARK: The tree

    private mutating func fixedRoute(_ pattern: String) -> Int {
        if let route = fixed.find(pattern) { return route }
        routes.append(Route())
        fixed.insert(pattern, routes.count - 1)
        return routes.count - 1
    }

    private mutating func treeRoute(_ segments: [Substring]) -> Int {
        var node = 0
        for segment in segments {
            if segment.hasPrefix("{") {
                node = nodes[node].parameter ?? addNode { $0.nodes[node].parameter = $1 }
            } else {
                let bytes = Array(segment.utf8)
                node =
                    nodes[node].literals.first { $0.segment == bytes }?.node
                    ?? addNode { $0.nodes[node].literals.append((bytes, $1)) }
            }
        }
        if let route = nodes[node].route { return route }
        routes.append(Route())
        nodes[node].route = routes.count - 1
        return routes.count - 1
    }

    private mutating func addNode(_ link: (inout Router, Int) -> Void) -> Int {
        nodes.append(Node())
        link(&self, nodes.count - 1)
        return nodes.count - 1
    }

    /// The route for the segments from `start` on. A literal segment goes before `{…}`, which is tried when the literal
    /// leads nowhere.
    private func find(
        _ path: UnsafeBufferPointer<UInt8>, from start: Int, at node: Int, _ captures: inout [Range<Int>]
    ) -> Int? {
        if start > path.count { return nodes[node].route }
        let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
        for (segment, next) in nodes[node].literals where segment.elementsEqual(path[start..<end]) {
            if let route = find(path, from: end + 1, at: next, &captures) { return route }
        }
        guard let next = nodes[node].parameter, end > start else { return nil }
        captures.append(start..<end)
        if let route = find(path, from: end + 1, at: next, &captures) { return route }
        captures.removeLast()
        return nil
    }

    private static func allow(_ methods: [Method]) -> String {
        var names = methods.map(\.name)
        if let get = names.firstIndex(of: "GET"), !names.contains("HEAD") { names.insert("HEAD", at: get + 1) }
        if !names.contains("OPTIONS") { names.append("OPTIONS") }
        return names.joined(separator: ", ")
    }
}
