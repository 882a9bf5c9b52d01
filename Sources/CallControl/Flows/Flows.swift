import NCCO

/// The flows a call can take, read once and ready to be filled.
package struct Flows: Sendable {
    private let templates: [String: FlowTemplate]
    private let connectUser: FlowTemplate
    private let connectPhone: FlowTemplate
    private let unknownNumber: FlowTemplate
    private let fallback: FlowTemplate

    /// Reads the flow files, given by name without `.json`. Those of `FlowName` must be among them.
    ///
    /// - Throws: the first fault, with file and place.
    package static func load(_ files: [String: [UInt8]]) throws(FlowError) -> Flows {
        try Flows(files)
    }

    private init(_ files: [String: [UInt8]]) throws(FlowError) {
        var templates: [String: FlowTemplate] = [:]
        // In order, so that of several faults always the same one is reported.
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            let allowed = FlowName(rawValue: name)?.placeholders ?? Set(Placeholder.allCases)
            do { templates[name] = try FlowTemplate(bytes, allowed: allowed) } catch {
                throw .broken(file: name + ".json", error)
            }
        }
        func required(_ name: FlowName) throws(FlowError) -> FlowTemplate {
            guard let template = templates[name.rawValue] else { throw .missing(file: name.rawValue + ".json") }
            return template
        }
        connectUser = try required(.connectUser)
        connectPhone = try required(.connectPhone)
        unknownNumber = try required(.unknownNumber)
        fallback = try required(.fallback)
        self.templates = templates
    }

    /// The NCCO of a flow for one call.
    package func ncco(_ name: FlowName, _ values: FlowValues, greeting: String? = nil) -> [UInt8] {
        let template =
            switch name {
            case .connectUser: connectUser
            case .connectPhone: connectPhone
            case .unknownNumber: unknownNumber
            case .fallback: fallback
            }
        return template.filled(with: values, greeting: greeting)
    }

    /// What the checker had to say about the flows without refusing them.
    package var remarks: [(file: String, finding: Finding)] {
        templates.sorted { $0.key < $1.key }.flatMap { name, template in
            template.remarks.map { (name + ".json", $0) }
        }
    }
}

/// The flows there must be.
package enum FlowName: String, CaseIterable, Hashable, Sendable {
    /// A call to a number of a user.
    case connectUser = "connect-user"
    /// A user's call to a telephone.
    case connectPhone = "connect-phone"
    /// A call to a number that rings nobody.
    case unknownNumber = "unknown-number"
    /// Whatever else goes wrong.
    case fallback

    /// What is known when the flow is chosen.
    var placeholders: Set<Placeholder> {
        switch self {
        case .connectUser, .connectPhone: Set(Placeholder.allCases)
        case .unknownNumber, .fallback: [.callee, .number, .callerNumber, .caller]
        }
    }
}

/// Why the flows cannot be used.
package enum FlowError: Error, Equatable, Sendable {
    case missing(file: String)
    case broken(file: String, FlowFault)
}

extension FlowError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let file): "\(file) is missing"
        case .broken(let file, let fault): "\(file): \(fault)"
        }
    }
}
