/// Header fields in order. Names are compared without regard to letter case (RFC 9110 §5.1).
package struct Fields: Sendable {
    package typealias Element = (name: String, value: String)

    private var list: [Element] = []

    package init() {}

    package init(_ fields: some Sequence<Element>) {
        for (name, value) in fields { append(name, value) }
    }

    /// The first value under `name`. Setting it replaces all of them; nil removes them.
    package subscript(name: String) -> String? {
        get { list.first { FieldName.areEqual($0.name, name) }?.value }
        set {
            list.removeAll { FieldName.areEqual($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Every value under `name`, in order.
    package func all(_ name: String) -> [String] {
        list.filter { FieldName.areEqual($0.name, name) }.map(\.value)
    }

    /// Adds a field, beside those of the same name.
    ///
    /// A control character in the value becomes a blank, so that no value can begin another field or end the head.
    package mutating func append(_ name: String, _ value: String) {
        precondition(FieldName.isToken(name), "field names are written by us")
        list.append((name, FieldName.isPlain(value) ? value : Self.cleaned(value)))
    }

    private static func cleaned(_ value: String) -> String {
        String(decoding: value.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}

extension Fields: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { list.count }
    package subscript(position: Int) -> Element { list[position] }
}

extension Fields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension Fields: Equatable {
    /// Same fields in the same order, names without regard to letter case.
    package static func == (left: Fields, right: Fields) -> Bool {
        left.list.count == right.list.count
            && zip(left.list, right.list).allSatisfy { FieldName.areEqual($0.name, $1.name) && $0.value == $1.value }
    }
}
