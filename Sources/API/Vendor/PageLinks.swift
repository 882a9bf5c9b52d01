import JSON

/// The `_links` of a list that comes in numbered pages: relative, as the vendor gives them.
struct PageLinks {
    let path: String
    let page: Int
    let size: Int
    let total: Int

    /// How many pages there are; an empty list has one.
    var pages: Int { max(1, (total + size - 1) / size) }

    var json: JSONValue {
        var links = JSONObject()
        links["self"] = link(page)
        links["first"] = ["href": .string("\(path)?page_size=\(size)")]
        links["last"] = link(pages)
        if page > 1 { links["prev"] = link(min(page - 1, pages)) }
        if page < pages { links["next"] = link(page + 1) }
        return .object(links)
    }

    private func link(_ page: Int) -> JSONValue { ["href": .string("\(path)?page_size=\(size)&page=\(page)")] }
}
