/// A finder pattern of GS1 DataBar with the symbol characters beside it, as one line shows it.
struct DataBarFragment {
  enum Family: Sendable {
    case omni
    case expanded
  }

  let family: Family
  /// Index of the finder pattern: 0 to 8 in DataBar Omnidirectional, 0 to 5 (A to F) in DataBar Expanded.
  let finder: Int
  /// The narrow end of the finder pattern comes first on the line.
  let isMirrored: Bool
  /// Whether the first element is dark.
  let startsDark: Bool
  /// The characters before and behind the finder pattern on the line; one of them may be missing at the end of a
  /// DataBar Expanded symbol.
  let before: DataBarCharacter?
  let behind: DataBarCharacter?
  /// Index of the first edge, or where it would be.
  let index: Int
  /// Positions of the outermost edges that belong to the fragment, in samples.
  var first: Float
  var last: Float
  /// Samples a module.
  var module: Float
  /// Mean squared deviation of characters and finder pattern, in square modules.
  let cost: Float
  /// Width of the outermost element of the guard, in modules, with the ground where that has the same colour; nil where
  /// the line ends before.
  var guardWidth: Float?

  /// The outermost element has one module of its own.
  private static let mostOfGuard: Float = 2
  /// Whether the outermost element of the guard has the colour of the ground; nil where that is not known.
  var joinsGround: Bool? { guardWidth.map { $0 > Self.mostOfGuard } }

  /// Elements of a whole fragment.
  static let elements = 21

  /// In ordinary print, whether the line runs in the symbol's reading direction; in inverted print the contrary.
  var isForward: Bool { isMirrored == startsDark }

  /// The outer and the inner character of half a DataBar Omnidirectional symbol.
  var outer: DataBarCharacter? { isMirrored ? behind : before }
  var inner: DataBarCharacter? { isMirrored ? before : behind }

  /// What tells fragments apart: finder pattern, its direction and the values.
  var key: DataBarKey {
    DataBarKey(
      family: family, finder: finder, isMirrored: isMirrored, startsDark: startsDark, before: before?.value ?? -1,
      behind: behind?.value ?? -1)
  }
}

/// Finder pattern, its direction on the line, polarity and values of a fragment.
struct DataBarKey: Hashable {
  let family: DataBarFragment.Family
  let finder: Int
  let isMirrored: Bool
  let startsDark: Bool
  let before: Int
  let behind: Int
}

/// Finds fragments on lines.
struct DataBarFragmentFinder {
  let findsOmni: Bool
  let findsExpanded: Bool

  /// Share by which a character's modules may differ in width from the finder pattern's.
  private static let tolerance: Float = 0.24
  /// The same for the two characters beside a finder pattern: perspective over 46 modules.
  private static let change: Float = 1.5
  /// Cost of a character from which on it is none.
  static let mostCost: Float = 0.5

  /// Takes every whole fragment of a line.
  func find(_ s: EdgeSequence, _ take: (DataBarFragment) -> Void) {
    let n = DataBarFragment.elements
    guard s.count > n else { return }
    let x = s.positions
    // Edges of the finder pattern, with a character of eight elements before and behind.
    for i in 8...(s.count - 14) {
      let isMirrored: Bool
      if DataBarFinder.isLikely(x, at: i, step: 1) {
        isMirrored = false
      } else if DataBarFinder.isLikely(x, at: i + 5, step: -1) {
        isMirrored = true
      } else {
        continue
      }
      let finder = (x[i + 5] - x[i]) / DataBarFinder.modules
      let before = (x[i] - x[i - 8]) / finder
      let behind = (x[i + 13] - x[i + 5]) / finder
      // Characters of one family may look like those of the other; what they make together decides.
      if findsOmni, Self.fits(before, isMirrored ? 15 : 16), Self.fits(behind, isMirrored ? 16 : 15),
        let fragment = omni(s, at: i, isMirrored: isMirrored)
      {
        take(fragment)
      }
      if findsExpanded, Self.fits(before, 17), Self.fits(behind, 17),
        let fragment = expanded(s, finderAt: i, isMirrored: isMirrored, hasBefore: true, hasBehind: true)
      {
        take(fragment)
      }
    }
  }

  /// Share by which each module is wider than the one before it, by the widths of modules at two places.
  static func growth(_ before: Float, _ behind: Float, modules: Float) -> Float {
    2 * (behind - before) / ((behind + before) * modules)
  }

  @inline(__always)
  private static func fits(_ width: Float, _ modules: Float) -> Bool {
    abs(width - modules) < tolerance * modules
  }

  private func omni(_ s: EdgeSequence, at i: Int, isMirrored: Bool) -> DataBarFragment? {
    let x = s.positions
    let a: Float = isMirrored ? 15 : 16
    let before = (x[i] - x[i - 8]) / a
    let behind = (x[i + 13] - x[i + 5]) / (31 - a)
    // From the middle of one character to that of the other.
    let growth = Self.growth(before, behind, modules: 30.5)
    guard before < behind * Self.change, behind < before * Self.change,
      let match = DataBarFinder.omni.match(
        x, at: isMirrored ? i + 5 : i, step: isMirrored ? -1 : 1, module: (before + behind) / 2, growth: growth),
      let c = DataBarCharacter(isMirrored ? .inside : .outside, x, at: i - 8, step: 1, growth: growth),
      c.cost < Self.mostCost,
      let d = DataBarCharacter(isMirrored ? .outside : .inside, x, at: i + 13, step: -1, growth: growth),
      d.cost < Self.mostCost
    else { return nil }
    var fragment = DataBarFragment(
      family: .omni, finder: match.index, isMirrored: isMirrored, startsDark: s.isDark(i - 8), before: c, behind: d,
      index: i - 8, first: x[i - 8], last: x[i + 13], module: (before + behind) / 2,
      cost: (match.cost + c.cost + d.cost) / 3)
    // The outer character stands beside the guard.
    if isMirrored, i + 15 < s.count {
      fragment.guardWidth = (x[i + 15] - x[i + 14]) / behind
    } else if !isMirrored, i >= 10 {
      fragment.guardWidth = (x[i - 9] - x[i - 10]) / before
    }
    return fragment
  }

