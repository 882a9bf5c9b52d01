extension CommandTable {
    /// Every command of `hookline`, in the order help shows them.
    package static let hookline = CommandTable(
        commands: [], aliases: Alias.table)
}
