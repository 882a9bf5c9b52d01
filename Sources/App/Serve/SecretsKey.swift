import Crypto
import Glibc

/// The file with the key that secrets are encrypted with.
enum SecretsKey {
    /// Where it is unless a setting says otherwise.
    static func defaultPath(in folder: String) -> String { folder + "/secrets.key" }

    /// Reads the key file; nil when there is none.
    static func read(_ path: String) throws(Failure) -> SecretBox? {
        guard Files.exists(path) else { return nil }
        do {
            return SecretBox(keys: try SecretBoxKey.keys(file: Files.read(path)))
        } catch let error as SecretBoxKeyError {
            throw Failure(.usage, "\(path) is not a key file: \(error)", advice: "Put the file back from your copy.")
        } catch {
            throw Failure(.usage, "\(error)", advice: "The server needs to read this file.")
        }
    }

    /// Makes a key, in a file only its owner may read (0600), never in the place of another one.
    static func make(_ path: String) throws(Failure) -> SecretBox {
        let key = SecretBoxKey.generate()
        do {
            try Files.reserve(path)
            try Files.replace(path, with: Array(SecretBoxKey.file([key]).utf8))
        } catch {
            throw Failure(.usage, "\(error)")
        }
        return SecretBox(key: key)
    }
}
