import JSON

/// N006: `endpoint` is an array of exactly one endpoint.
func checkEndpointCount(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .connect, let endpoint = action.object["endpoint"], !endpoint.isNull else { return [] }
    let fault: String
    switch endpoint {
    case .array(let elements) where elements.count == 1: return []
    case .array(let elements): fault = "not of \(elements.count)"
    default: fault = "not \(endpoint.kind)"
    }
    return [
        Finding(
            .oneEndpoint, "“endpoint” is an array of one endpoint, \(fault)", at: action.place.appending("endpoint"))
    ]
}
