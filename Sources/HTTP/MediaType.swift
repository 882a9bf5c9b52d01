/// The type of a body: `application/json; charset=utf-8` (RFC 9110 §8.3.1). Parameters are not kept.
package struct MediaType: Hashable, Sendable {
    /// `application/json`, in lower case.
    package let essence: String

    /// From the value of a `Content-Type` field. Fails unless it is `type/subtype` with or without parameters.
    package init?(_ value: String) {
        let essence = value.prefix { $0 != ";" }.trimmed().lowercased()
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ FieldName.isToken(String($0)) }) else { return nil }
        self.essence = essence
    }

    /// `application/json`, or anything with the suffix `+json` (RFC 6839).
    package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }

    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }

    package var isMultipart: Bool { essence == "multipart/form-data" }
}

extension Substring {
    /// Without blanks and tabs at both ends.
    fileprivate func trimmed() -> Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
