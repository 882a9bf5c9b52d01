import CallControl
import HTTP
import JSON
import NCCO

/// A flow as a client sends it: the text, which can be served.
struct FlowBody: Sendable {
    let text: String
    /// What deserves a second look.
    let warnings: [JSONValue]

    /// The longest flow, in bytes.
    private static let longest = 65_536

    /// Throws `unsupportedMediaType`, `invalidFlow`.
    init(_ request: Request, as name: String, in context: APIContext) throws(Problem) {
        if request.isContentCoded {
            throw .unsupportedMediaType.with(detail: "The body is compressed; send it as it is.")
        }
        if let type = request.fields["Content-Type"], !type.isEmpty, request.mediaType?.isJSON != true {
            throw .unsupportedMediaType.with(detail: "The body must be application/json.")
        }
        try self.init(request.body, as: name, in: context)
    }

    init(_ bytes: [UInt8], as name: String, in context: APIContext) throws(Problem) {
        guard bytes.count <= Self.longest else {
            throw .invalidFlow.with(detail: "It has \(bytes.count) bytes, more than \(Self.longest).")
        }
        let findings: [Finding]
        do throws(FlowFault) { findings = try Flows.check(bytes, as: name) } catch {
            throw .invalidFlow.with(detail: "\(name): \(error)").with(
                invalid: error.findings.map { finding in
                    Problem.InvalidParameter(
                        name: "\(finding.pointer)", reason: "\(finding.message) (\(finding.rule.rawValue))")
                })
        }
        // What is JSON is UTF-8; a byte order mark is no part of it.
        let text = String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
        self.text = text
        var warnings = findings.map { finding -> JSONValue in
            [
                "pointer": .string(finding.pointer.description), "rule": .string(finding.rule.rawValue),
                "message": .string(finding.message),
            ]
        }
        for step in Flows.steps(in: bytes, as: name) where step != name && !context.flows.leadsOn(step) {
            warnings.append(["message": .string("it goes on with {{step.\(step)}}, and there is no flow \(step) yet")])
        }
        self.warnings = warnings
    }
}