  /// Reads the fragment whose finder pattern begins at an edge; nil when it is none.
  func expanded(
    _ s: EdgeSequence, finderAt i: Int, isMirrored: Bool, hasBefore: Bool, hasBehind: Bool
  ) -> DataBarFragment? {
    let x = s.positions
    guard hasBefore || hasBehind, i >= (hasBefore ? 8 : 0), i + (hasBehind ? 13 : 5) < s.count else { return nil }
    let before = hasBefore ? (x[i] - x[i - 8]) / 17 : (x[i + 13] - x[i + 5]) / 17
    let behind = hasBehind ? (x[i + 13] - x[i + 5]) / 17 : before
    let module = (before + behind) / 2
    let growth = Self.growth(before, behind, modules: 32)
    guard before < behind * Self.change, behind < before * Self.change,
      let match = DataBarFinder.expanded.match(
        x, at: isMirrored ? i + 5 : i, step: isMirrored ? -1 : 1, module: module, growth: growth)
    else { return nil }
    var cost = match.cost
    var c: DataBarCharacter?
    var d: DataBarCharacter?
    if hasBefore {
      c = DataBarCharacter(.expanded, x, at: i - 8, step: 1, growth: growth)
      guard let c, c.cost < Self.mostCost else { return nil }
      cost += c.cost
    }
    if hasBehind {
      d = DataBarCharacter(.expanded, x, at: i + 13, step: -1, growth: growth)
      guard let d, d.cost < Self.mostCost else { return nil }
      cost += d.cost
    }
    // A character begins with the colour that the element eight before the finder pattern has.
    return DataBarFragment(
      family: .expanded, finder: match.index, isMirrored: isMirrored, startsDark: s.isDark(i), before: c, behind: d,
      index: i - 8, first: hasBefore ? x[i - 8] : x[i], last: hasBehind ? x[i + 13] : x[i + 5], module: module,
      cost: cost / (hasBefore && hasBehind ? 3 : 2))
  }

  /// The fragment behind or before another on the line, which may be the last one of a symbol with a character less.
  func neighbour(_ s: EdgeSequence, of f: DataBarFragment, isBehind: Bool) -> DataBarFragment? {
    let x = s.positions
    // Finder patterns of neighbours face each other.
    let isMirrored = !f.isMirrored
    let i = isBehind ? f.index + DataBarFragment.elements + 8 : f.index - 13
    guard i >= 5, i + 5 < s.count,
      DataBarFinder.isLikely(x, at: isMirrored ? i + 5 : i, step: isMirrored ? -1 : 1)
    else { return nil }
    return expanded(s, finderAt: i, isMirrored: isMirrored, hasBefore: isBehind, hasBehind: !isBehind)
  }

  /// Whether there is a finder pattern with something as wide as a character on one side, which is what the separators
  /// between rows leave.
  func isSighted(_ s: EdgeSequence) -> Bool {
    guard s.count > 14 else { return false }
    let x = s.positions
    for i in 0...(s.count - 6) {
      for isMirrored in [false, true]
      where DataBarFinder.isLikely(x, at: isMirrored ? i + 5 : i, step: isMirrored ? -1 : 1) {
        let finder = (x[i + 5] - x[i]) / DataBarFinder.modules
        let before = i >= 8 ? (x[i] - x[i - 8]) / 16 : 0
        let behind = i + 13 < s.count ? (x[i + 13] - x[i + 5]) / 16 : 0
        for module in [before, behind] where Self.fits(module, finder) {
          let (at, step) = isMirrored ? (i + 5, -1) : (i, 1)
          if findsOmni, DataBarFinder.omni.match(x, at: at, step: step, module: module, growth: 0) != nil {
            return true
          }
          if findsExpanded, DataBarFinder.expanded.match(x, at: at, step: step, module: module, growth: 0) != nil {
            return true
          }
        }
      }
    }
    return false
  }

  /// Fragments with a character on one side only, as the last row of a stacked symbol may be.
  func halves(_ s: EdgeSequence, _ take: (DataBarFragment) -> Void) {
    guard findsExpanded, s.count > 14 else { return }
    let x = s.positions
    for i in 0...(s.count - 6) {
      for isMirrored in [false, true]
      where DataBarFinder.isLikely(x, at: isMirrored ? i + 5 : i, step: isMirrored ? -1 : 1) {
        let finder = (x[i + 5] - x[i]) / DataBarFinder.modules
        if i >= 8, Self.fits((x[i] - x[i - 8]) / finder, 17),
          let fragment = expanded(s, finderAt: i, isMirrored: isMirrored, hasBefore: true, hasBehind: false)
        {
          take(fragment)
        } else if i + 13 < s.count, Self.fits((x[i + 13] - x[i + 5]) / finder, 17),
          let fragment = expanded(s, finderAt: i, isMirrored: isMirrored, hasBefore: false, hasBehind: true)
        {
          take(fragment)
        }
      }
    }
  }
}
