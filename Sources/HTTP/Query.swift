import Glibc

/// The pairs of a query string or a form body, in order, decoded when they are asked for.
///
/// The rules are those of `application/x-www-form-urlencoded` (WHATWG URL §5.1): `&` between pairs, the first `=`
/// parts name and value, `+` is a blank, empty pieces are skipped. A malformed escape is kept literally.
package struct Query: Sendable {
    package typealias Element = (name: String, value: String)

    private let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// From text without the leading `?`.
    package init(_ text: String) { bytes = Array(text.utf8)[...] }

    /// How long it is, undecoded.
    package var byteCount: Int { bytes.count }

    /// The first value under `name`.
    package subscript(name: String) -> String? {
        for (found, value) in self where found == name { return value }
        return nil
    }

    /// Lends name and value of each pair as they were sent, undecoded, until `body` says false.
    package func forEachPiece(
        _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            guard var place = bytes.baseAddress else { return }
            let end = place + bytes.count
            while place < end {
                let mark = memchr(place, CInt(UInt8(ascii: "&")), end - place)
                let pieceEnd = mark.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
                defer { place = pieceEnd + 1 }
                guard pieceEnd > place else { continue }
                let sign = memchr(place, CInt(UInt8(ascii: "=")), pieceEnd - place)
                let nameEnd = sign.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? pieceEnd
                let value = nameEnd < pieceEnd ? nameEnd + 1 : pieceEnd
                let goesOn = body(
                    UnsafeBufferPointer(start: place, count: nameEnd - place),
                    UnsafeBufferPointer(start: value, count: pieceEnd - value))
                guard goesOn else { return }
            }
        }
    }

    /// Every value under `name`, in order.
    package func all(_ name: String) -> [String] {
        compactMap { $0.name == name ? $0.value : nil }
    }

    package var isEmpty: Bool { first { _ in true } == nil }

    /// The query part of a target, made from pairs: `a=1&b=%20`.
    package static func encoded(_ pairs: some Sequence<Element>) -> String {
        pairs.map { Percent.encoded($0.name) + "=" + Percent.encoded($0.value) }.joined(separator: "&")
    }
}

extension Query: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var rest: ArraySlice<UInt8>

        package mutating func next() -> Element? {
            while !rest.isEmpty {
                let (pair, after) = rest.withUnsafeBufferPointer { bytes -> (Element?, Int) in
                    let end = bytes.firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
                    guard end > 0 else { return (nil, 1) }
                    let piece = UnsafeBufferPointer(rebasing: bytes[..<end])
                    let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? end
                    let value = UnsafeBufferPointer(rebasing: piece[Swift.min(equals + 1, end)...])
                    return (
                        (
                            Percent.decoded(UnsafeBufferPointer(rebasing: piece[..<equals]), plusIsBlank: true),
                            Percent.decoded(value, plusIsBlank: true)
                        ), Swift.min(end + 1, bytes.count)
                    )
                }
                rest = rest.dropFirst(after)
                if let pair { return pair }
            }
            return nil
        }
    }

    package func makeIterator() -> Iterator { Iterator(rest: bytes) }
}
