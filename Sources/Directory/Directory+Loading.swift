import Telephony

/// Filling an empty directory, where nothing stands under any id and no reader is there yet.
extension Directory {
    /// Makes room for so many entries, so that no table is moved while it grows.
    package func reserve(users perApplication: [ApplicationID: Int], numbers count: Int) {
        let total = perApplication.values.reduce(0, +)
        users.reserve(total)
        names.reserve(total)
        numbers.reserve(count)
        links.withLock { links in
            for (application, count) in perApplication {
                links.usersByApplication[application, default: []].reserveCapacity(count)
            }
        }
    }

    /// Adds users that are not there. Several threads may do so at once.
    package func load(_ entries: [UserEntry]) {
        for entry in entries {
            users.set(entry, for: entry.id)
            names.set(entry.id, for: NameInApplication(application: entry.application, name: entry.name))
        }
        links.withLock { links in
            // Neighbours are of one application nearly always.
            var rest = entries[...]
            while let application = rest.first?.application {
                let end = rest.firstIndex { $0.application != application } ?? rest.endIndex
                for entry in rest[..<end] { links.usersByApplication[application, default: []].insert(entry.id) }
                rest = rest[end...]
            }
        }
    }
}
