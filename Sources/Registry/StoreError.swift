import SQLite

/// Why the store did not do what it was asked.
package enum StoreError: Error, Equatable, Sendable {
    // Opening.

    /// Another process works in the folder; its id as far as it is known.
    case folderInUse(path: String, pid: Int32?)
    /// The folder cannot be made, read or written.
    case folderNotWritable(path: String, reason: String)
    /// A later version of this program wrote the database.
    case newerDatabase(found: Int, known: Int)

    // Writing. What was asked is not recorded.

    /// The disk has no room.
    case full
    /// The disk or the file may not be written.
    case readOnly
    /// Another process holds the database.
    case locked
    /// Not committed within four seconds.
    case timeout
    /// The disk failed, or the file is damaged; in SQLite's words.
    case broken(String)
    /// The store is closed.
    case closed

    // Rules of the data.

    /// The thing named does not exist.
    case unknown(Thing, String)
    /// Another user of the application has that name.
    case nameTaken
    /// An application, user or credential with that id exists.
    case idTaken
    /// The number is owned already.
    case numberTaken
    /// It has changed since it was read; with the revision it has now, 0 if there is none.
    case changedMeanwhile(Int)
    /// There are as many as are kept.
    case tooMany(Thing, Int)
    /// A stored row does not read as what it should be.
    case unreadable(table: String, id: String)
    /// A secret is asked for and there is no key, or not the right one.
    case secretUnavailable

    package enum Thing: String, Sendable {
        case application, user, number, device, credential, call, key, flow
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .folderInUse(let path, let pid):
            "\(path) is in use by " + (pid.map { "process \($0)" } ?? "another process")
        case .folderNotWritable(let path, let reason): "The data folder \(path) cannot be written: \(reason)"
        case .newerDatabase(let found, let known):
            "The database has schema version \(found), written by a newer Hookline; this one knows \(known)"
        case .full: "The disk is full"
        case .readOnly: "The database is read-only"
        case .locked: "The database is locked by another process"
        case .timeout: "The disk took too long"
        case .broken(let words): "The database failed: \(words)"
        case .closed: "The store is closed"
        case .unknown(let thing, let id): "There is no \(thing.rawValue) \(id)"
        case .nameTaken: "Another user has that name"
        case .idTaken: "That id exists already"
        case .numberTaken: "The number is owned already"
        case .changedMeanwhile(let revision): "It has changed meanwhile and has revision \(revision) now"
        case .tooMany(let thing, let limit): "There are \(limit) of that kind (\(thing.rawValue)), and no more are kept"
        case .unreadable(let table, let id): "Row \(id) of \(table) cannot be read"
        case .secretUnavailable: "The key of the secrets is missing or wrong"
        }
    }
}

extension StoreError {
    /// What a failure of SQLite means for the store as a whole; nil when it concerns one statement only.
    init?(condition error: SQLiteError) {
        switch error.kind {
        case .busy: self = .locked
        case .full: self = .full
        case .readOnly: self = .readOnly
        case .inputOutput, .corrupt, .cannotOpen: self = .broken(error.description)
        case .constraint, .sql, .interrupted, .other: return nil
        }
    }
}
