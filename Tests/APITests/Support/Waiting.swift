import Testing

/// Looks again and again until a condition holds, for thirty seconds at most: a machine may be busy with other tests.
func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}
