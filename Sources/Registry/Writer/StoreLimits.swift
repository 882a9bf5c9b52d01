/// How long and how much the writer waits. Other values than the standard ones are for tests.
package struct StoreLimits: Sendable {
    /// A job that cannot begin within this has failed.
    var commitTimeout: Duration = .seconds(4)
    /// How long one attempt waits for another process's lock.
    var lockWait: Duration = .milliseconds(200)
    /// How often a failing store is tried again when nobody asks for it.
    var probeInterval: Duration = .milliseconds(250)
    /// A commit that runs longer makes the store slow.
    var slowCommit: Duration = .seconds(1)
    /// How many jobs share a transaction at most. Less than the calls the writer remembers.
    var groupSize = 4096
    /// How many calls wait in memory for a store that cannot be written.
    var waitingCalls = 10_000
    /// How many jobs wait for the writer's thread at most.
    var queuedJobs = 50_000
    /// How long `close` tries to write what waits in memory.
    var closing: Duration = .seconds(2)
    /// The size of the write-ahead log beyond which readers are paused to cut it, in bytes.
    var logSize = 32 << 20

    /// How many new pages of the log are a reason to copy them to the database's file.
    var loggedPages = 2000
    /// How many acknowledged webhooks may wait in the journal before they are settled though others come.
    var unsettled = 400_000
    /// How many jobs in a tenth of a second are a burst, in which settling waits.
    var burst = 500
    /// How many of them are settled in one transaction at least, while nothing else is to be done.
    var settledAtOnce = 256
    /// How long a step of settling lasts, if others wait for the writer; but at least one row of the journal.
    var settleTime: Duration = .milliseconds(4)
    /// How many new calls are gathered before they are made to be found by their ids.
    var keyedAtOnce = 32_768
    /// How long the writer has nothing to do before it settles.
    var settleDelay: Duration = .milliseconds(3)

    package static let standard = StoreLimits()
}
