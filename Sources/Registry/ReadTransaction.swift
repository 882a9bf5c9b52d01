import Crypto
import SQLite
import Telephony

/// One unchanging view of the store, valid inside the closure that receives it and on its thread only.
package class ReadTransaction {
    let connection: Connection
    /// When the transaction began.
    package let now: Timestamp
    let box: SecretBox?

    init(connection: Connection, now: Timestamp, box: SecretBox?) {
        self.connection = connection
        self.now = now
        self.box = box
    }
}
