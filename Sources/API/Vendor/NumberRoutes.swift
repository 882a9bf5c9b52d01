import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// The vendor's Numbers API: `/account/numbers` and `/number/…`.
///
/// It knows three statuses: 200, 401 and 420, which stands for all that cannot be done.
struct NumberRoutes: Sendable {
    let context: APIContext

    func add(to router: inout Router) {
        router.on(.get, "/account/numbers", .async { request, exchange in await listOwned(request, exchange) })
        router.on(.get, "/number/search", .async { request, exchange in await search(request, exchange) })
        router.on(.post, "/number/buy", .async { request, exchange in await buy(request, exchange) })
        router.on(.post, "/number/cancel", .async { request, exchange in await cancel(request, exchange) })
        router.on(.post, "/number/update", .async { request, exchange in await update(request, exchange) })
    }

    private func listOwned(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .numbers) { () async throws(Problem) in
            var reader = ParameterReader(request.query)
            var query = Self.query(&reader)
            query.application = reader.application("application_id")
            query.hasApplication = reader.flag("has_application")
            try reader.checkNumbers()
            let asked = query
            let page = try await context.read { tx in try NumberStore(tx).owned(asked) }
            let directory = context.registry.directory
            return Self.list(page) { number in
                number.ownedJSON(userName: number.user.flatMap { directory.user($0)?.name })
            }
        }
    }

    private func search(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .numbers) { () async throws(Problem) in
            var reader = ParameterReader(request.query)
            var query = Self.query(&reader)
            if reader.text("country") == nil { reader.reject("country", "is required") }
            query.kind = Self.kind(&reader)
            query.features = Self.features(&reader)
            try reader.checkNumbers()
            let asked = query
            let page = try await context.read { tx in try NumberStore(tx).forSale(asked) }
            return Self.list(page, \.offerJSON)
        }
    }

    private func buy(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .numbers) { () async throws(Problem) in
            let (number, country) = try NumberParameters(request).number()
            try await context.write { tx in
                let numbers = NumberStore(tx)
                guard let found = try numbers.find(number) else { throw Problem.notAvailable(number, "not for sale") }
                guard !found.isOwned else { throw Problem.notAvailable(number, "owned already") }
                guard found.country == country else { throw Problem.notAvailable(number, "not a number of \(country)") }
                try numbers.buy(number)
            }
            context.log.info("number.bought", ["number": number])
            return Self.success
        }
    }

    private func cancel(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .numbers) { () async throws(Problem) in
            let (number, country) = try NumberParameters(request).number()
            try await context.write { tx in
                let numbers = NumberStore(tx)
                guard let found = try numbers.find(number), found.isOwned, found.country == country else {
                    throw Problem.notOwned(number)
                }
                try numbers.cancel(number)
            }
            context.log.info("number.cancelled", ["number": number])
            return Self.success
        }
    }

    private func update(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange, as: .numbers) { () async throws(Problem) in
            let parameters = try NumberParameters(request)
            let (number, country) = try parameters.number()
            let update = try NumberUpdate(parameters)
            try await context.write { tx in
                let numbers = NumberStore(tx)
                guard var found = try numbers.find(number), found.isOwned, found.country == country else {
                    throw Problem.notOwned(number)
                }
                if let id = update.application, try ApplicationStore(tx).find(id) == nil {
                    throw Problem.cannotDo.with(detail: "There is no application \(id).")
                }
                update.apply(to: &found)
                try numbers.update(found)
            }
            context.log.info("number.updated", ["number": number])
            return Self.success
        }
    }

    private static let success = Response.json(["error-code": "200", "error-code-label": "success"])

    private static func list(_ page: Page<Number>, _ shown: (Number) -> JSONValue) -> Response {
        .json(["count": .number(JSONNumber(page.total)), "numbers": .array(page.items.map(shown))])
    }

    /// The filters that both lists have.
    private static func query(_ reader: inout ParameterReader) -> NumberQuery {
        var query = NumberQuery()
        query.country = reader.country()
        query.pattern = reader.text("pattern") ?? ""
        let place = reader.integer("search_pattern", in: 0...2, otherwise: 0)
        query.place = NumberQuery.Place(rawValue: place) ?? .start
        query.size = reader.integer("size", in: 1...100, otherwise: 10)
        query.page = reader.integer("index", in: 1...Int.max, otherwise: 1)
        return query
    }

    private static func kind(_ reader: inout ParameterReader) -> Number.Kind? {
        guard let text = reader.text("type") else { return nil }
        guard let kind = Number.Kind(rawValue: text) else {
            reader.reject("type", "must be " + Number.Kind.allCases.map(\.rawValue).joined(separator: ", "))
            return nil
        }
        return kind
    }

    private static func features(_ reader: inout ParameterReader) -> NumberFeatures {
        var features: NumberFeatures = []
        for name in (reader.text("features") ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
            guard let feature = NumberFeatures(name: name) else {
                reader.reject("features", "must be SMS, VOICE or MMS, parted by commas")
                break
            }
            features.insert(feature)
        }
        return features
    }
}

extension Problem {
    fileprivate static func notAvailable(_ number: E164, _ reason: String) -> Problem {
        cannotDo.with(detail: "The number \(number.digits) is not available: it is \(reason).")
    }

    fileprivate static func notOwned(_ number: E164) -> Problem {
        methodFailed.with(detail: "The number \(number.digits) was not found among your numbers.")
    }
}
