import NCCO
import Telephony

/// The flows a call can take, read once and ready to be filled. It never changes; another one takes its place.
package final class Flows: Sendable {
    private let templates: [String: FlowTemplate]
    /// The texts of the files.
    private let sources: [String: [UInt8]]
    private let connectUser: FlowTemplate
    private let connectPhone: FlowTemplate
    private let unknownNumber: FlowTemplate
    private let fallback: FlowTemplate
    /// Where the platform reaches this server, without a slash at the end; nil where nobody knows.
    private let ownURL: String?

    /// Reads the flow files, given by name without `.json`. Those of `FlowName.required` must be among them.
    ///
    /// - Throws: the first fault, with file and place.
    package static func load(_ files: [String: [UInt8]]) throws(FlowError) -> Flows {
        var templates: [String: FlowTemplate] = [:]
        // In order, so that of several faults always the same one is reported.
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard FlowName.isName(name) else { throw .badName(file: name + ".json") }
            do { templates[name] = try FlowTemplate(bytes, as: FlowName(name)) } catch {
                throw .broken(file: name + ".json", error)
            }
        }
        return try Flows(templates, files, ownURL: nil)
    }

    /// What is wrong with a flow before it is used.
    ///
    /// - Returns: what deserves a second look.
    /// - Throws: why it cannot be used.
    package static func check(_ text: [UInt8], as name: String) throws(FlowFault) -> [Finding] {
        try FlowTemplate(text, as: FlowName(name)).remarks
    }

    /// The steps a text that has been checked goes on with.
    package static func steps(in text: [UInt8], as name: String) -> [String] {
        (try? FlowTemplate(text, as: FlowName(name)))?.facts.steps ?? []
    }

    private init(
        _ templates: [String: FlowTemplate], _ sources: [String: [UInt8]], ownURL: String?
    ) throws(FlowError) {
        func required(_ name: FlowName) throws(FlowError) -> FlowTemplate {
            guard let template = templates[name.text] else { throw .missing(file: name.text + ".json") }
            return template
        }
        connectUser = try required(.connectUser)
        connectPhone = try required(.connectPhone)
        unknownNumber = try required(.unknownNumber)
        fallback = try required(.fallback)
        self.templates = templates
        self.sources = sources
        self.ownURL = ownURL
    }

    /// The same flows with some in place of others of their name, or beside them.
    func replacing(with others: [String: FlowTemplate]) -> Flows {
        // None is taken away, so those that must be there are.
        (try? Flows(templates.merging(others) { $1 }, sources, ownURL: ownURL)) ?? self
    }

    /// The same flows where the platform reaches this server at `url`.
    package func reached(at url: String?) -> Flows {
        let base = url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        return (try? Flows(templates, sources, ownURL: base)) ?? self
    }

    func template(_ name: FlowName) -> FlowTemplate? {
        switch name {
        case .connectUser: connectUser
        case .connectPhone: connectPhone
        case .unknownNumber: unknownNumber
        case .fallback: fallback
        case .other(let text): templates[text]
        }
    }

    package func has(_ name: String) -> Bool { templates[name] != nil }

    /// The names, in order.
    package var names: [String] { templates.keys.sorted() }

    /// The text of a flow's file.
    package func source(of name: String) -> [UInt8]? { sources[name] }

    /// Whether a flow says nothing sensible in a call to a number without a user.
    package func needsUser(_ name: String) -> Bool { templates[name]?.facts.needsUser ?? false }

    /// The steps a flow goes on with, whether there are flows for them or not.
    package func steps(of name: String) -> [String] { templates[name]?.facts.steps ?? [] }

    /// Whether a step leads to some flow: its own, or one for what a caller presses.
    package func leadsOn(_ step: String) -> Bool {
        has(step) || templates.keys.contains { $0.hasPrefix(step + "-") }
    }

    /// Which flows go on with this one by its own name.
    package func flows(goingOnWith name: String) -> [String] {
        templates.filter { $0.key != name && $0.value.facts.steps.contains(name) }.keys.sorted()
    }

    /// The NCCO of the flow that must always be there, for one call.
    func lastNCCO(_ values: FlowValues) -> [UInt8] {
        // It asks for nothing that could make it unfit.
        (try? fallback.filled(with: values, greeting: nil)) ?? Array(Self.lastWords.utf8)
    }

    private static let lastWords = #"[{"action":"talk","text":"Please call again later."}]"#

    /// Where a call of the application asks for the steps of flows.
    func stepURL(for application: ApplicationID?) -> String? {
        ownURL.map { $0 + (application.map { "/apps/\($0)" } ?? "") + "/webhooks/flow/" }
    }

    /// What the checker had to say about the flows without refusing them.
    package var remarks: [(file: String, finding: Finding)] {
        templates.sorted { $0.key < $1.key }.flatMap { name, template in
            template.remarks.map { (name + ".json", $0) }
        }
    }
}
