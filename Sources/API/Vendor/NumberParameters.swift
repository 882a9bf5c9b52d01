import HTTP
import JSON
import Telephony

/// What a request of the vendor's Numbers API says, wherever its client put it: in the query, in a form, or in JSON. The
/// body goes before the query.
///
/// The type the body claims to be is not asked: the vendor's own SDK sends forms as `application/json`.
struct NumberParameters {
    private let pairs: [Query.Element]

    /// Throws `cannotDo` for a body that is neither.
    init(_ request: Request) throws(Problem) {
        pairs = try Self.body(request) + Array(request.query)
    }

    private static func body(_ request: Request) throws(Problem) -> [Query.Element] {
        guard let first = request.bodySlice.first(where: { $0 > 0x20 }) else { return [] }
        guard first == UInt8(ascii: "{") else { return Array(request.form) }
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONValue.parse(request.bodySlice, limits: .request).object ?? JSONObject()
        } catch {
            throw .cannotDo.with(detail: "The body is not JSON: \(error).")
        }
        var pairs: [Query.Element] = []
        for (name, value) in object.members {
            switch value {
            case .string(let text): pairs.append((name, text))
            case .number(let number): pairs.append((name, number.text))
            case .bool(let flag): pairs.append((name, flag ? "true" : "false"))
            case .null: pairs.append((name, ""))
            case .array, .object: throw .cannotDo.with(detail: "\(name): must be text, not \(value.kind).")
            }
        }
        return pairs
    }

    var reader: ParameterReader { ParameterReader(pairs) }

    /// The value as it was given, an empty one too.
    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// The number and the country it is in. Throws `cannotDo` unless both are given.
    func number() throws(Problem) -> (number: E164, country: String) {
        var reader = reader
        let country = reader.country()
        if country == nil, reader.faults.isEmpty { reader.reject("country", "is required") }
        let text = reader.text("msisdn")
        let number = text.flatMap { E164(dialled: $0) }
        if text == nil {
            reader.reject("msisdn", "is required")
        } else if number == nil {
            reader.reject("msisdn", "must be a number of 1 to 15 digits in international form")
        }
        try reader.checkNumbers()
        guard let number, let country else { throw .cannotDo }
        return (number, country)
    }
}

extension ParameterReader {
    /// Throws `cannotDo` with every fault there is in one sentence: this API has one label for all.
    func checkNumbers() throws(Problem) {
        guard !faults.isEmpty else { return }
        throw .cannotDo.with(detail: faults.map { "\($0.name): \($0.reason)" }.joined(separator: "; ") + ".")
    }
}
