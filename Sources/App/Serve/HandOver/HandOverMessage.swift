import EventLoop
import HTTPServer

/// What two servers say to each other while one takes over from the other.
///
/// ```
/// predecessor                               successor
///     sockets …, end        ─────────────▶
///                           ◀─────────────  ready | failed
///     connections …, end    ─────────────▶  (the store is free)
///                           ◀─────────────  serving | failed
/// ```
///
/// The first byte says which it is. Versions of the program that come after each other must understand this, so that
/// it only grows: what is not known is passed over.
enum HandOverMessage: Equatable {
    /// Listening sockets, and whether nothing is to be bound beside them.
    case sockets(InheritedSockets)
    /// Connections on which nothing is under way.
    case connections([CInt])
    case end
    /// The successor has all it needs but the store.
    case ready
    /// The successor has the store and serves.
    case serving
    /// The successor will end, and why.
    case failed(String)
    case unknown

    /// The messages that carry these listening sockets, `end` among them.
    static func listing(_ inherited: InheritedSockets) -> [HandOverMessage] {
        chunks(inherited.sockets).map { .sockets(InheritedSockets($0, areAll: inherited.areAll)) } + [.end]
    }

    /// The messages that carry these connections, `end` among them.
    static func listing(connections: [CInt]) -> [HandOverMessage] {
        chunks(connections).map { .connections($0) } + [.end]
    }

    private static func chunks<T>(_ items: [T]) -> [[T]] {
        stride(from: 0, to: items.count, by: MessageChannel.descriptorLimit).map {
            Array(items[$0..<min($0 + MessageChannel.descriptorLimit, items.count)])
        }
    }

    /// - Parameter message: descriptors of an unknown message are closed by the caller.
    init(_ message: MessageChannel.Message) {
        let rest = message.bytes.dropFirst()
        switch message.bytes.first {
        case UInt8(ascii: "L"):
            // One letter for each socket, behind the one that speaks for all.
            guard rest.count == message.descriptors.count + 1 else {
                self = .unknown
                return
            }
            let sockets = zip(message.descriptors, rest.dropFirst()).map { fd, letter in
                InheritedSockets.Socket(fd: fd, isSecure: letter == UInt8(ascii: "s"))
            }
            self = .sockets(InheritedSockets(sockets, areAll: rest.first == UInt8(ascii: "a")))
        case UInt8(ascii: "C"): self = .connections(message.descriptors)
        case UInt8(ascii: "E"): self = .end
        case UInt8(ascii: "R"): self = .ready
        case UInt8(ascii: "S"): self = .serving
        case UInt8(ascii: "X"): self = .failed(String(decoding: rest, as: UTF8.self))
        default: self = .unknown
        }
    }

    var message: MessageChannel.Message {
        switch self {
        case .sockets(let inherited):
            let letters = inherited.sockets.map { UInt8(ascii: $0.isSecure == true ? "s" : "p") }
            let all = UInt8(ascii: inherited.areAll ? "a" : "o")
            return MessageChannel.Message(
                [UInt8(ascii: "L"), all] + letters, descriptors: inherited.sockets.map(\.fd))
        case .connections(let connections):
            return MessageChannel.Message([UInt8(ascii: "C")], descriptors: connections)
        case .end: return MessageChannel.Message([UInt8(ascii: "E")])
        case .ready: return MessageChannel.Message([UInt8(ascii: "R")])
        case .serving: return MessageChannel.Message([UInt8(ascii: "S")])
        case .failed(let reason): return MessageChannel.Message([UInt8(ascii: "X")] + Array(reason.utf8.prefix(1000)))
        case .unknown: return MessageChannel.Message([UInt8(ascii: "?")])
        }
    }
}
