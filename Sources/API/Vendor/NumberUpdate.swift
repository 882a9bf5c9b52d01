import Registry
import Telephony

/// What `/number/update` is to change. What is not named stays, an empty value takes away.
struct NumberUpdate: Sendable {
    private typealias Field = WritableKeyPath<Number.Callbacks, String?> & Sendable

    /// What becomes of the link to an application.
    private enum Link: Sendable {
        case stays
        case none
        case application(ApplicationID)
    }

    private static let fields: [(name: String, field: Field)] = [
        ("moHttpUrl", \.moHTTPURL), ("moSmppSysType", \.moSMPPSystemType), ("voiceCallbackType", \.voiceType),
        ("voiceCallbackValue", \.voiceValue), ("voiceStatusCallback", \.voiceStatus),
        ("messagesCallbackType", \.messagesType), ("messagesCallbackValue", \.messagesValue),
    ]

    private var link = Link.stays
    private var values: [(field: Field, value: String?)] = []

    /// Throws `cannotDo` for values that mean nothing.
    init(_ parameters: NumberParameters) throws(Problem) {
        var reader = parameters.reader
        for (name, field) in Self.fields {
            guard let value = parameters[name] else { continue }
            if value.utf8.count > 2048 { reader.reject(name, "is longer than 2048 bytes") }
            values.append((field, value.isEmpty ? nil : value))
        }
        if let type = reader.text("voiceCallbackType"), !["sip", "tel", "app", "vxml"].contains(type) {
            reader.reject("voiceCallbackType", "must be sip, tel or app")
        }
        if parameters["voiceCallbackType"] == "app" {
            // The old way to link: the application stands in the callback's value.
            link = Self.link(parameters["voiceCallbackValue"], "voiceCallbackValue", &reader)
            values.append((\.voiceType, nil))
            values.append((\.voiceValue, nil))
        }
        if parameters["app_id"] != nil { link = Self.link(parameters["app_id"], "app_id", &reader) }
        try reader.checkNumbers()
    }

    private static func link(_ value: String?, _ name: String, _ reader: inout ParameterReader) -> Link {
        guard let value else { return .stays }
        if value.isEmpty { return .none }
        return reader.application(name).map { .application($0) } ?? .stays
    }

    /// The application it links the number to.
    var application: ApplicationID? {
        if case .application(let id) = link { id } else { nil }
    }

    func apply(to number: inout Number) {
        for (field, value) in values { number.callbacks[keyPath: field] = value }
        switch link {
        case .stays: break
        case .none: number.unlink()
        case .application(let id): number.link(to: id)
        }
    }
}

extension Number {
    /// Leads to an application; a user of another one is rung no more.
    mutating func link(to id: ApplicationID) {
        guard application != id else { return }
        unlink()
        application = id
    }

    /// Leads nowhere.
    mutating func unlink() {
        application = nil
        user = nil
        greeting = nil
        flow = nil
    }
}
