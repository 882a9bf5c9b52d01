import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// The vendor's Voice API: `/v1/calls`, for an application by its token.
struct CallRoutes: Sendable {
    let context: APIContext

    static let path = "/v1/calls"
    /// What the vendor's links to calls begin with.
    static let linkPath = "/calls"

    func add(to router: inout Router) {
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(.post, Self.path, .async { request, exchange in await place(request, exchange) })
        let one = Self.path + "/{uuid}"
        router.on(.get, one, .async { request, exchange in await show(request, exchange) })
        router.on(.put, one, .async { request, exchange in await update(request, exchange) })
        let controls: [(Method, String)] = [
            (.put, "/stream"), (.delete, "/stream"), (.put, "/talk"), (.delete, "/talk"), (.put, "/dtmf"),
            (.put, "/input/dtmf"), (.delete, "/input/dtmf"),
        ]
        for (method, path) in controls {
            router.on(method, one + path, .async { request, exchange in await control(request, exchange) })
        }
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .voice) { () async throws(Problem) in
            let bearer = try context.authenticateApplication(request)
            let listing = CallListing(
                context: context, application: bearer.application.id, linkPath: Self.linkPath)
            return try await listing.answer(request)
        }
    }

    private func show(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .voice) { () async throws(Problem) in
            let bearer = try context.authenticateApplication(request)
            let call = try await call(exchange, of: bearer.application.id)
            return .json(.object(call.json(at: context.clock.now())))
        }
    }

    private func place(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .voice) { () async throws(Problem) in
            let bearer = try context.authenticateApplication(request)
            guard let platform = context.platform else { throw .noPlatform }
            let order = try request.jsonObject()
            let placed: PlacedCall
            do throws(CallPlatformError) {
                placed = try await platform.place(order, for: bearer.application.id)
            } catch { throw Problem(error) }
            return .json(
                [
                    "uuid": .string(placed.call.uuid?.description ?? placed.call.text), "status": "started",
                    "direction": "outbound", "conversation_uuid": .string(placed.conversation.text),
                ], status: .created)
        }
    }

    private func update(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .voice) { () async throws(Problem) in
            let bearer = try context.authenticateApplication(request)
            guard let platform = context.platform else { throw .noPlatform }
            let order = try request.jsonObject()
            let call = try await call(exchange, of: bearer.application.id)
            do throws(CallPlatformError) {
                try await platform.update(call.uuid, order)
            } catch { throw Problem(error) }
            return .noContent
        }
    }

    /// Speech, audio and digits into a call.
    private func control(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.answering(exchange, as: .voice) { () async throws(Problem) in
            _ = try context.authenticateApplication(request)
            guard context.platform != nil else { throw .noPlatform }
            throw .notImplemented.with(detail: "Speech, audio and digits cannot be sent into calls yet.")
        }
    }

    /// The call the path names, if it is the application's.
    private func call(_ exchange: Exchange, of application: ApplicationID) async throws(Problem) -> StoredCall {
        let text = exchange.parameters["uuid"]
        guard let uuid = CallUUID(text) else { throw .unknownCall(text) }
        let found = try await context.read { tx in try CallStore(tx).find(uuid) }
        guard let found, found.application == application else { throw .unknownCall(text) }
        return found
    }
}

extension Problem {
    static func unknownCall(_ text: String) -> Problem { callNotFound.with(detail: "There is no call \(text) here.") }

    /// Nobody is there who could place calls or control them.
    static var noPlatform: Problem {
        notImplemented.with(
            detail: "This server does not place or control calls.")
    }

    init(_ error: CallPlatformError) {
        switch error {
        case .badOrder(let name, let reason): self = .invalidParameters.with(invalid: name, reason)
        case .unknownCall: self = .callNotFound.with(detail: "There is no such call, or it has ended.")
        case .tooMany: self = .tooManyRequests.retrying(after: 1)
        }
    }
}
