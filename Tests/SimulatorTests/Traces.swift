@testable import Simulator

/// Keeps what a stand-in tells, for one thread to wait for.
final class Traces<Trace: Sendable>: Sendable {
    private let mailbox = Mailbox<Trace>()

    var hear: @Sendable (Trace) -> Void {
        { [mailbox] in mailbox.put($0) }
    }

    /// The first trace of those to come for which `body` has a value; nil after thirty seconds.
    func first<Value>(_ body: (Trace) -> Value?) -> Value? {
        let deadline = ContinuousClock.now + .seconds(30)
        while let trace = mailbox.take(by: deadline) {
            if let value = body(trace) { return value }
        }
        return nil
    }

    /// Those that have come and were not waited for.
    var rest: [Trace] {
        var traces: [Trace] = []
        while let trace = mailbox.take(by: .now) { traces.append(trace) }
        return traces
    }
}
