import HTTP
import HTTPServer
import JSON

extension APIContext {
    /// The answer of a handler that is for administrators.
    ///
    /// - Parameter shape: how errors look on the handler's surface.
    func administering(
        _ request: Request, _ exchange: Exchange, as shape: ProblemShape = .own,
        _ body: () async throws(Problem) -> Response
    ) async -> Response {
        await answering(exchange, as: shape) { () async throws(Problem) in
            _ = try await authenticateAdmin(request)
            return try await body()
        }
    }

    /// Runs what takes long, such as making a key, beside the loops: they go on serving.
    func apart<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        // A task of its own does not inherit the loop as its executor.
        await Task.detached(priority: .utility) { body() }.value
    }
}

extension Response {
    static func json(_ value: JSONValue, status: Status = .ok) -> Response { .json(value.serialized(), status: status) }
}

extension Request {
    /// The body as a JSON object, which may be left out: some clients send none where all members are optional.
    func optionalJSONObject() throws(Problem) -> JSONObject { hasBody ? try jsonObject() : JSONObject() }
}
