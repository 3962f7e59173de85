// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "OpenCMB",
  platforms: [.iOS(.v15), .macOS(.v13)],
  products: [
    .library(name: "BarcodeEngine", targets: ["BarcodeEngine"]),
    .library(name: "ScanSession", targets: ["ScanSession"]),
    .library(name: "cmbSDK", targets: ["cmbSDK"]),
    .executable(name: "cmb", targets: ["cmb"]),
  ],
  targets: [
    .target(name: "BarcodeCore"),
    .target(name: "LinearSymbologies", dependencies: ["BarcodeCore"]),
    .target(name: "MatrixSymbologies", dependencies: ["BarcodeCore"]),
    .target(name: "BarcodeEngine", dependencies: ["BarcodeCore", "LinearSymbologies", "MatrixSymbologies"]),
    .target(name: "FrameSources", dependencies: ["BarcodeCore"]),
    .target(name: "ImageFiles", dependencies: ["BarcodeCore"]),
    .target(name: "DMCC", dependencies: ["BarcodeCore"]),
    .target(name: "ScanSession", dependencies: ["BarcodeEngine", "FrameSources", "ImageFiles"]),
    .target(name: "CMBTypes"),
    .target(name: "cmbSDK", dependencies: ["ScanSession", "DMCC", "CMBTypes"]),
    .executableTarget(name: "cmb", dependencies: ["BarcodeEngine", "ImageFiles"]),
    .target(name: "TestSupport", dependencies: ["BarcodeEngine", "ImageFiles"], path: "Tests/TestSupport"),
    .testTarget(name: "BarcodeCoreTests", dependencies: ["BarcodeCore", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
