import JSON

/// Turns shapes into schemas.
struct SchemaWriter {
    let isStrict: Bool

    /// - Parameters:
    ///   - kindKey: the member that says what kind of object it is; what may stand in it is told elsewhere.
    ///   - constraints: schemas that hold besides.
    func schema(of shape: ObjectShape, kindKey: String? = nil, constraints: [JSONValue] = []) -> JSONValue {
        var properties = JSONObject()
        var required = kindKey.map { [JSONValue.string($0)] } ?? []
        var constraints = constraints
        if let kindKey { properties[kindKey] = [:] }
        for option in shape.options where !(isStrict && option.replacement != nil) {
            properties[option.name] = schema(of: option)
            if let other = option.otherSpelling, !isStrict {
                properties[other] = described(schema(of: option.shape), option, isDeprecated: true)
            }
            guard option.isRequired else { continue }
            if let other = option.otherSpelling, !isStrict {
                constraints.append(
                    ["anyOf": [["required": [.string(option.name)]], ["required": [.string(other)]]]])
            } else if !(shape.name == "input" && option.name == "type" && !isStrict) {
                required.append(.string(option.name))
            }
        }
        var object: JSONObject = ["type": "object"]
        if !required.isEmpty { object["required"] = .array(required) }
        object["properties"] = .object(properties)
        if isStrict { object["additionalProperties"] = false }
        if !constraints.isEmpty { object["allOf"] = .array(constraints) }
        return .object(object)
    }

    private func schema(of option: OptionShape) -> JSONValue {
        var schema = schema(of: option.shape)
        if option.isLenient, !isStrict {
            switch option.shape {
            case .urlArray: schema = ["anyOf": [schema, self.schema(of: .url)]]
            case .url: schema = ["anyOf": [schema, self.schema(of: .urlArray)]]
            default: break
            }
        }
        return described(schema, option, isDeprecated: option.replacement != nil)
    }

    private func described(_ schema: JSONValue, _ option: OptionShape, isDeprecated: Bool) -> JSONValue {
        guard case .object(var object) = schema else { return schema }
        if !option.summary.isEmpty { object["description"] = .string(option.summary + ".") }
        if isDeprecated { object["deprecated"] = true }
        return .object(object)
    }

    private func schema(of shape: ValueShape) -> JSONValue {
        switch shape {
        case .any: [:]
        case .boolean: alsoAsText(["type": "boolean"], ["enum": ["true", "false"]])
        case .integer(let range):
            alsoAsText(
                .object(limited(["type": "integer"], range.lowerBound, range.upperBound)),
                ["type": "string", "pattern": "^[+-]?[0-9]+$"])
        case .number(let range): alsoAsText(number(range), ["type": "string", "pattern": "^-?[0-9]+([.][0-9]+)?$"])
        case .string(let text): string(text)
        case .choice(let words): ["enum": .array(words.map { .string($0) })]
        case .phoneNumber: ["type": "string", "pattern": "^(?!00)[0-9]{7,15}$"]
        case .url: ["type": "string", "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#:][^\\s]*$"]
        case .urlArray: ["type": "array", "items": schema(of: .url), "minItems": 1, "maxItems": 1]
        case .language(let list): language(list)
        case .array(let element, let count, let isSet):
            array(schema(of: element), count, isSet)
        case .object(let shape): schema(of: shape)
        case .map(let element): ["type": "object", "additionalProperties": schema(of: element)]
        case .endpoint: ["type": "array", "items": ["$ref": "#/$defs/endpoint"], "minItems": 1, "maxItems": 1]
        }
    }

    private func alsoAsText(_ schema: JSONValue, _ text: JSONValue) -> JSONValue {
        isStrict ? schema : ["anyOf": [schema, text]]
    }

    private func limited(_ object: JSONObject, _ lower: Int, _ upper: Int) -> JSONObject {
        var object = object
        object["minimum"] = .number(JSONNumber(lower))
        if upper < Int.max { object["maximum"] = .number(JSONNumber(upper)) }
        return object
    }

    private func number(_ range: ClosedRange<Double>) -> JSONValue {
        var object: JSONObject = ["type": "number"]
        if range.upperBound < Double.greatestFiniteMagnitude {
            object["minimum"] = JSONNumber(range.lowerBound).map(JSONValue.number)
            object["maximum"] = JSONNumber(range.upperBound).map(JSONValue.number)
        }
        return .object(object)
    }

    private func string(_ text: TextShape) -> JSONValue {
        var object: JSONObject = ["type": "string"]
        object["pattern"] = text.pattern.map { .string($0) }
        if case .filled = text { object["minLength"] = 1 }
        return .object(object)
    }

    /// Known languages, for completion; others are not refused.
    private func language(_ list: LanguageList) -> JSONValue {
        let codes =
            switch list {
            case .spoken: SpokenLanguage.all.map(\.code)
            case .understood: UnderstoodLanguage.codes
            }
        let known: JSONValue = ["enum": .array(codes.map { .string($0) })]
        return isStrict ? known : ["anyOf": [known, ["type": "string"]]]
    }

    private func array(_ items: JSONValue, _ count: ClosedRange<Int>, _ isSet: Bool) -> JSONValue {
        var object: JSONObject = ["type": "array", "items": items]
        if count.lowerBound > 0 { object["minItems"] = .number(JSONNumber(count.lowerBound)) }
        if count.upperBound < Int.max { object["maxItems"] = .number(JSONNumber(count.upperBound)) }
        if isSet { object["uniqueItems"] = true }
        return .object(object)
    }
}
