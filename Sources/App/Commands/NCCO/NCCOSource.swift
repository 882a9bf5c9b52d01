import HTTP
import HTTPClient
import JSON
import NCCO

/// Where an NCCO comes from: a file, standard input, or a URL.
struct NCCOSource {
    /// As it was named; `-` is standard input.
    let name: String
    let bytes: [UInt8]
    /// What is wrong with how it came.
    let findings: [Finding]
    /// The file, if it is one.
    let path: String?

    /// The longest NCCO, in bytes.
    private static let limit = 4 << 20

    /// - Throws: why it cannot be had; exit code 2.
    init(_ name: String, _ surroundings: Surroundings) throws(Failure) {
        self.name = name
        if name == "-" {
            guard let bytes = surroundings.terminal.readAll(Self.limit) else {
                throw .usage("standard input is longer than 4 MiB")
            }
            (self.bytes, findings, path) = (bytes, [], nil)
        } else if name.lowercased().hasPrefix("http://") || name.lowercased().hasPrefix("https://") {
            let response = try Self.fetch(name)
            (bytes, findings, path) = (response.body, Self.mediaTypeFindings(response), nil)
        } else {
            let path = surroundings.absolute(name)
            do { bytes = try Files.read(path, limit: Self.limit) } catch { throw .usage(error.description) }
            (findings, self.path) = ([], path)
        }
    }

    private static func fetch(_ url: String) throws(Failure) -> ClientResponse {
        var request = ClientRequest(.get, url)
        request.fields.append("Accept", "application/json")
        request.fields.append("User-Agent", "hookline/\(Version.text)")
        let response: ClientResponse
        do { response = try HTTPClient(limit: limit).send(request) } catch {
            throw .usage("cannot read \(url): \(error)")
        }
        if let place = response.fields["location"], (300..<400).contains(response.status) {
            throw .usage("\(url) leads elsewhere (\(response.status))", advice: "Check \(place) instead.")
        }
        guard response.isSuccess else { throw .usage("\(url) answers with status \(response.status)") }
        return response
    }

    /// N038: the platform takes no other type than JSON.
    private static func mediaTypeFindings(_ response: ClientResponse) -> [Finding] {
        let field = response.fields["content-type"]
        if field.flatMap({ MediaType($0) })?.isJSON ?? false { return [] }
        var finding = Finding(
            .mediaType,
            field.map { "the answer's Content-Type is “\($0)”, which the platform does not take" }
                ?? "the answer has no Content-Type",
            mend: "Serve it as application/json.", at: JSONPointer(), range: 0..<0)
        finding.line = 1
        finding.column = 1
        return [finding]
    }
}
