extension JSONValue {
    /// Reads a JSON text (RFC 8259) strictly: no comments, no trailing commas, valid UTF-8, whole surrogate pairs.
    ///
    /// - Throws: what is wrong and where.
    package static func parse(_ bytes: [UInt8], limits: JSONLimits = .webhook) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try JSONParser.parse(buffer, limits: limits) }
    }

    /// Reads a JSON text that is a part of a longer array of bytes.
    package static func parse(_ bytes: ArraySlice<UInt8>, limits: JSONLimits = .webhook) throws(JSONError) -> JSONValue
    {
        try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try JSONParser.parse(buffer, limits: limits) }
    }

    /// Reads a JSON text.
    package static func parse(_ text: String, limits: JSONLimits = .webhook) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }
}
