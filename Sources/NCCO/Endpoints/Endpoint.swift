import JSON

/// Whom a `connect` rings.
package enum Endpoint: Equatable, Sendable {
    case app(AppEndpoint)
    case phone(PhoneEndpoint)
    case sip(SIPEndpoint)
    case websocket(WebSocketEndpoint)
    case vbc(VBCEndpoint)

    /// Fails if the value is no object with a `type` there is.
    init?(_ value: JSONValue) {
        guard let object = value.object, let kind = object["type"]?.string.flatMap(EndpointKind.init) else {
            return nil
        }
        switch kind {
        case .app: self = .app(AppEndpoint(object: object))
        case .phone: self = .phone(PhoneEndpoint(object: object))
        case .sip: self = .sip(SIPEndpoint(object: object))
        case .websocket: self = .websocket(WebSocketEndpoint(object: object))
        case .vbc: self = .vbc(VBCEndpoint(object: object))
        }
    }

    package var object: JSONObject {
        switch self {
        case .app(let endpoint): endpoint.object
        case .phone(let endpoint): endpoint.object
        case .sip(let endpoint): endpoint.object
        case .websocket(let endpoint): endpoint.object
        case .vbc(let endpoint): endpoint.object
        }
    }

    package static func app(user: String) -> Endpoint { .app(AppEndpoint(user: user)) }

    package static func phone(number: String) -> Endpoint { .phone(PhoneEndpoint(number: number)) }

    package static func sip(uri: String) -> Endpoint { .sip(SIPEndpoint(uri: uri)) }

    package static func websocket(uri: String) -> Endpoint { .websocket(WebSocketEndpoint(uri: uri)) }

    package static func vbc(extension number: String) -> Endpoint { .vbc(VBCEndpoint(extension: number)) }
}

/// The types of endpoint there are.
enum EndpointKind: String, CaseIterable, Sendable {
    case app
    case phone
    case sip
    case websocket
    case vbc

    var shape: ObjectShape {
        switch self {
        case .app: AppEndpoint.shape
        case .phone: PhoneEndpoint.shape
        case .sip: SIPEndpoint.shape
        case .websocket: WebSocketEndpoint.shape
        case .vbc: VBCEndpoint.shape
        }
    }
}
