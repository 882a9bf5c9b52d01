extension Alias {
    /// The spellings of older tools.
    package static let table: [Alias] = []
}
