/// Part of a list that is longer.
package struct Page<Element: Sendable>: Sendable {
    package var items: [Element]
    /// How many there are in all that match.
    package var total: Int

    package init(items: [Element], total: Int) {
        self.items = items
        self.total = total
    }
}

package enum SortOrder: Sendable {
    case ascending, descending
}
