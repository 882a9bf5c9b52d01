import Crypto
import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// Applications made elsewhere, the private halves of their keys, and what only we know of an application: its flow.
struct AdminApplicationRoutes: Sendable {
    let context: APIContext

    private static let path = AdminRoutes.path + "/applications"

    func add(to router: inout Router) {
        router.on(
            .post, Self.path + "/import", .async { request, exchange in await takeIn(request, exchange) })
        router.on(.patch, Self.path + "/{id}", .async { request, exchange in await change(request, exchange) })
        router.on(
            .put, Self.path + "/{id}/keys", .async { request, exchange in await setKey(request, exchange) })
    }

    private func takeIn(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let body = try ApplicationImportBody(request.jsonObject())
            try await context.write { tx in
                try ApplicationStore(tx).create(
                    body.application, privateKey: body.privateKey.map { Array($0.pem.utf8) })
                if let secret = body.signatureSecret {
                    try SignatureSecretStore(tx).add(Array(secret.utf8), of: .application(body.application.id))
                }
            }
            context.log.info(
                "application.imported",
                ["application": body.application.id, "push_by": body.application.pushBy.rawValue])
            return .json(body.application.json(), status: .created)
        }
    }

    /// Changes the flow that callers of the application's numbers get; `null` or an empty text takes the choice back.
    private func change(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let id = try context.namedApplication(exchange.parameters["id"]).id
            let body = try request.jsonObject()
            var reader = MemberReader(body)
            let flow = reader.text("flow").flatMap { $0.isEmpty ? nil : $0 }
            if body["flow"] == nil { reader.reject("flow", "is required") }
            try reader.check()
            if let flow, !context.flows.has(flow) { throw .unknownFlow(flow, context) }
            let files = context.shelf.files
            let changed = try await context.write { tx in
                let applications = ApplicationStore(tx)
                guard var application = try applications.find(id) else {
                    throw StoreError.unknown(.application, id.description)
                }
                // It may have been taken away since.
                if let flow, !files.has(flow), try FlowStore(tx).latest(flow)?.text == nil {
                    throw StoreError.unknown(.flow, flow)
                }
                application.flow = flow
                try applications.update(application)
                return application
            }
            context.log.info("application.flow_chosen", ["application": id, "flow": flow ?? ""])
            return .json(changed.json())
        }
    }

    /// Makes tokens possible. The public half stays what it is; where there is none yet, this is its other half.
    private func setKey(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let id = try context.applicationID(exchange.parameters["id"])
            var reader = MemberReader(try request.jsonObject())
            let key = reader.privateKey()
            if key == nil, reader.faults.isEmpty { reader.reject("private_key", "is required") }
            try reader.check()
            guard let key else { throw .invalidParameters }
            let publicKey = key.publicKey.pem
            try await context.write { tx in
                let applications = ApplicationStore(tx)
                guard var application = try applications.find(id) else {
                    throw StoreError.unknown(.application, id.description)
                }
                if let known = application.publicKey.flatMap({ try? RSAPublicKey(pem: $0) }) {
                    guard key.matches(known) else {
                        throw Problem.keyMismatch.with(
                            detail: "This private key does not belong to the public key of application \(id).")
                    }
                } else {
                    application.publicKey = publicKey
                    try applications.update(application)
                }
                try applications.setPrivateKey(Array(key.pem.utf8), of: id)
            }
            context.log.info("application.key_set", ["application": id])
            return .json(["id": .string(id.description), "public_key": .string(publicKey)])
        }
    }
}

extension MemberReader {
    /// `private_key`, an RSA key as PEM. Its text is never repeated.
    mutating func privateKey() -> RSAPrivateKey? {
        guard let text = text("private_key", longest: 1 << 16), !text.isEmpty else { return nil }
        do throws(KeyError) {
            return try RSAPrivateKey(pem: text)
        } catch {
            reject("private_key", "\(error)")
            return nil
        }
    }
}
