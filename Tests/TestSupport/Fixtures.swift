import BarcodeEngine
import Foundation
import ImageFiles

/// Files that belong to the tests.
package enum Fixtures {
  /// The top folder of the repository.
  package static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of a file of `Tests/Fixtures/AREA`, or of the folder itself.
  package static func path(_ area: String, _ file: String? = nil) -> String {
    let folder = repository + "/Tests/Fixtures/" + area
    return file.map { folder + "/" + $0 } ?? folder
  }

  /// The bytes of a file.
  package static func bytes(_ area: String, _ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(area, file))))
  }

  /// The picture in a file.
  package static func picture(_ area: String, _ file: String) throws -> LumaImage {
    try ImageFile.load(path: path(area, file))
  }

  /// The values of a file of JSON lines.
  package static func lines<Line: Decodable>(of type: Line.Type, path: String) throws -> [Line] {
    let decoder = JSONDecoder()
    return try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(type, from: Data($0))
    }
  }

  /// The lines of `Tests/Fixtures/AREA/manifest.jsonl`.
  package static func manifest<Line: Decodable>(_ area: String, of type: Line.Type) throws -> [Line] {
    try lines(of: type, path: path(area, "manifest.jsonl"))
  }
}

/// A symbol that a picture holds.
package struct ExpectedSymbol: Decodable, Sendable {
  package let symbology: String
  /// nil: the symbol is there, its text is not known.
  package let text: String?
  package let bytesBase64: String?
  /// Other right forms of the text.
  package let alt: [String]?

  private enum CodingKeys: String, CodingKey {
    case symbology
    case text
    case bytesBase64 = "bytes_b64"
    case alt
  }

  /// Whether the result is this symbol with its text or its bytes.
  package func matches(_ barcode: Barcode) -> Bool {
    guard barcode.symbology.rawValue == symbology else { return false }
    if text == barcode.text || (alt ?? []).contains(barcode.text) { return true }
    guard let bytes = bytesBase64.flatMap({ Data(base64Encoded: $0) }) else { return false }
    return [UInt8](bytes) == barcode.bytes
  }
}

/// A picture of a set, with what it holds.
package struct ExpectedPicture: Decodable, Sendable, CustomStringConvertible {
  package let file: String
  package let expected: [ExpectedSymbol]
  package let kind: String?
  package let note: String?
  /// false: more symbols than the listed ones may be in the picture.
  package let complete: Bool?

  package var description: String { file }

  /// What of the results is not expected, and what of the expected was not read; each result counts once.
  package func compare(_ barcodes: [Barcode]) -> (missing: [ExpectedSymbol], wrong: [Barcode]) {
    var wrong = barcodes
    var missing: [ExpectedSymbol] = []
    for symbol in expected {
      if let index = wrong.firstIndex(where: { symbol.matches($0) }) {
        wrong.remove(at: index)
      } else {
        missing.append(symbol)
      }
    }
    return (missing, wrong)
  }
}

/// A collection of test pictures outside of the repository: a folder of sets, each with a `manifest.jsonl`.
package enum Corpus {
  /// `$CMB_CORPUS`, or `../shared/corpus` beside the checkout; nil when there is none.
  package static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["CMB_CORPUS"]
    let candidates = [named, Fixtures.repository + "/../shared/corpus"].compactMap { $0 }
    return candidates.first { FileManager.default.fileExists(atPath: $0) }
  }()

  /// The names of the sets, sorted.
  package static var sets: [String] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/manifest.jsonl") }.sorted()
  }

  /// The pictures of a set.
  package static func pictures(of set: String) throws -> [ExpectedPicture] {
    guard let folder else { return [] }
    return try Fixtures.lines(of: ExpectedPicture.self, path: "\(folder)/\(set)/manifest.jsonl")
  }

  /// The luma of a picture of a set.
  package static func load(_ picture: ExpectedPicture, of set: String) throws -> LumaImage {
    try ImageFile.load(path: "\(folder ?? "")/\(set)/\(picture.file)")
  }
}
