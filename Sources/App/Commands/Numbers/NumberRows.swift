import JSON

/// Numbers as rows of a table.
enum NumberRows {
    static func table(_ numbers: [JSONValue], priced: Bool) -> Table {
        var columns = [Table.Column("Number"), Table.Column("Country"), Table.Column("Type"), Table.Column("Features")]
        columns += priced ? [Table.Column("Monthly cost", isNumeric: true)] : [Table.Column("Rings")]
        return Table(columns, rows: numbers.map { row($0, priced: priced) })
    }

    private static func row(_ number: JSONValue, priced: Bool) -> [String] {
        let features = number["features"]?.array?.compactMap(\.string).joined(separator: ",") ?? ""
        let cells = [
            number["msisdn"]?.string ?? "", number["country"]?.string ?? "", number["type"]?.string ?? "", features,
        ]
        if priced { return cells + [number["cost"]?.string ?? ""] }
        let application = number["app_id"]?.string ?? number["voiceCallbackValue"]?.string ?? ""
        let user = number["user"]?.string
        return cells + [[user, application.isEmpty ? nil : application].compactMap(\.self).joined(separator: " in ")]
    }
}
