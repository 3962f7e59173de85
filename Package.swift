// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "OpenCMB",
  platforms: [.iOS(.v15), .macOS(.v13)],
  products: [
    .library(name: "BarcodeEngine", targets: ["BarcodeEngine"]),
    .library(name: "ImageFiles", targets: ["ImageFiles"]),
    .library(name: "BarcodeContent", targets: ["BarcodeContent"]),
    .library(name: "ScanSession", targets: ["ScanSession"]),
    .library(name: "cmbSDK", targets: ["cmbSDK"]),
    .executable(name: "cmb", targets: ["cmb"]),
  ],
  targets: [
    .target(name: "BarcodeCore"),
    .target(name: "LinearSymbologies", dependencies: ["BarcodeCore"]),
    .target(name: "MatrixSymbologies", dependencies: ["BarcodeCore"]),
    .target(name: "StackedSymbologies", dependencies: ["BarcodeCore"]),
    .target(name: "PostalSymbologies", dependencies: ["BarcodeCore"]),
    .target(
      name: "BarcodeEngine",
      dependencies: [
        "BarcodeCore", "LinearSymbologies", "MatrixSymbologies", "PostalSymbologies", "StackedSymbologies",
      ]),
    .target(name: "FrameSources", dependencies: ["BarcodeCore"]),
    .target(
      name: "ImageFiles",
      dependencies: [
        "BarcodeCore",
        .target(name: "CImageShims", condition: .when(platforms: [.linux])),
        .target(name: "CTurboJPEG", condition: .when(platforms: [.linux])),
        .target(name: "CWebP", condition: .when(platforms: [.linux])),
        .target(name: "CHEIF", condition: .when(platforms: [.linux])),
      ]
    ),
    .target(
      name: "CImageShims",
      dependencies: [
        .target(name: "CPNG", condition: .when(platforms: [.linux])),
        .target(name: "CTIFF", condition: .when(platforms: [.linux])),
      ]
    ),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "Licensing", dependencies: [.target(name: "CSodium", condition: .when(platforms: [.linux]))]),
    .target(name: "DMCC", dependencies: ["BarcodeCore"]),
    .target(name: "ScanSession", dependencies: ["BarcodeEngine", "FrameSources", "ImageFiles"]),
    .target(name: "DataManLink", dependencies: ["DMCC", "ScanSession"]),
    .target(name: "BarcodeContent", dependencies: ["BarcodeCore"]),
    .target(name: "CMBTypes"),
    .target(
      name: "cmbSDK",
      dependencies: ["ScanSession", "BarcodeContent", "DMCC", "DataManLink", "Licensing", "CMBTypes", "ImageFiles"]),
    .executableTarget(
      name: "cmb",
      dependencies: [
        "BarcodeEngine", "ImageFiles", "Licensing", .target(name: "CMalloc", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "TestSupport", dependencies: ["BarcodeEngine", "ImageFiles"], path: "Tests/TestSupport"),
    .testTarget(name: "BlackBoxTests", dependencies: ["BarcodeEngine", "TestSupport"]),
    .testTarget(
      name: "MatrixSymbologiesTests", dependencies: ["BarcodeEngine", "MatrixSymbologies", "TestSupport"]),
    .testTarget(name: "BarcodeEngineTests", dependencies: ["BarcodeEngine", "TestSupport"]),
    .testTarget(name: "ImageFilesTests", dependencies: ["ImageFiles", "TestSupport"]),
    .testTarget(name: "ScanSessionTests", dependencies: ["ScanSession", "TestSupport"]),
    .testTarget(name: "DMCCTests", dependencies: ["DMCC", "TestSupport"]),
    .testTarget(name: "DataManLinkTests", dependencies: ["DataManLink", "DMCC", "TestSupport"]),
    .testTarget(name: "LicensingTests", dependencies: ["Licensing"]),
    .testTarget(name: "BarcodeContentTests", dependencies: ["BarcodeContent", "TestSupport"]),
    .testTarget(name: "cmbSDKTests", dependencies: ["cmbSDK", "ScanSession", "DMCC", "DataManLink", "TestSupport"]),
    // The same files in both language modes.
    .testTarget(name: "ManualTests", dependencies: ["cmbSDK", "DataManLink", "TestSupport"]),
    .testTarget(
      name: "ManualTestsSwift5", dependencies: ["cmbSDK", "DataManLink", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "CommandLineTests", dependencies: ["cmb", "TestSupport"]),
    .testTarget(name: "LinearSymbologiesTests", dependencies: ["LinearSymbologies", "BarcodeEngine", "TestSupport"]),
    .testTarget(name: "PostalSymbologiesTests", dependencies: ["BarcodeEngine", "TestSupport"]),
    .testTarget(name: "StackedSymbologiesTests", dependencies: ["BarcodeEngine", "StackedSymbologies", "TestSupport"]),
    .testTarget(name: "BarcodeCoreTests", dependencies: ["BarcodeCore", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
