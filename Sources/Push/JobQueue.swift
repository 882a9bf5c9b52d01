/// Pushes in the order they came. Those that were withdrawn are passed over.
struct JobQueue {
    private var jobs: [PushPool.Job] = []
    private var head = 0
    /// Those that wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ job: PushPool.Job) {
        jobs.append(job)
        count += 1
    }

    /// The push whose turn it is.
    var first: PushPool.Job? {
        mutating get {
            while head < jobs.count, jobs[head].isWithdrawn { head += 1 }
            if head == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                head = 0
                return nil
            }
            return jobs[head]
        }
    }

    /// Removes what `first` has returned.
    mutating func removeFirst() {
        head += 1
        count -= 1
        // Half of the room is empty: move the rest to the front.
        if head > 64, head * 2 > jobs.count {
            jobs.removeFirst(head)
            head = 0
        }
    }

    /// To be told when one of them has been withdrawn.
    mutating func withdrew() {
        count -= 1
    }

    var waiting: [PushPool.Job] { jobs[head...].filter { !$0.isWithdrawn } }
}
