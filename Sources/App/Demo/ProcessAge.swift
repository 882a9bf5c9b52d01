import Glibc

/// How long this process has been running, to a hundredth of a second; nil where the kernel does not tell.
func processAge() -> Duration? {
    guard let text = try? Files.readText("/proc/self/stat", limit: 1 << 12),
        // The name of the program, in parentheses, may hold blanks; the start is the 20th word behind it.
        let end = text.lastIndex(of: ")")
    else { return nil }
    let words = text[text.index(after: end)...].split(separator: " ")
    let ticksPerSecond = sysconf(CInt(_SC_CLK_TCK))
    guard words.count > 19, let start = Int64(words[19]), ticksPerSecond > 0 else { return nil }
    var now = timespec()
    guard clock_gettime(CLOCK_BOOTTIME, &now) == 0 else { return nil }
    let age =
        Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        - .milliseconds(start * 1000 / Int64(ticksPerSecond))
    return age >= .zero ? age : nil
}
