import BarcodeCore

/// A row of GS1 DataBar as a graph of elements, for comparison with grey values.
struct DataBarRow: Sendable {
  enum Kind: Sendable {
    /// Both halves of DataBar Omnidirectional side by side, and the rows of DataBar Stacked.
    case omni
    case upper
    case lower
    case limited
    /// Any number of pairs; the last one may lack its second character.
    case expanded
  }

  /// What elements belong to.
  enum Role: Int, Sendable {
    /// A finder pattern whose wide end comes first, and one that is turned around.
    case finder
    case turnedFinder
    case character
    case check
  }

  let kind: Kind
  let automaton: ElementAutomaton
  /// Whether it is the row from right to left.
  let isReversed: Bool
  /// Widths of whole rows from the first bar to the last, in modules, and how many elements they have.
  let sizes: [Size]
  /// Where the first finder pattern may be; none where there are none.
  let finders: [DataBarFinderFit.Place]

  struct Size: Sendable {
    let modules: Int
    let elements: Int
  }

  private init(_ kind: Kind, isReversed: Bool) {
    self.kind = kind
    self.isReversed = isReversed
    automaton = ElementAutomaton(DataBarGraph(kind, isReversed: isReversed))
    func places(_ all: [(Int, Bool)]) -> [DataBarFinderFit.Place] {
      all.map { DataBarFinderFit.Place(module: $0.0, isMirrored: $0.1) }
    }
    // Behind guards of one or two modules and a character; pairs in a row face each other.
    switch kind {
    case .omni: finders = places([isReversed ? (18, false) : (17, false)])
    case .upper: finders = places([isReversed ? (16, true) : (17, false)])
    case .lower: finders = places([isReversed ? (18, false) : (17, true)])
    case .limited: finders = []
    case .expanded:
      finders =
        isReversed
        ? places([(18, true), (19, false), (1, true), (2, false)]) : places([(18, false), (19, true)])
    }
    switch kind {
    case .omni: sizes = [Size(modules: 95, elements: 45)]
    case .upper: sizes = [Size(modules: 48, elements: 23)]
    case .lower: sizes = [Size(modules: 50, elements: 25)]
    case .limited: sizes = [Size(modules: 73, elements: 45)]
    case .expanded:
      // Guards have two or three elements, as the colours of the ends ask for.
      let whole = (1...Self.mostPairs).map { Size(modules: 49 * $0 + 3, elements: 21 * $0 + 3) }
      sizes = whole + (0..<Self.mostPairs).map { Size(modules: 49 * $0 + 35, elements: 21 * $0 + 16) }
    }
  }

  /// Elements of a character.
  var characterElements: Int { kind == .limited ? 14 : 8 }

  /// Pairs of the longest symbol.
  private static let mostPairs = 11

  /// Rows in both directions.
  static let omni = both([.omni])
  static let stacked = both([.upper, .lower])
  static let limited = both([.limited])
  static let expanded = both([.expanded])

  private static func both(_ kinds: [Kind]) -> [DataBarRow] {
    kinds.flatMap { kind in [false, true].map { DataBarRow(kind, isReversed: $0) } }
  }
}

extension DataBarRow {
  /// The rows that symbols of these symbologies are made of.
  static func rows(_ on: SymbologySet) -> [DataBarRow] {
    var rows: [DataBarRow] = []
    if on.contains(.dataBarOmni) { rows += omni }
    if on.contains(.dataBarStacked) { rows += stacked }
    if on.contains(.dataBarLimited) { rows += limited }
    if on.contains(.dataBarExpanded) || on.contains(.dataBarExpandedStacked) { rows += expanded }
    return rows
  }

  /// The rows that stand above or below one in its symbol.
  static func rows(like kind: Kind) -> [DataBarRow] {
    switch kind {
    case .omni: omni
    case .upper, .lower: stacked
    case .limited: limited
    case .expanded: expanded
    }
  }
}
