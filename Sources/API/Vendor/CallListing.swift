import HTTP
import JSON
import Registry
import Telephony

/// A list of calls by record index, as `GET /v1/calls` and the administration show it.
struct CallListing: Sendable {
    let context: APIContext
    /// Whose calls; nil: everybody's.
    let application: ApplicationID?
    /// What links lead to.
    let linkPath: String

    /// Throws `invalidQuery`, or the store's problems.
    func answer(_ request: Request) async throws(Problem) -> Response {
        var reader = ParameterReader(request.query)
        var query = CallQuery()
        query.application = application
        query.size = reader.integer("page_size", in: 1...100, otherwise: 10)
        query.index = reader.integer("record_index", in: 0...Int.max, otherwise: 0)
        query.order = reader.order()
        query.from = reader.time("date_start")
        query.until = reader.time("date_end")
        query.status = reader.text("status").map { CallStatus(rawValue: $0) }
        if let text = reader.text("conversation_uuid") {
            query.conversation = ConversationID(text)
            if query.conversation == nil { reader.reject("conversation_uuid", "is longer than 128 bytes") }
        }
        try reader.check()

        let asked = query
        let page = try await context.read { tx in try CallStore(tx).list(asked) }
        let now = context.clock.now()
        return .json([
            "count": .number(JSONNumber(page.total)), "page_size": .number(JSONNumber(query.size)),
            "record_index": .number(JSONNumber(query.index)),
            "_links": links(query, reader, page),
            "_embedded": ["calls": .array(page.items.map { shown($0, at: now) })],
        ])
    }

    private func shown(_ call: StoredCall, at now: Timestamp) -> JSONValue {
        var object = call.json(at: now)
        // Where calls of several applications stand together, each says whose it is.
        if application == nil { object["application_id"] = call.application.map { .string($0.description) } ?? .null }
        return .object(object)
    }

    private func links(_ query: CallQuery, _ reader: ParameterReader, _ page: Page<StoredCall>) -> JSONValue {
        let filters: [Query.Element] = ["status", "date_start", "date_end", "conversation_uuid"].compactMap { name in
            reader.text(name).map { (name, $0) }
        }
        func link(_ index: Int) -> JSONValue {
            let paging: [Query.Element] = [
                ("page_size", "\(query.size)"), ("record_index", "\(index)"),
                ("order", query.order == .ascending ? "asc" : "desc"),
            ]
            return ["href": .string(linkPath + "?" + Query.encoded(paging + filters))]
        }
        var links: JSONObject = ["self": link(query.index)]
        links["first"] = link(0)
        if query.index > 0 { links["prev"] = link(max(0, query.index - query.size)) }
        let (next, overflow) = query.index.addingReportingOverflow(page.items.count)
        if !overflow, !page.items.isEmpty, next < page.total { links["next"] = link(next) }
        return .object(links)
    }
}
