import Synchronization
import Testing

@testable import Registry

@Suite struct MailboxTests {
    /// Whatever threads do, every item arrives once, and each sender's in order.
    @Test func nothingIsLostBetweenThreads() throws {
        let mailbox = Mailbox<(sender: Int, number: Int)>()
        let received = Mutex<[(sender: Int, number: Int)]>([])
        let receiver = try WorkerThread {
            var items: [(sender: Int, number: Int)] = []
            while mailbox.takeAll(into: &items, waitingAtMost: nil) {
                received.withLock { $0 += items }
                items.removeAll(keepingCapacity: true)
            }
        }

        let senders = try (0..<4).map { sender in
            try WorkerThread { for number in 0..<5000 { mailbox.put((sender, number)) } }
        }
        for sender in senders { sender.join() }
        mailbox.close()
        receiver.join()

        let items = received.withLock { $0 }
        #expect(items.count == 20_000)
        for sender in 0..<4 {
            #expect(items.filter { $0.sender == sender }.map(\.number) == Array(0..<5000))
        }
    }

    @Test func everyReceiverIsWoken() throws {
        let mailbox = Mailbox<Int>()
        let received = Mutex<[Int]>([])
        let receivers = try (0..<3).map { _ in
            try WorkerThread { while let item = mailbox.takeOne() { received.withLock { $0.append(item) } } }
        }

        for item in 0..<3000 { mailbox.put(item) }
        mailbox.close()
        for receiver in receivers { receiver.join() }

        #expect(received.withLock { $0.sorted() } == Array(0..<3000))
    }

    @Test func aClosedBoxGivesWhatIsInItAndTakesNothing() {
        let mailbox = Mailbox<Int>()
        mailbox.put(1)
        mailbox.close()
        var items: [Int] = []

        let wasTaken = mailbox.put(2)
        let first = mailbox.takeAll(into: &items, waitingAtMost: nil)
        let found = items
        items.removeAll()
        let second = mailbox.takeAll(into: &items, waitingAtMost: nil)

        #expect(wasTaken == nil)
        #expect([first, second] == [true, false])
        #expect(found == [1])
        #expect(items == [])
    }

    @Test func waitingHasAnEnd() {
        let mailbox = Mailbox<Int>()
        var items: [Int] = []

        let isOpen = mailbox.takeAll(into: &items, waitingAtMost: .milliseconds(1))

        #expect(isOpen)
        #expect(items == [])
    }
}
