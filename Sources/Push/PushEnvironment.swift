/// Which of Apple's two gateways a token belongs to.
package enum PushEnvironment: String, Hashable, Sendable, CaseIterable {
    case production
    /// For apps that Xcode installed.
    case sandbox
}
