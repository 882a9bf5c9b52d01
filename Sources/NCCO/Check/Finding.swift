import JSON

/// One thing the checker has to say about an NCCO. It can be thrown where nothing more can be said after it.
package struct Finding: Error, Equatable, Sendable {
    package var rule: RuleID
    package var severity: Severity
    /// What is wrong, without a full stop.
    package var message: String
    /// How to mend it: a sentence.
    package var mend: String
    /// Where in the document; what is missing has the place it would have.
    package var pointer: JSONPointer
    /// The bytes of the text it is about; of what is missing, those of the object it is missing in.
    package var range: Range<Int>
    /// Where in the text, both from 1. Columns count characters.
    package var line: Int?
    package var column: Int?
    /// What mends it without a change of meaning, where there is such a thing.
    package var fix: Fix?

    package init(
        _ rule: RuleID, _ message: String, mend: String, at pointer: JSONPointer, range: Range<Int>,
        severity: Severity = .error, fix: Fix? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.mend = mend
        self.pointer = pointer
        self.range = range
        self.fix = fix
    }
}
