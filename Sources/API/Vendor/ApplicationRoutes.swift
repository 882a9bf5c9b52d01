import Crypto
import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// The vendor's Applications API: `/v2/applications`.
struct ApplicationRoutes: Sendable {
    let context: APIContext

    static let path = "/v2/applications"

    func add(to router: inout Router) {
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(.post, Self.path, .async { request, exchange in await create(request, exchange) })
        let one = Self.path + "/{id}"
        router.on(.get, one, .async { request, exchange in await show(request, exchange) })
        router.on(.put, one, .async { request, exchange in await replace(request, exchange) })
        router.on(.delete, one, .async { request, exchange in await delete(request, exchange) })
    }

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .applications) { () async throws(Problem) in
            var reader = ParameterReader(request.query)
            let size = reader.integer("page_size", in: 1...100, otherwise: 10)
            let page = reader.integer("page", in: 1...Int.max, otherwise: 1)
            try reader.check()
            let found = try await context.read { tx in try ApplicationStore(tx).list(page: page, size: size) }
            let links = PageLinks(path: Self.path, page: page, size: size, total: found.total)
            return .json([
                "page_size": .number(JSONNumber(size)), "page": .number(JSONNumber(page)),
                "total_items": .number(JSONNumber(found.total)), "total_pages": .number(JSONNumber(links.pages)),
                "_embedded": ["applications": .array(found.items.map { $0.json() })], "_links": links.json,
            ])
        }
    }

    private func create(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .applications) { () async throws(Problem) in
            let body = try ApplicationBody(request.jsonObject())
            let made: RSAPrivateKey? = body.publicKey == nil ? await context.apart { RSAPrivateKey.generate() } : nil
            let application = Application(
                name: body.name, capabilities: body.capabilities.text, privacy: body.privacy?.text,
                publicKey: (body.publicKey ?? made?.publicKey)?.pem)
            let privateKey = made?.pem
            try await context.write { tx in
                try ApplicationStore(tx).create(application, privateKey: privateKey.map { Array($0.utf8) })
            }
            context.log.info("application.created", ["application": application.id])
            let response = Response.json(application.json(privateKey: privateKey), status: .created)
            return response.with("Cache-Control", "no-store")
        }
    }

    private func show(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .applications) { () async throws(Problem) in
            let id = try context.applicationID(exchange.parameters["id"])
            let found = try await context.read { tx in try ApplicationStore(tx).find(id) }
            guard let found else { throw .unknownApplication(exchange.parameters["id"]) }
            return .json(found.json())
        }
    }

    /// What is not named is gone, except for the key.
    private func replace(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .applications) { () async throws(Problem) in
            let id = try context.applicationID(exchange.parameters["id"])
            let body = try ApplicationBody(request.jsonObject())
            let replaced = try await context.write { tx in
                let applications = ApplicationStore(tx)
                guard var application = try applications.find(id) else {
                    throw StoreError.unknown(.application, id.description)
                }
                application.name = body.name
                application.capabilities = body.capabilities.text
                application.privacy = body.privacy?.text
                if let pem = body.publicKey?.pem, pem != application.publicKey {
                    application.publicKey = pem
                    // It belongs to the key that was.
                    if application.hasPrivateKey { try applications.setPrivateKey(nil, of: id) }
                }
                try applications.update(application)
                return application
            }
            context.log.info("application.replaced", ["application": id])
            return .json(replaced.json())
        }
    }

    private func delete(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .applications) { () async throws(Problem) in
            let id = try context.applicationID(exchange.parameters["id"])
            guard try await context.write({ tx in try ApplicationStore(tx).delete(id) }) else {
                throw .unknownApplication(exchange.parameters["id"])
            }
            context.log.info("application.deleted", ["application": id])
            await context.ringer.credentialsChanged()
            return .noContent
        }
    }
}

extension APIContext {
    /// The id a path names. What is no id names nothing that is there.
    func applicationID(_ text: String) throws(Problem) -> ApplicationID {
        guard let id = ApplicationID(text) else { throw .unknownApplication(text) }
        return id
    }
}

extension Problem {
    static func unknownApplication(_ id: String) -> Problem {
        applicationNotFound.with(detail: "No application \(id).")
    }
}

extension JSONObject {
    /// The object's text, without blanks.
    var text: String { String(decoding: serialized(), as: UTF8.self) }
}
