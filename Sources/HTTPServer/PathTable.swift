import Glibc

/// A hash table from paths to numbers that is asked with bytes, so that no String is made for a look-up.
struct PathTable: Sendable {
    private var paths: [(path: [UInt8], value: Int)] = []
    /// Positions in `paths` by hash, open addressing; -1 is free. The size is a power of two, at most half full.
    private var places: [Int32] = []

    subscript(path: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !places.isEmpty else { return nil }
        var place = Self.hash(path) & (places.count - 1)
        while places[place] >= 0 {
            let entry = Int(places[place])
            if Self.areEqual(paths[entry].path, path) { return paths[entry].value }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private static func areEqual(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        // A path has at least its slash, so neither address is nil.
        return left.withUnsafeBufferPointer { memcmp($0.baseAddress!, right.baseAddress!, right.count) == 0 }
    }

    func find(_ path: String) -> Int? {
        var path = path
        return path.withUTF8 { self[$0] }
    }

    /// Adds a path that is not there yet.
    mutating func insert(_ path: String, _ value: Int) {
        paths.append((Array(path.utf8), value))
        if paths.count * 2 > places.count { places = Array(repeating: -1, count: max(16, places.count * 2)) }
        for index in places.indices { places[index] = -1 }
        for (entry, (path, _)) in paths.enumerated() {
            var place = path.withUnsafeBufferPointer(Self.hash) & (places.count - 1)
            while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
            places[place] = Int32(entry)
        }
    }

    /// FNV-1a. The table holds our own routes, so nobody outside can fill it with collisions.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
