extension String {
    /// The text with its control characters made visible, so that nothing a caller sent can steer a terminal.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isControl {
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// How many columns the text takes on a terminal: two for wide characters, one for others.
    package var columns: Int {
        reduce(0) { $0 + ($1.isWide ? 2 : 1) }
    }

    /// The text cut to `width` columns, with `…` where something is missing.
    package func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var text = ""
        var used = 0
        for character in self {
            let wide = character.isWide ? 2 : 1
            if used + wide > width - 1 { break }
            text.append(character)
            used += wide
        }
        return text + "…"
    }

    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }
}

extension Unicode.Scalar {
    /// C0, C1, DEL, and the marks that turn the direction of text or part lines.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Character {
    /// True for the East Asian wide ranges and emoji.
    fileprivate var isWide: Bool {
        guard let scalar = unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }
}
