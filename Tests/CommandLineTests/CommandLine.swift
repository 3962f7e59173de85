import Foundation
import TestSupport

/// What a run of `cmb` gave.
struct CommandResult {
  let status: Int32
  let output: String
  let error: String

  /// Every line of the output as a JSON object; nil for a line that is none.
  var objects: [[String: Any]?] {
    output.split(separator: "\n", omittingEmptySubsequences: true).map {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }
}

/// The built `cmb`, which lies beside the tests.
enum CommandUnderTest {
  private static let path: String = {
    var folders = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap { $0 }
    folders += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let names = folders.map { $0.appendingPathComponent("cmb").path }
    return names.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "cmb"
  }()

  static func run(_ arguments: [String], input: String? = nil) throws -> CommandResult {
    try run(arguments, inputBytes: input.map { Data($0.utf8) })
  }

  static func run(_ arguments: [String], inputBytes: Data?) throws -> CommandResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // Files, since pipes have a limited size.
    let folder = TemporaryFolder()
    func file(_ name: String, _ data: Data = Data()) throws -> FileHandle {
      let url = URL(fileURLWithPath: folder.path + "/" + name)
      try data.write(to: url)
      return try FileHandle(forUpdating: url)
    }
    process.standardInput = try file("in", inputBytes ?? Data())
    process.standardOutput = try file("out")
    process.standardError = try file("err")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)), as: UTF8.self)
    }
    return CommandResult(status: process.terminationStatus, output: try text("out"), error: try text("err"))
  }
}

/// A folder that lasts as long as the value.
final class TemporaryFolder {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("cmb-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }
}

/// The bundled pictures.
enum Samples {
  static let folder = Fixtures.repository + "/Samples"
  static let pictures =
    (try? Fixtures.lines(of: ExpectedPicture.self, path: folder + "/manifest.jsonl")) ?? []
}
