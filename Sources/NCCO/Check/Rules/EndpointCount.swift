import JSON

/// N006: `endpoint` is an array of exactly one endpoint.
func checkEndpointCount(_ action: CheckedAction) -> [Finding] {
    guard action.kind == .connect, let endpoint = action.object["endpoint"] else { return [] }
    let fault: String
    var fix: Fix?
    switch endpoint.content {
    case .array(let elements) where elements.count == 1: return []
    case .array(let elements): fault = "not of \(elements.count)"
    case .object:
        fault = "not an object"
        fix = .wrapping(endpoint.range)
    default: fault = "not \(endpoint.kind)"
    }
    return [
        action.object.finding(
            .oneEndpoint, "“endpoint” is an array of one endpoint, \(fault)",
            mend: fix == nil
                ? "Leave one endpoint; to ring several, ring the next one when the first does not answer."
                : "Put it into an array: [ … ].", at: "endpoint", fix: fix)
    ]
}
