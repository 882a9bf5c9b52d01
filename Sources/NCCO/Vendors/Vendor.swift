import JSON

/// A program of the vendor's that reads or makes NCCOs and has a narrower view of them than the platform. What it would
/// refuse is a remark (N039), not an error.
package enum Vendor: String, CaseIterable, Sendable {
    case pythonSDK = "python-sdk"
    case javaSDK = "java-sdk"
    case rubySDK = "ruby-sdk"
    case dotNetSDK = "net-sdk"
    /// The JSON Schema that the vendor published in 2021.
    case schema = "schema-2021"

    /// What it is called in messages.
    var name: String {
        switch self {
        case .pythonSDK: "the Python SDK (vonage-voice 1.5.1)"
        case .javaSDK: "the Java SDK"
        case .rubySDK: "the Ruby SDK"
        case .dotNetSDK: "the .NET SDK"
        case .schema: "the vendor's JSON Schema of 2021"
        }
    }

    func findings(_ action: CheckedAction) -> [Finding] {
        switch self {
        case .pythonSDK: PythonSDK.findings(action)
        case .javaSDK: JavaSDK.findings(action)
        case .rubySDK: RubySDK.findings(action)
        case .dotNetSDK: DotNetSDK.findings(action)
        case .schema: VendorSchema.findings(action)
        }
    }

    func findings(in text: PositionedText) -> [Finding] {
        self == .schema ? VendorSchema.findings(in: text) : []
    }

    /// - Parameter reason: goes on the sentence "the Python SDK …".
    func remark(_ reason: String, mend: String, on object: CheckedObject, at option: String) -> Finding {
        object.finding(.vendor, "\(name) \(reason)", mend: mend, at: option, severity: .info)
    }

    /// Most SDKs want a beep to be waited for 45 seconds at least.
    func shortBeep(_ action: CheckedAction) -> [Finding] {
        guard let detection = action.objects.first(where: { $0.shape.name == "advancedMachineDetection" }),
            let seconds = detection.integer("beep_timeout"), (30..<45).contains(seconds)
        else { return [] }
        return [
            remark(
                "refuses a “beep_timeout” below 45", mend: "Write 45 or more.", on: detection, at: "beep_timeout")
        ]
    }
}
