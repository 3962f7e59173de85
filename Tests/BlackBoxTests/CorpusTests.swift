import BarcodeEngine
import Foundation
import TestSupport
import Testing

/// What is read of collections of public pictures, set by set, against `Tests/Fixtures/blackbox/reads.jsonl`: at least
/// so many symbols, and at most so many results that the manifest does not list.
///
/// The pictures are not part of the repository. Without them (see `Corpus.folder`) the tests are skipped.
/// `UPDATE_BLACKBOX=1` writes the table anew; look at the difference before it is committed.
@Suite(.enabled(if: Corpus.folder != nil, "no corpus of pictures here"))
struct CorpusTests {
  /// One set of the table.
  struct Row: Codable, Sendable, CustomStringConvertible {
    let set: String
    /// Symbols that the manifest lists, of the symbologies that are looked for.
    let symbols: Int
    /// At least so many of them are read.
    let read: Int
    /// At most so many results are not in the manifest; some are symbols that it forgot.
    let unlisted: Int

    var description: String { self.set }
  }

  static let rows: [Row] = (try? Fixtures.lines(of: Row.self, path: path)) ?? []
  private static let path = Fixtures.path("blackbox", "reads.jsonl")
  private static let isUpdate = ProcessInfo.processInfo.environment["UPDATE_BLACKBOX"] != nil

  @Test(.enabled(if: !isUpdate), arguments: rows)
  func readsAtLeastAsMuch(_ row: Row) throws {
    let (now, details) = try CorpusTests.measure(row.set)
    #expect(now.read >= row.read, "\(details)")
    #expect(now.unlisted <= row.unlisted, "\(details)")
  }

  /// A table that is lost or cannot be read would otherwise pass.
  @Test(.enabled(if: !isUpdate)) func theTableIsThere() {
    #expect(CorpusTests.rows.count >= 100)
  }

  @Test(.enabled(if: isUpdate))
  func writeTheTable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let lines = try Corpus.sets.map { String(decoding: try encoder.encode(CorpusTests.measure($0).row), as: UTF8.self) }
    try (lines.joined(separator: "\n") + "\n").write(toFile: CorpusTests.path, atomically: true, encoding: .utf8)
  }

  /// What is looked for: the usual symbologies as far as they are read.
  private static let symbologies = SymbologySet.usual.intersection(.readable)

  /// Reads the pictures of a set.
  private static func measure(_ set: String) throws -> (row: Row, details: [String]) {
    let reader = BarcodeReader(options: ReaderOptions(symbologies: symbologies))
    var symbols = 0
    var read = 0
    var unlisted = 0
    var details: [String] = []
    for picture in try Corpus.pictures(of: set) {
      let listed = picture.expected.filter {
        Symbology(rawValue: $0.symbology).map { symbologies.contains($0) } ?? false
      }
      symbols += listed.count
      guard let image = try? Corpus.load(picture, of: set) else {
        details.append("\(picture.file): not loaded")
        continue
      }
      let (missing, wrong) = picture.compare(try reader.read(image))
      let missed = missing.filter { symbol in listed.contains { $0.symbology == symbol.symbology } }
      read += listed.count - missed.count
      if picture.complete != false { unlisted += wrong.count }
      details += missed.map { "\(picture.file): missed \($0.symbology) \($0.text ?? "")" }
      details += wrong.map { "\(picture.file): unlisted \($0.symbology.rawValue) \($0.text)" }
    }
    return (Row(set: set, symbols: symbols, read: read, unlisted: unlisted), details)
  }
}
