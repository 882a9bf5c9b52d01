import CallControl
import HTTP
import HTTPServer
import JSON
import Registry
import Telephony

/// `/admin/v1/flows`: the call flows, and those that an operator stores in the place of files or beside them.
///
/// A flow is sent as it is, an array of actions. `ETag` and `If-Match` carry its revision, so that nobody overwrites
/// what he has not seen; `If-None-Match: *` makes a new one only. `dry_run=true` says what would come of a change.
struct FlowRoutes: Sendable {
    let context: APIContext

    static let path = AdminRoutes.path + "/flows"

    func add(to router: inout Router) {
        let one = Self.path + "/{name}"
        router.on(.get, Self.path, .async { request, exchange in await list(request, exchange) })
        router.on(.post, Self.path + "/check", .async { request, exchange in await check(request, exchange) })
        router.on(.get, one, .async { request, exchange in await show(request, exchange) })
        router.on(.put, one, .async { request, exchange in await put(request, exchange) })
        router.on(.delete, one, .async { request, exchange in await delete(request, exchange) })
        router.on(.get, one + "/history", .async { request, exchange in await history(request, exchange) })
        router.on(.post, one + "/rollback", .async { request, exchange in await rollBack(request, exchange) })
    }

    // MARK: Reading

    private func list(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let stored = try await context.read { tx in try FlowStore(tx).list() }
            var shown: [String: JSONObject] = [:]
            for name in context.shelf.files.names { shown[name] = Self.json(ofFile: name) }
            for revision in stored { shown[revision.name] = json(revision) }
            let flows = shown.sorted { $0.key < $1.key }.map { JSONValue.object($0.value) }
            return .json(["flows": .array(flows)])
        }
    }

    private func show(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let name = try name(exchange)
            var reader = ParameterReader(request.query)
            let wanted =
                reader.text("revision") == nil ? nil : reader.integer("revision", in: 1...Int.max, otherwise: 1)
            try reader.check()
            let (found, use) = try await context.read { tx in
                let store = FlowStore(tx)
                let found = try wanted.map { try store.revision($0, of: name) } ?? store.latest(name)
                return (found, try store.use(of: name))
            }
            var object: JSONObject
            let text: String
            if let found, let stored = found.text {
                (object, text) = (json(found), stored)
            } else if wanted == nil, let source = context.shelf.files.source(of: name) {
                (object, text) = (Self.json(ofFile: name), String(decoding: source, as: UTF8.self))
            } else if let wanted {
                throw .flowNotFound.with(detail: "The flow \(name) has no revision \(wanted) with a text.")
            } else {
                throw .unknownFlow(name, context)
            }
            object["used_by"] = use.json(flows: context.flows.flows(goingOnWith: name))
            object["text"] = .string(text)
            object["ncco"] = (try? JSONValue.parse(text)) ?? .null
            return .json(.object(object)).tagged(found?.text == nil ? nil : found?.number)
        }
    }

    private func history(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let name = try name(exchange)
            let revisions = try await context.read { tx in try FlowStore(tx).history(name) }
            if revisions.isEmpty, !context.flows.has(name) { throw .unknownFlow(name, context) }
            let shown = revisions.map { revision -> JSONValue in
                [
                    "revision": .number(JSONNumber(revision.number)),
                    "created_at": .string(revision.createdAt.rfc3339()),
                    "created_by": .string(revision.createdBy), "deleted": .bool(revision.text == nil),
                    "bytes": .number(JSONNumber(revision.text?.utf8.count ?? 0)),
                ]
            }
            return .json(["name": .string(name), "revisions": .array(shown)])
        }
    }

    private func check(_ request: Request, _ exchange: Exchange) async -> Response {
        await context.administering(request, exchange) { () async throws(Problem) in
            let name = request.query["name"] ?? "flow"
            guard FlowName.isName(name) else { throw .badFlowName }
            let flow = try FlowBody(request, as: name, in: context)
            return .json(["valid": true, "warnings": .array(flow.warnings)])
        }
    }

    // MARK: Changing

    private func put(_ request: Request, _ exchange: Exchange) async -> Response {
        await changing(request, exchange) { author, name, change async throws(Problem) in
            let flow = try FlowBody(request, as: name, in: context)
            return try await save(flow, as: name, by: author, change)
        }
    }

    private func rollBack(_ request: Request, _ exchange: Exchange) async -> Response {
        await changing(request, exchange) { author, name, change async throws(Problem) in
            var reader = MemberReader(try request.optionalJSONObject())
            let wanted = reader.value("revision").map(\.int)
            if case .some(nil) = wanted { reader.reject("revision", "must be a number") }
            try reader.check()
            let history = try await context.read { tx in try FlowStore(tx).history(name) }
            guard let current = history.first else { throw .unknownFlow(name, context) }
            // Back to the last one that is not what there is.
            let revision =
                if let wanted = wanted ?? nil {
                    history.first { $0.number == wanted }
                } else {
                    history.dropFirst().first { $0.text != nil && $0.text != current.text }
                }
            guard let text = revision?.text else {
                throw .flowNotFound.with(
                    detail: "The flow \(name) has no "
                        + ((wanted ?? nil).map { "revision \($0)" } ?? "earlier revision")
                        + " to go back to.", advice: "hookline flows history \(name)")
            }
            let flow = try FlowBody(Array(text.utf8), as: name, in: context)
            return try await save(flow, as: name, by: author, change)
        }
    }

    private func save(
        _ flow: FlowBody, as name: String, by author: String, _ change: FlowChange
    ) async throws(Problem) -> Response {
        let outcome: FlowOutcome
        if change.isDryRun {
            outcome = try await context.read { tx in
                let before = try FlowStore(tx).latest(name)
                try change.check(before)
                return FlowOutcome(flow, as: name, by: author, over: before, at: tx.now)
            }
        } else {
            outcome = try await context.write { tx in
                let store = FlowStore(tx)
                let before = try store.latest(name)
                try change.check(before)
                let outcome = FlowOutcome(flow, as: name, by: author, over: before, at: tx.now)
                if outcome.isChange { try store.put(name, flow.text, by: author) }
                try ProblemStore(tx).resolve(code: StoredProblem.invalidFlow, subject: name)
                return outcome
            }
            if outcome.isChange {
                context.log.info("flow.stored", ["flow": name, "revision": outcome.revision.number])
            }
        }
        var object = json(outcome.revision)
        object["problem"] = nil
        object["changed"] = .bool(outcome.isChange)
        object["dry_run"] = change.isDryRun ? true : nil
        object["warnings"] = .array(flow.warnings)
        let isNew = outcome.isNew && !change.isDryRun
        return .json(.object(object), status: isNew ? .created : .ok).tagged(outcome.revision.number)
    }

    private func delete(_ request: Request, _ exchange: Exchange) async -> Response {
        await changing(request, exchange) { author, name, change async throws(Problem) in
            let hasFile = context.shelf.files.has(name)
            let followers = hasFile ? [] : context.flows.flows(goingOnWith: name)
            let files = context.shelf.files
            let delete: @Sendable (ReadTransaction) throws -> FlowUse = { tx in
                let store = FlowStore(tx)
                let before = try store.latest(name)
                try change.check(before)
                guard before?.text != nil else {
                    throw files.has(name)
                        ? Problem.flowNotFound.with(
                            detail: "The flow \(name) is a file, and nothing is stored over it.")
                        : Problem.flowNotFound.with(detail: "There is no flow \(name).")
                }
                // A file of its name takes its place.
                let use = hasFile ? FlowUse() : try store.use(of: name)
                guard change.isForced || use.isEmpty && followers.isEmpty else {
                    throw Problem.flowInUse.with(
                        detail: use.words(flows: followers), advice: "Choose another flow for them, or add --force.")
                }
                return use
            }
            let use: FlowUse
            if change.isDryRun {
                use = try await context.read { tx in try delete(tx) }
            } else {
                use = try await context.write { tx in
                    let use = try delete(tx)
                    if !use.isEmpty { try FlowStore(tx).release(name) }
                    try FlowStore(tx).put(name, nil, by: author)
                    try ProblemStore(tx).resolve(code: StoredProblem.invalidFlow, subject: name)
                    return use
                }
                context.log.info("flow.deleted", ["flow": name])
            }
            var object: JSONObject = ["name": .string(name), "deleted": .bool(!change.isDryRun)]
            object["dry_run"] = change.isDryRun ? true : nil
            object["released"] = use.json(flows: followers)
            object["served_instead"] = hasFile ? "file" : nil
            return .json(.object(object))
        }
    }

    private func changing(
        _ request: Request, _ exchange: Exchange,
        _ body: (_ author: String, _ name: String, FlowChange) async throws(Problem) -> Response
    ) async -> Response {
        await context.answering(exchange) { () async throws(Problem) in
            let administrator = try await context.authenticateAdmin(request)
            return try await body(administrator.key, try name(exchange), try FlowChange(request))
        }
    }

    private func name(_ exchange: Exchange) throws(Problem) -> String {
        let name = exchange.parameters["name"]
        guard FlowName.isName(name) else { throw .badFlowName }
        return name
    }

    // MARK: Showing

    private static func json(ofFile name: String) -> JSONObject {
        ["name": .string(name), "source": "file", "revision": .null]
    }

    private func json(_ revision: FlowRevision) -> JSONObject {
        var object: JSONObject = [
            "name": .string(revision.name), "source": "stored", "revision": .number(JSONNumber(revision.number)),
            "created_at": .string(revision.createdAt.rfc3339()), "created_by": .string(revision.createdBy),
        ]
        let fault = context.shelf.faults.first { $0.name == revision.name && $0.revision == revision.number }
        object["problem"] = fault.map { .string("\($0)") }
        return object
    }
}

