import JSON
import NCCO

/// One flow, split once into runs of bytes that are always the same and slots between them.
///
/// Slots stand inside strings only, and a value is escaped for the string it stands in: what a caller sends can change
/// what is said, never what is done.
struct FlowTemplate: Equatable, Sendable {
    /// Nothing in it is counted, so that filling a flow touches no reference.
    enum Part: Equatable, Sendable {
        /// Bytes of `literals`.
        case literal(from: Int, to: Int)
        /// - isMarkup: the string is SSML, so the value is escaped for that, too.
        case slot(Placeholder, isMarkup: Bool)
        /// The next so many parts are the text of the first `talk`, in whose place a number's greeting is spoken.
        case spokenText(parts: Int)
    }

    private let parts: [Part]
    private let literals: [UInt8]
    private(set) var remarks: [Finding] = []

    /// Reads a flow file.
    ///
    /// - Parameter allowed: the placeholders there is a value for.
    /// - Throws: what is wrong with it and where.
    init(_ bytes: [UInt8], allowed: Set<Placeholder> = Set(Placeholder.allCases)) throws(FlowFault) {
        let value: JSONValue
        do { value = try JSONValue.parse(bytes, limits: .request) } catch {
            throw .notJSON(error, isPlaceholder: Self.isPlaceholder(at: error.offset, in: bytes))
        }
        var builder = TemplateBuilder(allowed: allowed)
        try builder.add(value, at: JSONPointer())
        (parts, literals) = builder.finish()
        if value.array?.isEmpty ?? false { throw .empty }
        remarks = try check()
    }

    /// Whether the text went wrong at a placeholder outside a string.
    private static func isPlaceholder(at offset: Int, in bytes: [UInt8]) -> Bool {
        let open = UInt8(ascii: "{")
        return bytes.indices.contains(offset) && bytes[offset] == open
            && (offset > 0 && bytes[offset - 1] == open || offset + 1 < bytes.count && bytes[offset + 1] == open)
    }

    /// Checks what comes out for usual values, and for the longest ones.
    private func check() throws(FlowFault) -> [Finding] {
        let number = "447700900000"
        let longest = String(repeating: "x", count: FlowValues.longestSpokenName)
        let usual = FlowValues(callee: "Alice", user: "Alice", number: number, callerNumber: number, caller: number)
        let long = FlowValues(callee: longest, user: "Alice", number: number, callerNumber: number, caller: longest)
        let findings = NCCOCheck.findings(in: filled(with: usual, greeting: nil))
        if let error = findings.first(where: { $0.severity == .error }) { throw .finding(error) }
        if let error = NCCOCheck.findings(in: filled(with: long, greeting: nil)).first(where: { $0.severity == .error })
        {
            throw .tooLongWithNames(error)
        }
        return findings
    }

    /// The NCCO for one call.
    func filled(with values: FlowValues, greeting: String?) -> [UInt8] {
        guard let greeting = greeting.flatMap({ Greeting.spoken($0, values) }) else {
            return written(values, greeting: nil)
        }
        let hasTalk = parts.contains { if case .spokenText = $0 { true } else { false } }
        if hasTalk { return written(values, greeting: greeting) }
        // Nothing to replace: it is said first.
        var output = written(values, greeting: nil)
        var talk = Array("[{\"action\":\"talk\",\"text\":".utf8)
        greeting.writeJSONString(to: &talk)
        talk.append(contentsOf: "},".utf8)
        output.replaceSubrange(..<1, with: talk)
        return output
    }

    private func written(_ values: FlowValues, greeting: String?) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room(for: values, greeting)) { buffer in
            var output: [UInt8] = []
            guard let place = buffer.baseAddress else { return output }
            let count = write(values, greeting, to: place)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
            return output
        }
    }

    /// The most bytes the NCCO can take. An entity of XML is no longer than an escaped character of JSON.
    private func room(for values: FlowValues, _ greeting: String?) -> Int {
        var room = greeting?.utf8.count ?? 0
        for part in parts {
            if case .slot(let placeholder, _) = part { room += values[placeholder].utf8.count }
        }
        return literals.count + room * String.mostJSONBytes
    }

    /// - Parameter place: has room for it.
    private func write(_ values: FlowValues, _ greeting: String?, to place: UnsafeMutablePointer<UInt8>) -> Int {
        literals.withUnsafeBufferPointer { literals in
            var (index, count) = (0, 0)
            while index < parts.count {
                switch parts[index] {
                case .literal(let start, let end):
                    (place + count).update(from: literals.baseAddress! + start, count: end - start)
                    count += end - start
                case .slot(let placeholder, let isMarkup):
                    let value = values[placeholder]
                    count += (isMarkup ? value.escapedForMarkup : value).writeJSONStringContent(at: place + count)
                case .spokenText(let parts):
                    if let greeting {
                        count += greeting.writeJSONStringContent(at: place + count)
                        index += parts
                    }
                }
                index += 1
            }
            return count
        }
    }
}

/// Why a text is no flow.
package enum FlowFault: Error, Equatable, Sendable {
    case notJSON(JSONError, isPlaceholder: Bool)
    case empty
    case unknownPlaceholder(String, JSONPointer)
    case placeholderNotClosed(JSONPointer)
    case placeholderWithoutValue(Placeholder, JSONPointer)
    case placeholderInKey(JSONPointer)
    case finding(Finding)
    case tooLongWithNames(Finding)
}

extension FlowFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let error, let isPlaceholder):
            "\(error)" + (isPlaceholder ? " (placeholders stand inside strings: \"{{callee}}\")" : "")
        case .empty: "the flow has no actions, so the caller would hear nothing"
        case .unknownPlaceholder(let name, let place):
            "\(place): there is no placeholder “\(name)”; there are "
                + Placeholder.allCases.map(\.rawValue).joined(separator: ", ")
        case .placeholderNotClosed(let place): "\(place): “{{” without “}}”"
        case .placeholderWithoutValue(let placeholder, let place):
            "\(place): “\(placeholder.rawValue)” is not known in this flow"
        case .placeholderInKey(let place): "\(place): a placeholder cannot stand in the name of an option"
        case .finding(let finding): "\(finding.pointer): \(finding.message) (\(finding.rule.rawValue))"
        case .tooLongWithNames(let finding):
            "\(finding.pointer): \(finding.message), once a long name is filled in (\(finding.rule.rawValue))"
        }
    }
}
