import Glibc

extension String {
    /// Compares code points. `==` also takes `é` in one character and in two for the same, which JSON does not.
    @inline(__always)
    func isSameText(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var left = self
        var right = other
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let left = left.baseAddress, let start = right.baseAddress else { return true }
                return memcmp(left, start, right.count) == 0
            }
        }
    }
}
