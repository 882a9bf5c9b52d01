import HTTP
import HTTPServer
import JSON

extension APIContext {
    /// The answer of a handler that may fail with a problem, which is logged here.
    ///
    /// - Parameter shape: how errors look on the handler's surface.
    package func answering(
        _ exchange: Exchange, as shape: ProblemShape = .own, _ body: () async throws(Problem) -> Response
    ) async -> Response {
        do throws(Problem) {
            return try await body()
        } catch {
            log.info(
                "request.refused",
                [
                    "request": Problem.name(ofRequest: exchange.requestID), "status": error.status, "code": error.code,
                    "detail": error.detail ?? error.title,
                ])
            return error.response(as: shape, requestID: exchange.requestID)
        }
    }
}

extension Request {
    /// The body as a JSON object. What is in it is ours to read, so a key that stands twice is told.
    ///
    /// Throws `unsupportedMediaType` for another type than JSON, where one is named, and `invalidBody`.
    package func jsonObject() throws(Problem) -> JSONObject {
        if isContentCoded { throw .unsupportedMediaType.with(detail: "The body is compressed; send it as it is.") }
        if let type = fields["Content-Type"], !type.isEmpty, mediaType?.isJSON != true {
            throw .unsupportedMediaType.with(detail: "The body must be application/json.")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(bodySlice, limits: .request)
        } catch {
            throw .invalidBody.with(detail: "The body is not JSON: \(error).")
        }
        guard let object = value.object else {
            throw .invalidBody.with(detail: "The body must be an object, not \(value.kind).")
        }
        return object
    }
}
