import JSON

/// A call control object: the list of actions the platform carries out for a call, one after the other.
package struct NCCODocument: Equatable, Sendable {
    package var actions: [Action]

    package init(_ actions: [Action]) {
        self.actions = actions
    }

    /// Reads an NCCO. Only what makes it one is asked for: an array of objects, each with an action there is; what the
    /// options say is the checker's matter (`NCCOCheck`).
    package static func parse(_ bytes: [UInt8]) throws(NCCOError) -> NCCODocument {
        let value: JSONValue
        do { value = try JSONValue.parse(bytes, limits: .request) } catch { throw .notJSON(error) }
        return try NCCODocument(value)
    }

    /// Reads an NCCO that is a part of something else.
    package init(_ value: JSONValue) throws(NCCOError) {
        guard let elements = value.array else { throw .notAnArray }
        actions = []
        for (index, element) in elements.enumerated() {
            let place = JSONPointer().appending(index)
            guard let object = element.object else { throw .notAnObject(place) }
            guard let name = object["action"]?.string else { throw .noAction(place) }
            guard let kind = ActionKind(rawValue: name) else { throw .unknownAction(name, place) }
            actions.append(Action(kind, object))
        }
    }

    package var json: JSONValue { .array(actions.map { .object($0.object) }) }

    /// The NCCO as the platform reads it, without blanks.
    package func encoded() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(256)
        output.append(UInt8(ascii: "["))
        for (index, action) in actions.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            action.object.write(to: &output)
        }
        output.append(UInt8(ascii: "]"))
        return output
    }
}

/// Why something is no NCCO.
package enum NCCOError: Error, Equatable, Sendable {
    case notJSON(JSONError)
    case notAnArray
    case notAnObject(JSONPointer)
    case noAction(JSONPointer)
    case unknownAction(String, JSONPointer)
}

extension NCCOError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let error): "not JSON: \(error)"
        case .notAnArray: "an NCCO is an array of actions"
        case .notAnObject(let place): "\(place): an action is an object"
        case .noAction(let place): "\(place): an action has a string “action”"
        case .unknownAction(let name, let place): "\(place): there is no action “\(name)”"
        }
    }
}
