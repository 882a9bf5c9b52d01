import JSON

/// What the Java SDK refuses of what the platform takes.
enum JavaSDK {
    static func findings(_ action: CheckedAction) -> [Finding] {
        var found = Vendor.javaSDK.shortBeep(action)
        if action.kind == .connect, let seconds = action.object.integer("timeout"), (1...2).contains(seconds) {
            found.append(
                Vendor.javaSDK.remark(
                    "refuses a “timeout” below 3", mend: "Write 3 or more.", on: action.object, at: "timeout"))
        }
        return found
    }
}

/// What the Ruby SDK refuses of what the platform takes.
enum RubySDK {
    static func findings(_ action: CheckedAction) -> [Finding] {
        var found = Vendor.rubySDK.shortBeep(action)
        if action.kind == .record, action.object["endOnKey"]?.string == "0" {
            found.append(
                Vendor.rubySDK.remark(
                    "refuses “endOnKey”: \"0\"", mend: "Take another key.", on: action.object, at: "endOnKey"))
        }
        return found
    }
}

/// What the .NET SDK refuses of what the platform takes.
enum DotNetSDK {
    static func findings(_ action: CheckedAction) -> [Finding] { Vendor.dotNetSDK.shortBeep(action) }
}

/// What the vendor's JSON Schema of 2021 refuses of what the platform takes.
enum VendorSchema {
    private static let vendor = Vendor.schema

    static func findings(_ action: CheckedAction) -> [Finding] {
        switch action.kind {
        case .notify, .wait, .transfer:
            return [
                vendor.remark(
                    "does not know “\(action.kind.rawValue)”", mend: "Use `hookline ncco schema`.", on: action.object,
                    at: "action")
            ]
        case .connect:
            guard let endpoint = action.endpoint else { return [] }
            if endpoint.kind == .app {
                return [
                    vendor.remark(
                        "refuses a “connect” to a user of an app", mend: "Use `hookline ncco schema`.",
                        on: endpoint.object, at: "type")
                ]
            }
            guard endpoint.kind == .phone, let number = endpoint.object["number"]?.string,
                (7..<10).contains(number.utf8.count)
            else { return [] }
            return [
                vendor.remark(
                    "refuses a “number” of fewer than 10 digits", mend: "Use `hookline ncco schema`.",
                    on: endpoint.object, at: "number")
            ]
        case .conversation where action.object["musicOnHoldUrl"]?.array != nil:
            return [
                vendor.remark(
                    "wants “musicOnHoldUrl” to be a string", mend: "Use `hookline ncco schema`.", on: action.object,
                    at: "musicOnHoldUrl")
            ]
        default: return []
        }
    }

    static func findings(in text: PositionedText) -> [Finding] {
        guard text.root.array?.isEmpty ?? false else { return [] }
        return [
            Finding(
                .vendor, "\(vendor.name) wants one action at least", mend: "Use `hookline ncco schema`.",
                at: JSONPointer(), range: text.root.range, severity: .info)
        ]
    }
}
