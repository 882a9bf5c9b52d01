import Registry

extension APIContext {
    /// Reads the store. What goes wrong is logged and told as a problem.
    package func read<T: Sendable>(_ body: @escaping @Sendable (ReadTransaction) throws -> T) async throws(Problem) -> T
    {
        do { return try await registry.read(body) } catch { throw problem(of: error) }
    }

    /// Writes to the store; returns once it is committed and in the Directory.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws(Problem) -> T {
        do { return try await registry.write(body) } catch { throw problem(of: error) }
    }

    private func problem(of error: any Error) -> Problem {
        guard let problem = Problem(error) else {
            log.error("store.failed", ["error": "\(error)"])
            return .internalError
        }
        if problem.status.hundreds == 5 { log.error("store.failed", ["error": "\(error)"]) }
        return problem
    }
}

extension Problem {
    /// What a client is told of a failure of the store; nil for one that nobody has foreseen.
    init?(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case StoreError.unknown(.application, let id): self = .applicationNotFound.with(detail: "No application \(id).")
        case StoreError.unknown(.user, let id): self = .userNotFound.with(detail: "No user \(id).")
        case StoreError.unknown(.number, let number): self = .numberNotFound.with(detail: "No number \(number).")
        case StoreError.unknown(.call, let id): self = .callNotFound.with(detail: "No call \(id).")
        case StoreError.unknown(.credential, let id): self = .credentialNotFound.with(detail: "No credential \(id).")
        case StoreError.unknown(.flow, let name): self = .flowNotFound.with(detail: "No flow \(name).")
        case StoreError.changedMeanwhile(let revision):
            self = .flowChanged.with(detail: revision == 0 ? "There is none now." : "It has revision \(revision) now.")
        case StoreError.tooMany(.flow, let limit): self = .tooManyFlows.with(detail: "There are \(limit).")
        case StoreError.unknown(let thing, let id): self = .notFound.with(detail: "No \(thing.rawValue) \(id).")
        case StoreError.nameTaken: self = .userNameTaken
        case StoreError.idTaken: self = .applicationExists
        case StoreError.numberTaken: self = .numberTaken
        case StoreError.secretUnavailable: self = .secretsUnavailable
        case let error as StoreError where error.isTemporary:
            self = .storeUnavailable.retrying(after: 5).with(detail: "\(error).")
        default: return nil
        }
    }
}

extension StoreError {
    /// Whether the store may be well again in a while.
    fileprivate var isTemporary: Bool {
        switch self {
        case .full, .readOnly, .locked, .timeout, .broken, .closed: true
        default: false
        }
    }
}
