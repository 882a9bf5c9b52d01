import Glibc
import TestSupport
import Testing

@testable import App

/// Signals to a thread of its own, as if it were the process.
@Suite(.ownThread, .bounded) struct StopSignalTests {
    @Test func hangUpReadsAgainAndWaitsOn() {
        StopSignal.block(replacing: true)
        pthread_kill(pthread_self(), SIGHUP)
        // Waiting signals are taken in the order of their numbers.
        pthread_kill(pthread_self(), SIGTERM)
        var reloads = 0

        let signal = StopSignal.wait(replacing: true) { reloads += 1 }

        #expect(signal == SIGTERM)
        #expect(reloads == 1)
    }

    @Test func theSignalToReplaceIsTold() {
        StopSignal.block(replacing: true)
        pthread_kill(pthread_self(), SIGUSR2)

        #expect(StopSignal.wait(replacing: true) {} == StopSignal.replace)
        #expect(!StopSignal.isPending)
        #expect(StopSignal.pending() == nil)
    }
}
