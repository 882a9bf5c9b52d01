import Crypto
import Logging
import Registry
import Telephony

/// The store of a data folder, opened with the key of its secrets.
enum OpenedStore {
    /// Opens the store. A folder without a single secret gets a key; one with secrets whose key is missing is opened
    /// without, so that what needs none works.
    static func open(
        _ settings: ServeSettings, log: Logger, preload: Preload? = nil
    ) async throws(Failure) -> (Registry, SecretBox?) {
        guard case .folder(let folder) = settings.data else {
            let box = SecretBox(key: .generate())
            return (try open(.memory, settings, box: box, log: log), box)
        }
        let path = settings.keyFile ?? SecretsKey.defaultPath(in: folder)
        if let box = try SecretsKey.read(path) {
            return (try open(.folder(folder), settings, box: box, log: log, preload: preload), box)
        }
        let registry = try open(.folder(folder), settings, box: nil, log: log)
        do {
            guard try await registry.read(ofCalls: false, { try $0.holdsSecrets() }) == false else {
                return (registry, nil)
            }
        } catch {
            registry.close()
            throw Failure(.serverError, "\(folder) cannot be read: \(error)")
        }
        registry.close()
        let box = try SecretsKey.make(path)
        return (try open(.folder(folder), settings, box: box, log: log), box)
    }

    /// Reads as much of the store as can be read while another process has it.
    static func preload(_ settings: ServeSettings) throws(Failure) -> Preload? {
        guard case .folder(let folder) = settings.data,
            let box = try SecretsKey.read(settings.keyFile ?? SecretsKey.defaultPath(in: folder))
        else { return nil }
        return Preload(folder: folder, clock: settings.clock, box: box)
    }

    private static func open(
        _ location: Registry.Location, _ settings: ServeSettings, box: SecretBox?, log: Logger,
        preload: Preload? = nil
    ) throws(Failure) -> Registry {
        do {
            return try Registry.open(location, clock: settings.clock, box: box, log: log, preload: preload)
        } catch let error as StoreError {
            throw Failure(.usage, error.description, advice: advice(for: error))
        } catch {
            throw Failure(.serverError, "the store cannot be opened: \(error)")
        }
    }

    private static func advice(for error: StoreError) -> String? {
        switch error {
        case .folderInUse: "Stop that process first, or choose another folder with --data DIR."
        case .folderNotWritable: "Give this user the folder (chown, chmod 700), or choose another with --data DIR."
        case .newerDatabase: "Run the newer version, or choose another folder with --data DIR."
        default: nil
        }
    }
}
