import Glibc
import HTTP

/// The `Date` line of answers, made anew when a second has passed. The clock is read once a turn of the loop.
struct DateField {
    private var line: [UInt8] = []
    private var second: Int64 = -1
    private var turn: UInt64 = .max

    mutating func current(turn: UInt64) -> [UInt8] {
        if turn == self.turn { return line }
        self.turn = turn
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        if Int64(time.tv_sec) != second {
            second = Int64(time.tv_sec)
            line = Array("Date: \(HTTPDate.text(seconds: second))\r\n".utf8)
        }
        return line
    }
}
