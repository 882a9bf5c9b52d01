import JSON

/// One flow as runs of bytes that are always the same and slots between them.
///
/// Slots stand inside strings only, and a value is escaped for the string it stands in: what a caller sends can change
/// what is said, never what is done.
struct FlowText: Equatable, Sendable {
    /// Nothing in it is counted, so that filling a flow touches no reference.
    enum Part: Equatable, Sendable {
        /// Bytes of `literals`.
        case literal(from: Int, to: Int)
        /// - isMarkup: the string is SSML, so the value is escaped for that, too.
        case slot(Placeholder, isMarkup: Bool)
        /// What only this flow asks for: one of `fields`.
        case field(Int, isMarkup: Bool)
        /// The next so many parts are the text of the first `talk`, in whose place a number's greeting is spoken.
        case spokenText(parts: Int)
    }

    let parts: [Part]
    let literals: [UInt8]
    /// What it asks for besides `Placeholder`s.
    let fields: [FlowField]

    /// - Parameter greeting: is said instead of the first text, or first if there is none.
    func written(_ values: FlowValues, spoken greeting: String?, _ texts: [String]) -> [UInt8] {
        guard let greeting else { return written(values, greeting: nil, texts) }
        let hasTalk = parts.contains { if case .spokenText = $0 { true } else { false } }
        if hasTalk { return written(values, greeting: greeting, texts) }
        var output = written(values, greeting: nil, texts)
        var talk = Array("[{\"action\":\"talk\",\"text\":".utf8)
        greeting.writeJSONString(to: &talk)
        talk.append(contentsOf: "},".utf8)
        output.replaceSubrange(..<1, with: talk)
        return output
    }

    /// - Parameter texts: those of `fields`.
    func written(_ values: FlowValues, greeting: String?, _ texts: [String]) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room(for: values, greeting, texts)) { buffer in
            var output: [UInt8] = []
            guard let place = buffer.baseAddress else { return output }
            let count = write(values, greeting, texts, to: place)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
            return output
        }
    }

    /// The most bytes the NCCO can take. An entity of XML is no longer than an escaped character of JSON.
    private func room(for values: FlowValues, _ greeting: String?, _ texts: [String]) -> Int {
        var room = greeting?.utf8.count ?? 0
        for part in parts {
            switch part {
            case .slot(let placeholder, _): room += values[placeholder].utf8.count
            case .field(let index, _): room += texts[index].utf8.count
            case .literal, .spokenText: break
            }
        }
        return literals.count + room * String.mostJSONBytes
    }

    /// - Parameter place: has room for it.
    private func write(
        _ values: FlowValues, _ greeting: String?, _ texts: [String], to place: UnsafeMutablePointer<UInt8>
    ) -> Int {
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
                case .field(let field, let isMarkup):
                    let value = texts[field]
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
