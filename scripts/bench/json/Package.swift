// swift-tools-version: 6.1
import PackageDescription

/// Reads webhook bodies as Hookline does and as Foundation does, for `scripts/bench/run json`. A package of its own, so that
/// Foundation stays out of the product; it compiles the room's own sources, through a link.
let package = Package(
    name: "json-bench",
    targets: [
        .target(name: "JSON"),
        .target(name: "Telephony"),
        .target(name: "NCCO", dependencies: ["JSON", "Telephony"]),
        .executableTarget(name: "JSONBench", dependencies: ["JSON", "NCCO"]),
    ],
    swiftLanguageModes: [.v6]
)
