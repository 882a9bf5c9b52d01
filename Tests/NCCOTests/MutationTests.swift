import JSON
import TestSupport
import Testing

@testable import NCCO

/// Valid NCCOs, each broken in one place: every break is found.
@Suite struct MutationTests {
    private static let sources: [(file: String, value: JSONValue)] = ValidFixtureTests.files.compactMap { file in
        guard let value = try? Fixture.json("ncco/valid/\(file)"),
            NCCOCheck.findings(in: value.serialized()).isEmpty
        else { return nil }
        return (file, value)
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func everyBreakIsFound(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let source = try #require(Self.sources.randomElement(using: &random))
        let broken = try #require(Mutation.random(of: source.value, using: &random))

        let after = NCCOCheck.findings(in: broken.bytes)

        #expect(!after.isEmpty, "\(source.file): \(broken.name)")
    }
}

/// One way to break an NCCO.
private struct Mutation {
    var name: String
    var bytes: [UInt8]

    /// A mutation that fits one of the actions.
    static func random(of value: JSONValue, using random: inout SplitMix64) -> Mutation? {
        let elements = value.array ?? []
        for _ in 0..<200 {
            let index = Int.random(in: 0..<elements.count, using: &random)
            guard let action = elements[index].object,
                let kind = action["action"]?.string.flatMap(ActionKind.init)
            else { continue }
            var broken = elements
            func result(_ name: String, _ object: JSONObject) -> Mutation {
                broken[index] = .object(object)
                return Mutation(name: name, bytes: JSONValue.array(broken).serialized())
            }
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                // Cut off.
                let bytes = value.serialized()
                let count = Int.random(in: 0..<bytes.count, using: &random)
                return Mutation(name: "cut to \(count) bytes", bytes: Array(bytes.prefix(count)))
            case 1:
                var bytes = value.serialized()
                bytes.insert(UInt8(ascii: ","), at: bytes.count - 1)
                return Mutation(name: "comma at the end", bytes: bytes)
            case 2:
                var object = action
                object["action"] = .string(kind.rawValue + "s")
                return result("unknown action", object)
            case 3:
                broken[index] = [1, "talk", nil, []].randomElement(using: &random)!
                return Mutation(name: "no object", bytes: JSONValue.array(broken).serialized())
            case 4:
                return Mutation(
                    name: "in an object", bytes: JSONValue.object(["ncco": value]).serialized())
            default:
                guard let (name, object) = damaged(action, kind.shape, "", &random) else { continue }
                return result(name, object)
            }
        }
        return nil
    }

    /// The object with one option damaged, perhaps inside another object.
    private static func damaged(
        _ object: JSONObject, _ shape: ObjectShape, _ path: String, _ random: inout SplitMix64
    ) -> (String, JSONObject)? {
        var result = object
        guard let option = shape.options.filter({ object[$0.name] != nil }).randomElement(using: &random) else {
            return nil
        }
        let name = path + option.name
        let value = object[option.name]!
        if case .object(let inner) = option.shape, let nested = value.object, Bool.random(using: &random),
            let (name, damaged) = damaged(nested, inner, name + "/", &random)
        {
            result[option.name] = .object(damaged)
            return (name, result)
        }
        if case .endpoint = option.shape, let endpoint = value[0]?.object, Bool.random(using: &random),
            let kind = endpoint["type"]?.string.flatMap(EndpointKind.init),
            let (name, damaged) = damaged(endpoint, kind.shape, name + "/", &random)
        {
            result[option.name] = [.object(damaged)]
            return (name, result)
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where option.isRequired:
            result[option.name] = nil
            return ("without \(name)", result)
        case 1:
            // Another name.
            result[option.name] = nil
            result[option.name + "x"] = value
            return ("\(name) misspelt", result)
        case 2:
            guard let bad = outside(option.shape, &random) else { return nil }
            result[option.name] = bad
            return ("\(name) = \(bad)", result)
        default:
            guard let bad = otherKind(option.shape) else { return nil }
            result[option.name] = bad
            return ("\(name) = \(bad)", result)
        }
    }

    /// A value of the right kind outside of what is allowed.
    private static func outside(_ shape: ValueShape, _ random: inout SplitMix64) -> JSONValue? {
        switch shape {
        case .integer(let range):
            return .number(JSONNumber(range.upperBound < Int.max ? range.upperBound + 1 : range.lowerBound - 1))
        case .number(let range):
            guard range.upperBound < Double.greatestFiniteMagnitude else { return nil }
            return JSONNumber(range.upperBound + 0.5).map(JSONValue.number)
        case .choice: return "elsewhere"
        case .phoneNumber:
            return ["+447700900000", "0044770090", "12", "44 7700 900000", ""].randomElement(using: &random)
        case .url: return ["not a url", "ftp://a.example", "/path", "https://", ""].randomElement(using: &random)
        case .urlArray:
            return [[], ["https://a.example", "https://b.example"], ["/path"], [5]].randomElement(using: &random)
        case .string(.any): return nil
        case .string: return ""
        case .language: return "xx-YY"
        case .array(_, let count, _): return count.lowerBound > 0 ? [] : ["no leg"]
        default: return nil
        }
    }

    private static func otherKind(_ shape: ValueShape) -> JSONValue? {
        switch shape {
        case .any: nil
        case .boolean, .integer, .number: ["a"]
        case .string, .choice, .phoneNumber, .url, .language: ["a": true]
        case .urlArray, .array, .endpoint, .object, .map: 5
        }
    }
}
