import NCCO

/// One NCCO with everything there is to say about it, and what has been mended.
struct CheckedSource {
    let name: String
    /// What the findings are about: the mended text, if it was to be mended.
    let bytes: [UInt8]
    let findings: [Finding]
    /// Findings that have been mended.
    let mended: Int

    func count(_ severity: Severity) -> Int { findings.reduce(0) { $0 + ($1.severity == severity ? 1 : 0) } }

    /// Whether it is a call flow rather than an NCCO.
    var hasPlaceholders: Bool {
        let brace = UInt8(ascii: "{")
        return zip(bytes, bytes.dropFirst()).contains { $0 == brace && $1 == brace }
    }

    /// - Parameter isStrict: warnings count as errors.
    func isValid(isStrict: Bool) -> Bool { count(.error) == 0 && (!isStrict || count(.warning) == 0) }
}
