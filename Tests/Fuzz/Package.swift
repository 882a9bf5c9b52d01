// swift-tools-version: 6.1
import PackageDescription

/// Fuzzers of what reads foreign bytes. A package of its own, so that their flags stay out of the product; it compiles
/// the rooms' own sources, through links. `scripts/fuzz` builds and runs it.
let flags: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]

let package = Package(
    name: "fuzz",
    targets: [
        .target(name: "HTTP", swiftSettings: flags),
        .target(name: "JSON", swiftSettings: flags),
        .target(name: "Telephony", swiftSettings: flags),
        .target(name: "NCCO", dependencies: ["JSON", "Telephony"], swiftSettings: flags),
        .executableTarget(
            name: "FuzzHTTP", dependencies: ["HTTP"], swiftSettings: flags,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
        .executableTarget(
            name: "FuzzJSON", dependencies: ["JSON", "NCCO"], swiftSettings: flags,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
