import Dispatch
import Synchronization

/// Runs asynchronous work and waits for it. For the main thread of a command, which nobody else needs.
func blocking<T: Sendable>(_ body: @escaping @Sendable () async throws(Failure) -> T) throws(Failure) -> T {
    let done = DispatchSemaphore(value: 0)
    let result = ResultSlot<T>()
    Task.detached {
        do throws(Failure) {
            let value = try await body()
            result.value.withLock { $0 = .success(value) }
        } catch {
            result.value.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    done.wait()
    switch result.value.withLock({ $0 }) {
    case .success(let value): return value
    case .failure(let failure): throw failure
    case nil: throw Failure(.serverError, "the work ended without a result")
    }
}

private final class ResultSlot<T: Sendable>: Sendable {
    let value = Mutex<Result<T, Failure>?>(nil)
}
