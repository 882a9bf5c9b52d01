import CFlows
import CallControl

/// The call flows: those built in, with the files of a folder in their place.
enum FlowFiles {
    /// - Parameter folder: `--flows DIR`: each `NAME.json` in it replaces or adds a flow.
    static func load(overriddenBy folder: String?) throws(Failure) -> Flows {
        var files = builtIn
        if let folder {
            for (name, bytes) in try Self.files(in: folder) { files[name] = bytes }
        }
        do {
            return try Flows.load(files)
        } catch {
            throw Failure(
                .usage, "call flow \(error)",
                advice: folder.map { "Mend the file in \($0); `hookline ncco check FILE` says more." })
        }
    }

    /// The flows of the folder `ncco` as they were when the program was built, by name.
    static var builtIn: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var index = 0
        while let flow = hl_flow_at(index)?.pointee {
            files[String(cString: flow.name)] = Array(UnsafeBufferPointer(start: flow.bytes, count: flow.size))
            index += 1
        }
        return files
    }

    private static func files(in folder: String) throws(Failure) -> [(String, [UInt8])] {
        do {
            return try Files.names(in: folder).filter { $0.hasSuffix(".json") }.sorted().map { name in
                (String(name.dropLast(5)), try Files.read(folder + "/" + name, limit: 1 << 20))
            }
        } catch {
            throw Failure(.usage, "the flows cannot be read: \(error)", advice: "Check --flows.")
        }
    }
}
