import HTTP
import JSON

/// Walks through a list that comes in pages linked by `_links.next`.
enum Page {
    /// The members under `_embedded.KEY`, at most `limit`, and whether there are more.
    static func all(
        _ key: String, from path: String, query: [(String, String?)], limit: Int, of server: ServerConnection,
        as credentials: ServerConnection.Credentials, about what: String
    ) throws(Failure) -> (items: [JSONValue], hasMore: Bool) {
        var items: [JSONValue] = []
        var query = query
        while true {
            let page = try server.call(.get, path, query: query, as: credentials, about: what)
            let found = page["_embedded"]?[key]?.array ?? []
            items += found
            guard let next = page["_links"]?["next"]?["href"]?.string, !found.isEmpty else { break }
            if items.count >= limit { return (Array(items.prefix(limit)), true) }
            // The link's host may be one that only the server knows; what counts is where it goes on.
            query = Query(next.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
                .map { ($0.name, $0.value) }
        }
        return (Array(items.prefix(limit)), items.count > limit)
    }
}
