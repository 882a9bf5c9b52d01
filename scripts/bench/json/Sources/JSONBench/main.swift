import Foundation
import JSON
import NCCO

// usage: JSONBench READER SECONDS FILE...
//
// Reads the files again and again and prints the bytes it has read and the seconds that took. READER is one of
//
//   tree        JSONValue.parse: a value of everything
//   positioned  PositionedText: a value of everything with its place
//   decoder     Foundation's JSONDecoder into a structure of a few optional texts
//   encode      writes an answer of two actions instead; FILE counts for nothing
//   check       checks the files as NCCOs

/// What an ordinary server asks of a webhook.
struct Webhook: Decodable {
    var uuid: String?
    var conversation: String?
    var status: String?
    var direction: String?
    var timestamp: String?

    enum CodingKeys: String, CodingKey {
        case uuid, status, direction, timestamp
        case conversation = "conversation_uuid"
    }
}

let arguments = CommandLine.arguments
guard arguments.count > 3, let seconds = Double(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: JSONBench tree|positioned|decoder SECONDS FILE...\n".utf8))
    exit(2)
}
let files = arguments[3...].compactMap { FileManager.default.contents(atPath: $0) }
let texts = files.map { Array($0) }
let decoder = JSONDecoder()
let answer = NCCODocument {
    Talk(text: "Connecting you to Alice.")
    Connect(to: .app(user: "Alice"), from: "447700900000")
}

/// Whether it could be read; looked at, so that nothing is left out.
func read(_ index: Int) -> Bool {
    switch arguments[1] {
    case "tree": (try? JSONValue.parse(texts[index])) != nil
    case "positioned": (try? PositionedText(texts[index])) != nil
    case "encode": !answer.encoded().isEmpty
    case "check": !NCCOCheck.findings(in: texts[index]).contains { $0.severity == .error }
    default: (try? decoder.decode(Webhook.self, from: files[index])) != nil
    }
}

let clock = ContinuousClock()
let begun = clock.now
var bytes = 0
var refused = 0
repeat {
    for _ in 0..<20 {
        for index in texts.indices {
            if !read(index) { refused += 1 }
            bytes += texts[index].count
        }
    }
} while clock.now - begun < .seconds(seconds)
let passed = clock.now - begun
let (whole, parts) = passed.components
print(bytes, Double(whole) + Double(parts) / 1e18, refused)
