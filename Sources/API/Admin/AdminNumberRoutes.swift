import CallControl
import Directory
import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `/admin/v1/numbers`: bringing numbers in, and saying whose phone they ring.
struct AdminNumberRoutes: Sendable {
    let context: APIContext

    private static let path = AdminRoutes.path + "/numbers"

    func add(to router: inout Router) {
        router.on(.post, Self.path, .async { request, exchange in await add(request, exchange) })
        let link = Self.path + "/{msisdn}/link"
        router.on(.post, link, .async { request, exchange in await self.link(request, exchange) })
        router.on(.delete, link, .async { request, exchange in await unlink(request, exchange) })
    }

    /// A number that is there and equal is left as it is. One that is for sale becomes ours when it is said to be.
    private func add(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let number = try NumberBody(request.jsonObject()).number
            let (stored, isNew) = try await context.write { tx in
                let numbers = NumberStore(tx)
                guard let found = try numbers.find(number.number) else {
                    try numbers.create(number)
                    return (number, true)
                }
                if found.isSame(as: number) { return (found, false) }
                guard !found.isOwned else {
                    throw Problem.numberTaken.with(
                        detail: "The number \(number.number.digits) is owned already, and not the same: "
                            + "\(found.country), \(found.kind.rawValue), \(found.features.names.joined(separator: ","))"
                            + (number.isOwned ? "." : "; it cannot be for sale."))
                }
                var changed = number
                changed.cost = found.cost
                changed.initialPrice = found.initialPrice
                try numbers.update(changed)
                return (changed, false)
            }
            context.log.info("number.added", ["number": stored.number, "owned": stored.isOwned, "new": isNew])
            return .json(stored.ownedJSON(userName: userName(of: stored)), status: isNew ? .created : .ok)
        }
    }

    private func link(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let body = try NumberLinkBody(request.optionalJSONObject())
            let number = try number(exchange)
            guard let entry = context.registry.directory.number(number) else { throw .unknownNumber(number.digits) }
            let application = try context.namedApplication(body.application ?? entry.application?.description)
            var user: UserEntry?
            if let name = body.user { user = try context.namedUser(name, in: application) }
            let keepsUser = body.isAboutFlowOnly(application.id, current: entry.application)
            if keepsUser { user = entry.user.flatMap { context.registry.directory.user($0) } }
            let (applicationID, userID) = (application.id, user?.id)
            if let flow = body.flow, !context.flows.has(flow) { throw .unknownFlow(flow, context) }
            let files = context.shelf.files
            let linked = try await context.write { tx in
                let numbers = NumberStore(tx)
                guard var found = try numbers.find(number), found.isOwned else {
                    throw Problem.unknownNumber(number.digits)
                }
                // It may have been taken away since.
                if let flow = body.flow, !files.has(flow), try FlowStore(tx).latest(flow)?.text == nil {
                    throw StoreError.unknown(.flow, flow)
                }
                found.application = applicationID
                found.flow = body.flow
                if !keepsUser {
                    found.user = userID
                    found.greeting = body.greeting
                }
                try numbers.update(found)
                return found
            }
            context.log.info("number.linked", ["number": number, "application": applicationID])
            var object = JSONObject()
            object["msisdn"] = .string(number.digits)
            object["country"] = .string(linked.country)
            object["application_id"] = .string(applicationID.description)
            object["user"] = user.map { .string($0.name.text) } ?? .null
            object["user_id"] = userID.map { .string($0.description) } ?? .null
            object["greeting"] = linked.greeting.map { .string($0) } ?? .null
            object["flow"] = linked.flow.map { .string($0) }
            var warnings: [String] = []
            if let flow = linked.flow, linked.user == nil, context.flows.needsUser(flow) {
                warnings.append("the flow \(flow) speaks of a user, and the number has none")
            }
            if let remark = body.greeting.flatMap(Greeting.remark) { warnings.append(remark) }
            if !warnings.isEmpty { object["warning"] = .string(warnings.joined(separator: "; ")) }
            return .json(.object(object))
        }
    }

    private func unlink(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let number = try number(exchange)
            try await context.write { tx in
                let numbers = NumberStore(tx)
                guard var found = try numbers.find(number), found.isOwned else {
                    throw Problem.unknownNumber(number.digits)
                }
                found.unlink()
                try numbers.update(found)
            }
            context.log.info("number.unlinked", ["number": number])
            return .noContent
        }
    }

    private func number(_ exchange: Exchange) throws(Problem) -> E164 {
        let text = exchange.parameters["msisdn"]
        guard let number = E164(dialled: text) else { throw .unknownNumber(text) }
        return number
    }

    private func userName(of number: Number) -> UserName? {
        number.user.flatMap { context.registry.directory.user($0)?.name }
    }
}

extension Number {
    /// Whether nothing in `other` contradicts it.
    fileprivate func isSame(as other: Number) -> Bool {
        country == other.country && kind == other.kind && features == other.features && isOwned == other.isOwned
            && (other.application == nil || application == other.application)
    }
}

extension Problem {
    static func unknownNumber(_ text: String) -> Problem {
        numberNotFound.with(
            detail: "The number \(text) is not one of ours.", advice: "hookline numbers add \(text) --country …")
    }
}
