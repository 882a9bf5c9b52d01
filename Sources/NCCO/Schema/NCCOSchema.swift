import JSON

/// A JSON Schema (draft 2020-12) of NCCOs, made from the same tables as the checker.
///
/// It accepts what the checker has no error for and refuses what it has one for, as far as a schema can tell: not what
/// comes before what (N011), how long headers are when written (N016), or whether SSML is well-formed (N018).
package enum NCCOSchema {
    /// - Parameter isStrict: also refuses what the checker warns of, where it is about names and kinds: options that are
    ///   not known, numbers in quotes, spellings of other times.
    package static func document(isStrict: Bool = false) -> JSONValue {
        let writer = SchemaWriter(isStrict: isStrict)
        var definitions: JSONObject = ["action": action]
        for kind in ActionKind.allCases {
            definitions[kind.rawValue] = writer.schema(
                of: kind.shape, kindKey: "action", constraints: constraints(kind))
        }
        definitions["endpoint"] = endpoint
        for kind in EndpointKind.allCases {
            definitions["\(kind.rawValue)-endpoint"] = writer.schema(
                of: kind.shape, kindKey: "type", constraints: constraints(kind))
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "NCCO",
            "description": "A call control object: what happens in a call, one action after the other.",
            "type": "array", "items": ["$ref": "#/$defs/action"], "$defs": .object(definitions),
        ]
    }

    private static let action = choice(
        key: "action", ActionKind.allCases.map { ($0.rawValue, $0.rawValue) }, "One step of a call.")

    private static let endpoint = choice(
        key: "type", EndpointKind.allCases.map { ($0.rawValue, "\($0.rawValue)-endpoint") }, "Whom a connect rings.")

    /// An object whose kind stands in one of its members. Conditions instead of alternatives, so that an editor tells what
    /// is wrong with the kind that is there, and not with all the others.
    private static func choice(
        key: String, _ kinds: [(name: String, definition: String)], _ description: JSONValue
    ) -> JSONValue {
        let cases: [JSONValue] = kinds.map { kind in
            [
                "if": ["properties": .object([key: ["const": .string(kind.name)]]), "required": [.string(key)]],
                "then": ["$ref": .string("#/$defs/\(kind.definition)")],
            ]
        }
        return [
            "type": "object", "description": description, "required": [.string(key)],
            "properties": .object([key: ["enum": .array(kinds.map { .string($0.name) })]]), "allOf": .array(cases),
        ]
    }
}
