/// Rows under a head, in columns as wide as they need to be.
package struct Table: Sendable {
    package struct Column: Sendable {
        package let title: String
        /// Numbers stand to the right.
        package let isNumeric: Bool

        package init(_ title: String, isNumeric: Bool = false) {
            self.title = title
            self.isNumeric = isNumeric
        }
    }

    package let columns: [Column]
    package var rows: [[String]] = []

    package init(_ columns: [Column], rows: [[String]] = []) {
        self.columns = columns
        self.rows = rows
    }

    package init(_ titles: String..., rows: [[String]] = []) {
        self.init(titles.map { Column($0) }, rows: rows)
    }

    /// The lines, head first. With a `width` the widest columns are cut until the table fits.
    package func lines(width: Int? = nil, style: Style = Style(isOn: false)) -> [String] {
        let cells = rows.map { $0.map(\.printable) }
        var widths = columns.indices.map { index in
            max(columns[index].title.columns, cells.map { $0[index].columns }.max() ?? 0)
        }
        if let width { shrink(&widths, to: width) }
        let head = style.bold(line(columns.map(\.title), widths))
        return [head] + cells.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let text = cell.cut(to: widths[index])
            let gap = String(repeating: " ", count: widths[index] - text.columns)
            line += (index == 0 ? "" : "  ") + (columns[index].isNumeric ? gap + text : text + gap)
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    private func shrink(_ widths: inout [Int], to width: Int) {
        let smallest = 8
        while widths.reduce(0, +) + 2 * (widths.count - 1) > width {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > smallest
            else { return }
            widths[widest] -= 1
        }
    }
}
