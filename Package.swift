// swift-tools-version: 6.0
import PackageDescription

// Every Swift target is held to the same rules: the Swift 6 language mode (from the tools version), `any` spelt out,
// and imports that are internal unless they say otherwise, so that no C type can reach a public declaration.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "ZooScan",
    products: [
        .library(name: "ZooScan", targets: ["ZooScan"]),
        .executable(name: "zooscan", targets: ["zooscan"]),
    ],
    targets: [
        // System libraries: module maps, nothing else.
        .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "COpenBLAS", providers: [.apt(["libopenblas-pthread-dev"])]),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        // What Swift cannot do: `setjmp` around the codecs, and files placed into the program's read-only data.
        .target(
            name: "CZooCodecs", dependencies: ["CTurboJPEG", "CPNG"],
            // C code names no module, so the library that only it calls must be named here.
            linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("z")]),
        .target(name: "CZooAssets"),
        .target(name: "CZooPage"),
        // The hot loops, one function an instruction set.
        .target(name: "CZooKernels"),
        .target(name: "ZooProcessor", dependencies: ["CZooKernels"], swiftSettings: strict),

        // The way of the data: photo bytes → tensor → logits → label → record.
        .target(
            name: "ZooImage", dependencies: ["CTurboJPEG", "CPNG", "CZooCodecs", "CZooKernels", "ZooProcessor"],
            swiftSettings: strict),
        .target(
            name: "ZooNet", dependencies: ["COpenBLAS", "CZlib", "CZooKernels", "ZooProcessor"], swiftSettings: strict),
        .target(name: "ZooStore", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(
            name: "ZooScan",
            dependencies: ["ZooImage", "ZooNet", "ZooProcessor", "ZooStore", "COpenSSL", "CZooAssets"],
            swiftSettings: strict),
        // The page's files are embedded by CZooPage.
        .target(
            name: "ZooWeb", dependencies: ["ZooScan", "ZooProcessor", "CMicroHTTPD", "CZooPage"],
            exclude: ["Page", "API/openapi.json"], swiftSettings: strict),
        .executableTarget(name: "zooscan", dependencies: ["ZooScan", "ZooWeb"], swiftSettings: strict),
        .executableTarget(name: "ZooScanExample", dependencies: ["ZooScan"], swiftSettings: strict),
        .executableTarget(
            name: "ZooBench",
            dependencies: ["ZooScan", "ZooImage", "ZooNet", "ZooProcessor", "CZooKernels", "ZooStore"],
            path: "Benchmarks/ZooBench", swiftSettings: strict),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["ZooStore"], path: "Tests/TestSupport", swiftSettings: strict),
        // In C, so that it also runs where there is no Swift: under an emulator, by scripts/test-arm.
        .target(
            name: "CKernelTester", dependencies: ["CZooKernels"], path: "Tests/CKernelTester", exclude: ["alone"]),
        .testTarget(name: "ZooProcessorTests", dependencies: ["ZooProcessor", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ZooImageTests",
            dependencies: ["ZooImage", "ZooProcessor", "CZooKernels", "CKernelTester", "TestSupport"],
            swiftSettings: strict),
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .testTarget(
            name: "ZooNetTests",
            dependencies: [
                "ZooNet", "ZooProcessor", "CZooKernels", "CZlib", "TestSupport", "CAllocationCounter", "CKernelTester",
            ],
            swiftSettings: strict),
        // What programs do to a store at the same time: done by threads in the tests, by processes in the worker.
        .target(
            name: "StoreWork", dependencies: ["ZooStore", "TestSupport"], path: "Tests/StoreWork", swiftSettings: strict
        ),
        .executableTarget(
            name: "StoreWorker", dependencies: ["StoreWork"], path: "Tests/StoreWorker", swiftSettings: strict),
        // Runs the onnx package's node test cases, for scripts/test-onnx.
        .executableTarget(
            name: "NodeCases", dependencies: ["ZooNet"], path: "Tests/NodeCases", exclude: ["generate.py"],
            swiftSettings: strict),
        .testTarget(
            name: "ZooStoreTests",
            dependencies: ["ZooStore", "StoreWork", "StoreWorker", "TestSupport", "CSQLite", "COpenSSL"],
            exclude: ["Migrations.txt"], swiftSettings: strict),
        .testTarget(
            name: "ZooScanTests", dependencies: ["ZooScan", "ZooImage", "ZooNet", "ZooStore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ZooWebTests", dependencies: ["ZooWeb", "ZooScan", "ZooStore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CommandTests", dependencies: ["zooscan", "ZooScan", "ZooStore", "ZooScanExample", "TestSupport"],
            exclude: ["Snapshots"],
            swiftSettings: strict),
    ]
)