/// What saving a flow comes to.
private struct FlowOutcome: Sendable {
    let revision: FlowRevision
    /// Whether it says something else than before.
    let isChange: Bool
    /// Whether there was none of its name in the store.
    let isNew: Bool

    init(_ flow: FlowBody, as name: String, by author: String, over before: FlowRevision?, at now: Timestamp) {
        isNew = before?.text == nil
        if let before, before.text == flow.text {
            isChange = false
            revision = before
        } else {
            isChange = true
            revision = FlowRevision(
                name: name, number: (before?.number ?? 0) + 1, text: flow.text, createdAt: now, createdBy: author)
        }
    }
}

extension FlowUse {
    fileprivate func json(flows: [String]) -> JSONValue {
        [
            "numbers": .array(numbers.map { .string($0.digits) }),
            "applications": .array(applications.map { .string($0.description) }),
            "flows": .array(flows.map { .string($0) }),
        ]
    }

    fileprivate func words(flows: [String]) -> String {
        let lists = [
            ("numbers", numbers.map(\.digits)), ("applications", applications.map(\.description)), ("flows", flows),
        ]
        return "It is the flow of "
            + lists.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
            + "."
    }
}

extension Response {
    /// With the revision as its entity tag (RFC 9110 §8.8.3).
    fileprivate func tagged(_ revision: Int?) -> Response { revision.map { with("ETag", "\"\($0)\"") } ?? self }
}

extension Problem {
    static var badFlowName: Problem {
        invalidParameters.with(
            invalid: "name", "must be letters, digits, “-”, “_” and “.”, 64 at most, and not begin with a “.”")
    }

    /// There is no flow of that name.
    static func unknownFlow(_ name: String, _ context: APIContext) -> Problem {
        flowNotFound.with(
            detail: "There is no flow \(name); there are \(context.flows.names.joined(separator: ", ")).",
            advice: "hookline flows put \(name) FILE")
    }
}
