/// A thread that runs an event loop.
package final class LoopThread: Sendable {
    package let loop: EventLoop
    private let thread: Thread

    package init(name: String) throws(SystemError) {
        let loop = try EventLoop()
        self.loop = loop
        thread = try Thread(name: name) { loop.run() }
    }

    deinit {
        loop.stop()
    }

    /// Ends the loop after its turn; `join()` waits for it.
    package func stop() {
        loop.stop()
    }

    /// Waits for the thread to end. Never on the loop itself.
    package func join() {
        thread.join()
    }
}
