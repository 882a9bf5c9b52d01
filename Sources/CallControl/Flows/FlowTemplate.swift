import JSON
import NCCO

/// One flow, read and checked once, to be filled for each call.
///
/// A class, so that handing it on counts one reference.
final class FlowTemplate: Sendable {
    /// What is known of a flow without filling it.
    struct Facts: Equatable, Sendable {
        /// Whose app is rung by an endpoint of it.
        enum Rung: Equatable, Sendable {
            /// The user of the call.
            case user
            case named(String)
            /// Only the filled flow says.
            case filled
        }

        var rings: [Rung] = [] {
            didSet { ringsUserOnly = rings == [.user] }
        }
        /// Of most flows; told by a look.
        private(set) var ringsUserOnly = false
        /// Whether there is no sense in it for a call without a user.
        var needsUser = false
        /// The flows it goes on with.
        var steps: [String] = []
    }

    private let text: FlowText
    let facts: Facts
    let remarks: [Finding]

    /// Whether `FlowValues.fields` are needed to fill it.
    var asksForMore: Bool { !text.fields.isEmpty }

    /// Reads a flow file.
    ///
    /// - Parameter name: says which placeholders there is a value for.
    /// - Throws: what is wrong with it and where.
    init(_ bytes: [UInt8], as name: FlowName) throws(FlowFault) {
        let value: JSONValue
        do { value = try JSONValue.parse(bytes, limits: .request) } catch {
            throw .notJSON(error, isPlaceholder: Self.isPlaceholder(at: error.offset, in: bytes))
        }
        var builder = TemplateBuilder(name)
        try builder.add(value, at: JSONPointer())
        (text, facts) = builder.finish()
        if value.array?.isEmpty ?? false { throw .empty }
        remarks = try Self.findings(in: text)
    }

    /// Whether the text went wrong at a placeholder outside a string.
    private static func isPlaceholder(at offset: Int, in bytes: [UInt8]) -> Bool {
        let open = UInt8(ascii: "{")
        return bytes.indices.contains(offset) && bytes[offset] == open
            && (offset > 0 && bytes[offset - 1] == open || offset + 1 < bytes.count && bytes[offset + 1] == open)
    }

    /// Checks what comes out for usual values, for what stands in for values there are not, and for the longest ones.
    private static func findings(in text: FlowText) throws(FlowFault) -> [Finding] {
        let number = "447700900000"
        let longest = String(repeating: "x", count: FlowValues.longestSpokenName)
        let usual = FlowValues(callee: "Alice", user: "Alice", number: number, callerNumber: number, caller: number)
        let long = FlowValues(callee: longest, user: "Alice", number: number, callerNumber: number, caller: longest)
        let findings = NCCOCheck.findings(in: text.written(usual, greeting: nil, text.fields.map { $0.usualText }))
        let errors = findings.filter { $0.severity == .error }
        guard errors.isEmpty else { throw .findings(errors) }
        if text.fields.contains(where: { $0.otherwise != nil }) {
            let texts = text.fields.map { $0.otherwise ?? $0.usualText }
            let others = NCCOCheck.findings(in: text.written(usual, greeting: nil, texts))
            if let error = others.first(where: { $0.severity == .error }) { throw .unfitDefault(error) }
        }
        let tooLong = NCCOCheck.findings(
            in: text.written(long, greeting: nil, text.fields.map { $0.longText ?? longest }))
        if let error = tooLong.first(where: { $0.severity == .error && (text.fields.isEmpty || $0.rule == .longText) })
        {
            throw .tooLongWithNames(error)
        }
        return findings.filter { $0.severity == .warning }
    }

    /// The NCCO for one call.
    ///
    /// - Throws: what the platform would refuse in it. That is looked for where values are filled in that a caller chooses
    ///   freely: the others fit wherever they fitted when the flow was read.
    func filled(with values: FlowValues, greeting: String?) throws(Finding) -> [UInt8] {
        let texts = text.fields.isEmpty ? [] : text.fields.map { values.text(of: $0) }
        let output = text.written(values, spoken: greeting.flatMap { Greeting.spoken($0, values) }, texts)
        if !text.fields.isEmpty {
            // Tags that a caller sends into a text without markup are spoken like any other characters.
            let fault = NCCOCheck.findings(in: output).first { $0.severity == .error && $0.rule != .markup }
            if let fault { throw fault }
        }
        return output
    }
}

extension FlowField {
    /// What there usually is, for a check of the flow: something that can stand wherever the value may be meant to.
    fileprivate var usualText: String {
        switch source {
        case .value(.user), .value(.callee), .userDisplayName, .applicationName: "Alice"
        case .value, .from, .to, .customData, .header: "447700900000"
        case .step(let flow): "https://calls.example.org/webhooks/flow/" + flow
        }
    }

    /// The longest there can be, where it is not a caller's to choose.
    fileprivate var longText: String? {
        switch source {
        case .value(.number), .value(.callerNumber), .value(.user), .step: usualText
        default: nil
        }
    }
}
