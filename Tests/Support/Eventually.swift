/// Looks again and again until a condition holds, and says whether it does.
///
/// - Parameter limit: a safety net and no expectation, a little less than that of a whole test (`bounded`).
package func eventually(
    within limit: Duration = .seconds(240), _ holds: () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if try await holds() { return true }
        // Not only a yield: what is waited for needs the processor. A cancelled test looks without a pause.
        try? await Task.sleep(for: .milliseconds(1))
    }
    return try await holds()
}
