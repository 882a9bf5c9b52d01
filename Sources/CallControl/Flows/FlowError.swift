/// Why the flows cannot be used.
package enum FlowError: Error, Equatable, Sendable {
    case missing(file: String)
    case badName(file: String)
    case broken(file: String, FlowFault)
}

extension FlowError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let file): "\(file) is missing"
        case .badName(let file): "\(file): names of flows are letters, digits, “-”, “_” and “.”, 64 at most"
        case .broken(let file, let fault): "\(file): \(fault)"
        }
    }
}
