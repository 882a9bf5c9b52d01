extension Connection {
    /// Runs `body` in a write transaction: all of it is kept, or nothing.
    ///
    /// Fails as busy when another connection writes; `body` has not run then.
    package func transaction<T>(_ body: () throws -> T) throws -> T {
        try begin()
        do {
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` on one unchanging state of the database.
    package func snapshot<T>(_ body: () throws -> T) throws -> T {
        try run("BEGIN")
        defer { rollBack() }
        return try body()
    }

    /// Runs `body` inside the open transaction; when it throws, only what it did is undone.
    ///
    /// After some errors the whole transaction is gone, see `isInTransaction`.
    package func savepoint<T>(_ body: () throws -> T) throws -> T {
        try run("SAVEPOINT part")
        do {
            let value = try body()
            try run("RELEASE part")
            return value
        } catch {
            if isInTransaction {
                try run("ROLLBACK TO part")
                try run("RELEASE part")
            }
            throw error
        }
    }

    /// Opens a write transaction.
    package func begin() throws(SQLiteError) { try run("BEGIN IMMEDIATE") }

    package func commit() throws(SQLiteError) { try run("COMMIT") }

    /// Ends the open transaction, if there is one, and undoes what it did.
    package func rollBack() {
        // Failing means that it has been ended already.
        if isInTransaction { _ = try? run("ROLLBACK") }
    }
}
