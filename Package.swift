// swift-tools-version: 6.1
import PackageDescription

/// The rooms of Hookline. A target may depend only on targets of earlier rows; `scripts/check` holds the
/// sources to what is declared here.
let package = Package(
    name: "hookline",
    products: [.executable(name: "hookline", targets: ["hookline"])],
    targets: [
        // Row 0: the doors to C.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CShims"),
        .target(name: "CFlows"),

        // Row 1: languages.
        .target(name: "Logging"),
        .target(name: "JSON"),
        .target(name: "HTTP"),
        .target(name: "Telephony"),
        .target(name: "Crypto", dependencies: ["COpenSSL"]),
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .target(name: "EventLoop", dependencies: ["CShims"]),

        // Row 2: protocols.
        .target(name: "JWT", dependencies: ["JSON", "Crypto", "Telephony"]),
        .target(name: "NCCO", dependencies: ["JSON", "Telephony"]),
        .target(name: "Directory", dependencies: ["Telephony"]),
        .target(name: "HTTPServer", dependencies: ["HTTP", "EventLoop", "Logging", "Crypto"]),
        .target(name: "HTTP2", dependencies: ["EventLoop", "Crypto", "Logging", "CNGHTTP2"]),
        .target(name: "HTTPClient", dependencies: ["HTTP", "CCurl"]),

        // Row 3: the domain.
        .target(
            name: "Registry",
            dependencies: ["SQLite", "Directory", "Telephony", "Crypto", "JSON", "Logging"]),
        .target(name: "CallControl", dependencies: ["NCCO", "JSON", "Directory", "Telephony"]),
        .target(
            name: "Push",
            dependencies: ["JWT", "JSON", "Crypto", "HTTP2", "EventLoop", "Telephony", "Logging"]),

        // Row 4: surfaces.
        .target(
            name: "API",
            dependencies: [
                "HTTPServer", "HTTP", "EventLoop", "CallControl", "Registry", "Directory", "Push", "JWT", "NCCO",
                "JSON", "Crypto", "Telephony", "Logging",
            ]),
        .target(
            name: "Simulator",
            dependencies: [
                "HTTPServer", "HTTPClient", "HTTP", "HTTP2", "EventLoop", "NCCO", "JWT", "JSON", "Crypto", "Telephony",
            ]),

        // Row 5: the application.
        .target(
            name: "App",
            dependencies: [
                "API", "Simulator", "HTTPServer", "HTTPClient", "HTTP", "EventLoop", "CallControl", "Registry",
                "Directory", "Push", "JWT", "NCCO", "JSON", "Crypto", "Telephony", "Logging", "CFlows", "SQLite",
                "HTTP2",
            ]),
        .executableTarget(name: "hookline", dependencies: ["App"]),

        // The tests mirror the sources; what they share is no part of the product.
        .target(name: "TestSupport", dependencies: ["EventLoop"], path: "Tests/Support"),
        .testTarget(name: "LoggingTests", dependencies: ["Logging"]),
        .testTarget(name: "JSONTests", dependencies: ["TestSupport", "JSON"]),
        .testTarget(name: "HTTPTests", dependencies: ["TestSupport", "HTTP"]),
        .testTarget(name: "TelephonyTests", dependencies: ["TestSupport", "Telephony"]),
        .testTarget(name: "CryptoTests", dependencies: ["TestSupport", "Crypto"]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
        .testTarget(name: "EventLoopTests", dependencies: ["TestSupport", "EventLoop"]),
        .testTarget(name: "JWTTests", dependencies: ["TestSupport", "JWT", "JSON", "Crypto"]),
        .testTarget(name: "NCCOTests", dependencies: ["TestSupport", "NCCO", "JSON", "Telephony"]),
        .testTarget(name: "DirectoryTests", dependencies: ["TestSupport", "Directory", "Telephony"]),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["TestSupport", "HTTPServer", "HTTP", "EventLoop", "Logging", "Crypto"]),
        .testTarget(name: "HTTP2Tests", dependencies: ["TestSupport", "HTTP2", "EventLoop", "Crypto", "Logging"]),
        .testTarget(
            name: "HTTPClientTests",
            dependencies: ["TestSupport", "HTTPClient", "HTTP", "HTTPServer", "EventLoop", "Logging"]),
        .testTarget(
            name: "RegistryTests",
            dependencies: ["TestSupport", "Registry", "SQLite", "Directory", "Telephony", "Crypto", "JSON", "Logging"]),
        .testTarget(
            name: "CallControlTests",
            dependencies: ["TestSupport", "CallControl", "NCCO", "JSON", "Directory", "Telephony"]),
        .testTarget(
            name: "PushTests",
            dependencies: [
                "TestSupport", "Push", "JWT", "JSON", "Crypto", "HTTP2", "EventLoop", "Telephony", "Logging",
            ]),
        .testTarget(
            name: "APITests",
            dependencies: [
                "TestSupport", "API", "HTTPServer", "HTTPClient", "HTTP", "EventLoop", "CallControl", "Registry",
                "Directory", "Push", "JWT", "NCCO", "JSON", "Crypto", "Telephony", "Logging",
            ]),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "TestSupport", "Simulator", "HTTPServer", "HTTPClient", "HTTP", "HTTP2", "EventLoop", "NCCO", "JWT",
                "JSON", "Crypto", "Telephony",
            ]
        ),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "TestSupport", "App", "Simulator", "CallControl", "Registry", "NCCO", "HTTPServer", "HTTPClient",
                "HTTP2",
                "EventLoop", "HTTP", "Crypto", "JSON", "Telephony", "Logging",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
