/// A JSON text read with the place of every value and every key, for whoever has to point at them.
///
/// What serves calls reads with `JSONValue.parse`, which keeps no places. Both take the same texts; only, a key that
/// stands twice in an object and a byte order mark are never refused here, but told (`repeatedKeys`,
/// `hasByteOrderMark`).
package struct PositionedText: Sendable {
    package let bytes: [UInt8]
    package let root: PositionedValue
    package let hasByteOrderMark: Bool

    /// Reads a text strictly (RFC 8259).
    ///
    /// - Parameter limits: of size and depth; what it says of keys and of the byte order mark is not asked.
    /// - Throws: what is wrong and where.
    package init(_ bytes: [UInt8], limits: JSONLimits = .request) throws(JSONError) {
        self.bytes = bytes
        (root, hasByteOrderMark) = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var parser = PositionedParser(buffer, limits: limits)
            return try parser.document()
        }
    }

    /// The value at a place; of members with one key the last one counts.
    package subscript(pointer: JSONPointer) -> PositionedValue? {
        var value = root
        for token in pointer.tokens {
            guard let next = value[token] ?? value.element(token) else { return nil }
            value = next
        }
        return value
    }

    /// Lines and columns of offsets, in their order.
    package func places(of offsets: [Int]) -> [TextPlace] {
        let order = offsets.indices.sorted { offsets[$0] < offsets[$1] }
        var places = [TextPlace](repeating: TextPlace(line: 1, column: 1), count: offsets.count)
        bytes.withUnsafeBufferPointer { buffer in
            var walk = TextWalk()
            for index in order { places[index] = walk.place(of: offsets[index], in: buffer) }
        }
        return places
    }

    package func place(of offset: Int) -> TextPlace {
        bytes.withUnsafeBufferPointer { TextPlace(of: offset, in: $0) }
    }

    /// Goes through all values from the front, those inside after the one around them.
    ///
    /// - Parameter visit: gets the pointer of a value, the value, and the member whose value it is, if it is one.
    package func visit(_ visit: (JSONPointer, PositionedValue, PositionedMember?) -> Void) {
        Self.walk(root, at: JSONPointer(), member: nil, visit)
    }

    private static func walk(
        _ value: PositionedValue, at pointer: JSONPointer, member: PositionedMember?,
        _ visit: (JSONPointer, PositionedValue, PositionedMember?) -> Void
    ) {
        visit(pointer, value, member)
        switch value.content {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                walk(element, at: pointer.appending(index), member: nil, visit)
            }
        case .object(let members):
            for member in members {
                walk(member.value, at: pointer.appending(member.key), member: member, visit)
            }
        default: break
        }
    }

    /// Members whose key comes again in the same object, each with the one that counts instead of it.
    package var repeatedKeys: [(pointer: JSONPointer, earlier: PositionedMember, last: PositionedMember)] {
        var found: [(pointer: JSONPointer, earlier: PositionedMember, last: PositionedMember)] = []
        visit { pointer, value, _ in
            guard let members = value.members, members.count > 1 else { return }
            var last: [[UInt8]: PositionedMember] = [:]
            for member in members { last[Array(member.key.utf8)] = member }
            guard last.count < members.count else { return }
            for member in members {
                guard let final = last[Array(member.key.utf8)], final.keyRange != member.keyRange else { continue }
                found.append((pointer.appending(member.key), member, final))
            }
        }
        return found
    }
}

extension PositionedValue {
    /// The element at an index spelt as RFC 6901 §4 wants it.
    fileprivate func element(_ token: String) -> PositionedValue? {
        guard let array, let index = Int(token), String(index) == token, array.indices.contains(index) else {
            return nil
        }
        return array[index]
    }
}
