import HTTP

/// Reads one input of libFuzzer. The first bytes choose limits and cuts, the rest are what a client sends. A broken
/// promise of the parser ends the process, which libFuzzer reports with the input.
func fuzzHTTP(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let choice = Choice(first: bytes[0], second: bytes[1])
    let stream = Array(bytes.dropFirst(2))

    let whole = Reading(choice.whole(stream), limits: choice.limits)
    let cut = Reading(choice.pieces(stream), limits: choice.limits)
    precondition(whole == cut, "where the bytes are cut changes what is read")
    return 0
}

/// How an input is read, from its first two bytes: an input that is found again is read again the same way.
struct Choice {
    let first: UInt8
    let second: UInt8

    var limits: ParserLimits {
        first & 1 == 0 ? ParserLimits() : ParserLimits(head: 256, target: 64, fields: 8, body: 128)
    }

    func whole(_ stream: [UInt8]) -> [ArraySlice<UInt8>] { [stream[...]] }

    /// Pieces of 1 to 16 bytes, whose lengths come from a small generator.
    func pieces(_ stream: [UInt8]) -> [ArraySlice<UInt8>] {
        var state = UInt32(second) << 8 | UInt32(first) | 1 << 16
        var pieces: [ArraySlice<UInt8>] = []
        var rest = stream[...]
        while !rest.isEmpty {
            state = state &* 1_664_525 &+ 1_013_904_223
            let length = first & 2 == 0 ? 1 : Int(state >> 28) + 1
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}
