import BarcodeCore
import Foundation
import Testing

/// The table of symbologies as a page of documentation.
private enum SymbologyDocument {
  static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation/Symbologies.md")

  static func markdown() -> String {
    var lines = [
      "# Symbologies", "",
      "This page is written from the symbology table (`Sources/BarcodeCore/Vocabulary/Symbology+Table.swift`) by",
      "`UPDATE_DOCUMENTATION=1 swift test -c release --disable-testable-imports --filter SymbologyDocument`.", "",
      "*Usual* symbologies are looked for when nothing else is said. *Known* ones have a name but are not read yet.",
      "Weak structures say little against a chance find, so a result needs more than its structure.",
    ]
    for family in SymbologyInfo.Family.allCases {
      lines += ["", "## \(family.rawValue.prefix(1).uppercased())\(family.rawValue.dropFirst())", ""]
      lines.append("| name | symbology | read | check | lengths | structure | GS1 | AIM |")
      lines.append("|---|---|---|---|---|---|---|---|")
      lines += Symbology.allCases.map(\.info).filter { $0.family == family }.map(row)
    }
    lines += ["", "## Modifiers of the AIM symbology identifiers", ""]
    lines += ["| identifier | symbologies | meaning |", "|---|---|---|"]
    lines += modifierRows()
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ info: SymbologyInfo) -> String {
    let state = info.isReadable ? (info.isUsual ? "usual" : "yes") : "known"
    let lengths =
      info.lengths.lowerBound == info.lengths.upperBound
      ? "\(info.lengths.lowerBound)" : "\(info.lengths.lowerBound)–\(info.lengths.upperBound)"
    let check =
      switch info.check {
      case .none: "none"
      case .optional(let kind): "optional: \(kind)"
      case .always(let kind), .correction(let kind): kind
      }
    let cells = [
      "`\(info.name)`", info.displayName, state, check, lengths, info.strength.rawValue,
      info.isGS1Capable ? "yes" : "", "`]\(info.aimLetter)`",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func modifierRows() -> [String] {
    var seen = Set<Character>()
    return Symbology.allCases.map(\.info).filter { seen.insert($0.aimLetter).inserted }.flatMap { info in
      let sharing = Symbology.allCases.map(\.info).filter { $0.aimLetter == info.aimLetter }.map(\.displayName)
      return info.modifiers.map { modifier in
        "| `\(info.identifier(modifier: modifier.character))` | \(sharing.joined(separator: ", ")) | \(modifier.meaning) |"
      }
    }
  }
}

/// The part of the readme that lists what is read, between two comments.
private enum ReadmeList {
  static let url = SymbologyDocument.url.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("README.md")
  private static let begin = "<!-- Symbologies: begin -->\n"
  private static let end = "<!-- Symbologies: end -->\n"

  /// The readme with the list that the table gives; nil when it has no place for it.
  static func written(into readme: String) -> String? {
    guard let first = readme.range(of: begin), let last = readme.range(of: end),
      first.upperBound <= last.lowerBound
    else { return nil }
    return readme[..<first.upperBound] + markdown() + readme[last.lowerBound...]
  }

  private static func markdown() -> String {
    var lines = ["| family | symbologies |", "|---|---|"]
    for family in SymbologyInfo.Family.allCases {
      let names = Symbology.allCases.map(\.info).filter { $0.family == family && $0.isReadable }.map(\.displayName)
      if !names.isEmpty { lines.append("| \(family.rawValue) | \(names.joined(separator: ", ")) |") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

@Suite struct SymbologyDocumentTests {
  @Test func readmeEqualsTheTable() throws {
    var readme = try String(contentsOf: ReadmeList.url, encoding: .utf8)
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil, let new = ReadmeList.written(into: readme) {
      try Data(new.utf8).write(to: ReadmeList.url)
      readme = new
    }
    #expect(readme == ReadmeList.written(into: readme), "Documentation/Symbologies.md says how to write it again.")
  }

  @Test func documentEqualsTheTable() throws {
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
      try Data(SymbologyDocument.markdown().utf8).write(to: SymbologyDocument.url)
    }
    let document = try String(contentsOf: SymbologyDocument.url, encoding: .utf8)
    #expect(document == SymbologyDocument.markdown(), "The page says at its top how to write it again.")
  }
}
