import CShims

/// What a handler wants to be told of.
package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readable = Interest(rawValue: 1)
    package static let writable = Interest(rawValue: 2)
    /// Of several loops that share the descriptor, one is told. Given when registering, and not to be modified after
    /// (epoll_ctl(2), EPOLLEXCLUSIVE).
    package static let exclusive = Interest(rawValue: 4)

    /// The bits epoll knows it by. Level-triggered: what was not dealt with is told again next turn.
    var events: UInt32 {
        var events: UInt32 = 0
        if contains(.readable) { events |= UInt32(EPOLLIN.rawValue) }
        if contains(.writable) { events |= UInt32(EPOLLOUT.rawValue) }
        if contains(.exclusive) { events |= UInt32(EPOLLEXCLUSIVE.rawValue) }
        return events
    }
}

/// What a file descriptor is ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// Both directions are gone, or the socket is in error. Told whatever the interest is.
    package static let hangUp = Readiness(rawValue: 4)

    init(events: UInt32) {
        var readiness: Readiness = []
        if events & UInt32(EPOLLIN.rawValue) != 0 { readiness.insert(.readable) }
        if events & UInt32(EPOLLOUT.rawValue) != 0 { readiness.insert(.writable) }
        if events & (UInt32(EPOLLHUP.rawValue) | UInt32(EPOLLERR.rawValue)) != 0 { readiness.insert(.hangUp) }
        self = readiness
    }
}

/// Is told, on the loop's thread, when its file descriptor is ready.
package protocol ReadinessHandler: AnyObject {
    func isReady(_ readiness: Readiness)
}
