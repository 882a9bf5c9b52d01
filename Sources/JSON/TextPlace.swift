/// A place in a text as people count it: lines and characters, both from 1.
///
/// Lines end with LF. A character is a code point; a byte order mark in front is none.
package struct TextPlace: Hashable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var walk = TextWalk()
        self = walk.place(of: offset, in: bytes)
    }
}

/// Finds the places of many offsets in one walk over a text. Each offset stands behind the one before it or is the same.
struct TextWalk {
    private var offset = 0
    private var place = TextPlace(line: 1, column: 1)

    mutating func place(of target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> TextPlace {
        if offset == 0, target >= 3, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            offset = 3
        }
        while offset < min(target, bytes.count) {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\n") {
                place = TextPlace(line: place.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                // Not the continuation of a character.
                place.column += 1
            }
            offset += 1
        }
        return place
    }
}
