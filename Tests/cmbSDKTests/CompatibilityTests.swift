import DMCC
import Foundation
import TestSupport
import Testing

/// The comparison with the original (`Documentation/Compatibility.md`) has everything that its documents name.
@Suite struct CompatibilityTests {
  /// What the public documents name, by area.
  private static let documented: [String: [String]] = {
    let path = Fixtures.path("compatibility", "documented.txt")
    var areas: [String: [String]] = [:]
    var area = ""
    for line in ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n") {
      if line.hasPrefix("[") {
        area = String(line.dropFirst().dropLast())
      } else if !line.hasPrefix("#") {
        areas[area, default: []].append(String(line))
      }
    }
    return areas
  }()

  private struct Row: Sendable {
    let state: String
    let difference: String
  }

  private static let states: Set<String> = [
    "as documented", "there", "declared", "stored", "refused", "constants only", "addition", "not there",
  ]

  /// The rows that name a symbol in code style before their state.
  private static let rows: [String: [Row]] = {
    let path = Fixtures.repository + "/Documentation/Compatibility.md"
    var rows: [String: [Row]] = [:]
    for line in ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard let index = cells.firstIndex(where: { states.contains($0) }), index + 1 < cells.count else { continue }
      let row = Row(state: cells[index], difference: cells[index + 1])
      for cell in cells[..<index] {
        // Between each two backquotes.
        for (place, part) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        where place % 2 == 1 {
          rows[String(part), default: []].append(row)
        }
      }
    }
    return rows
  }()

  @Test func areasAreComplete() {
    let counts = Self.documented.mapValues(\.count)
    #expect(counts["constants"] == 164)
    for area in ["headers", "types", "selectors", "swift", "c", "other", "commands"] {
      #expect((counts[area] ?? 0) > 10, "\(area)")
    }
  }

  /// Everything has a row with a state; what is not as documented has a reason or a difference, too.
  @Test(arguments: ["headers", "types", "constants", "selectors", "swift", "c", "other", "commands"])
  func everySymbolHasARow(area: String) {
    for line in Self.documented[area] ?? [] {
      // Constants are followed by their values, selectors begin with their kind.
      let word = String(line.split(separator: " ")[0])
      let name = area == "selectors" ? String(word.dropFirst()) : word
      let rows = Self.rows[name] ?? []
      #expect(!rows.isEmpty, "\(area): \(name) has no row")
      for row in rows where !["as documented", "addition"].contains(row.state) {
        #expect(!row.difference.isEmpty, "\(name): \(row.state), but why?")
      }
    }
  }

  /// The headers say what the documents say.
  @Test func constants() throws {
    let folder = Fixtures.repository + "/Sources/CMBTypes/include"
    var values: [String: Int] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      for line in try String(contentsOfFile: folder + "/" + file, encoding: .utf8).split(separator: "\n") {
        let words = line.split { " =,()\t".contains($0) }.map(String.init)
        if words.count == 3, words[0] == "#define", let value = Int(words[2]) { values[words[1]] = value }
        if words.count == 2, line.contains("="), let value = Self.number(words[1]) { values[words[0]] = value }
      }
    }
    for line in Self.documented["constants"] ?? [] {
      let words = line.split(separator: " ").map(String.init)
      #expect(values[words[0]] == Int(words[1]), "\(line)")
    }
  }

  private static func number(_ text: String) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  /// The type check for iOS holds that Objective-C sees each selector that is said to be there.
  @Test func selectors() throws {
    let path = Fixtures.repository + "/Scripts/ios-typecheck/selectors"
    let checked = Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init))
    // Their parameters are structures of C, which the stubs of that check do not have.
    let unchecked = ["+showLocation:imageWidth:imageHeight:", "+showLocations:count:imageWidth:imageHeight:"]
    for selector in Self.documented["selectors"] ?? [] where !unchecked.contains(selector) {
      let isThere = !(Self.rows[String(selector.dropFirst())] ?? []).contains { $0.state == "not there" }
      #expect(checked.contains(selector) == isThere, "\(selector)")
    }
  }

  /// The states of commands are those of the table that answers.
  @Test func commands() throws {
    let documented = Set(Self.documented["commands"] ?? [])
    for row in CommandTable.rows {
      #expect(documented.contains(row.name), "\(row.name)")
      let states = (Self.rows[row.name] ?? []).map(\.state)
      #expect(states.contains("stored") == row.isStoredOnly, "\(row.name)")
      if let reason = row.storedOnlyReason {
        #expect((Self.rows[row.name] ?? []).contains { $0.difference == reason }, "\(row.name)")
      }
      #expect(!states.contains("not there"), "\(row.name)")
    }
    for name in documented where CommandTable.row(name) == nil {
      #expect((Self.rows[name] ?? []).contains { $0.state == "refused" && $0.difference.hasPrefix("101") }, "\(name)")
    }
    for row in SymbologySwitch.table {
      let isRefused = (Self.rows[row.name] ?? []).contains { $0.state == "refused" }
      #expect(isRefused == (row.meaning == .nothing), "\(row.name)")
    }
  }
}
