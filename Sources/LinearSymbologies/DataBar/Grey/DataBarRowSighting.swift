import BarcodeCore

/// What a row says that was found in grey values, in the terms of rows whose edges were found.
extension DataBarRowSearch.Sighting {
  /// What part of a residual counts as deviation of the edges, in square modules: a clean row leaves a hundredth
  /// unexplained, which is as good as a deviation of 0.04.
  private static let costOfResidual: Float = 4

  private var cost: Float { Float(fit.residual) * Self.costOfResidual }

  /// Where an edge lies, in samples.
  private func edge(_ k: Int) -> Float {
    Float(fit.grid.position(Double(widths[..<k].reduce(0, +) * ElementGrammar.perModule)))
  }

  /// The characters of a kind that end with an element of a number; the first element stands on the right in turned
  /// ones.
  private func character(_ kind: DataBarCharacter.Kind, end: Int, isTurned: Bool) -> DataBarCharacter? {
    guard end >= kind.elements, end <= widths.count else { return nil }
    let own = Array(widths[(end - kind.elements)..<end])
    return DataBarCharacter(kind, widths: isTurned ? own.reversed() : own, cost: cost)
  }

  /// Finder patterns with their characters, none of which is any.
  ///
  /// - Parameter count: Samples of the line where it was searched from its end; nil where it was not.
  func fragments(turnedWithin count: Int?) -> [DataBarFragment] {
    parts.indices.compactMap { k in
      guard parts[k].role == .finder || parts[k].role == .turnedFinder else { return nil }
      return fragment(k).map { f in count.map { f.turned(within: $0) } ?? f }
    }
  }

  private func fragment(_ k: Int) -> DataBarFragment? {
    let finder = parts[k]
    let isMirrored = finder.role == .turnedFinder
    let isExpanded = row.kind == .expanded
    let first = isExpanded ? DataBarCharacter.Kind.expanded : isMirrored ? .inside : .outside
    let second = isExpanded ? DataBarCharacter.Kind.expanded : isMirrored ? .outside : .inside
    var (before, behind): (DataBarCharacter?, DataBarCharacter?)
    let start = finder.end - DataBarFinder.elements
    // Every second character between finder patterns belongs to the next one.
    if k > 0, parts[k - 1].role == .character, parts[k - 1].end == start {
      before = character(first, end: start, isTurned: false)
      guard before != nil else { return nil }
    }
    if k + 1 < parts.count, parts[k + 1].role == .character {
      behind = character(second, end: parts[k + 1].end, isTurned: true)
      guard behind != nil else { return nil }
    }
    guard before != nil || behind != nil, isExpanded || (before != nil && behind != nil) else { return nil }
    let (low, high) = (start - (before == nil ? 0 : 8), finder.end + (behind == nil ? 0 : 8))
    let (a, b) = (edge(low), edge(high))
    let modules = widths[low..<high].reduce(0, +)
    // Bars have even numbers.
    return DataBarFragment(
      family: isExpanded ? .expanded : .omni, finder: finder.number, isMirrored: isMirrored,
      startsDark: low & 1 == 0, before: before, behind: behind, index: low, first: a, last: b,
      module: (b - a) / Float(modules), cost: cost)
  }

  /// The symbol of DataBar Limited that the row is.
  func limited(turnedWithin count: Int?) -> LineHit? {
    guard row.kind == .limited, parts.count == 3 else { return nil }
    let order = row.isReversed ? [2, 1, 0] : [0, 1, 2]
    guard let left = character(.limited, end: parts[order[0]].end, isTurned: row.isReversed),
      let right = character(.limited, end: parts[order[2]].end, isTurned: row.isReversed),
      let value = DataBarLimited.value(left, check: parts[1].number, right)
    else { return nil }
    let (a, b) = (Float(fit.grid.first), Float(fit.grid.last))
    return LineHit(
      symbology: .dataBarLimited, codes: DataBarOmni.codes(value), first: count.map { Float($0 - 1) - b } ?? a,
      last: count.map { Float($0 - 1) - a } ?? b, isReversed: row.isReversed != (count != nil), isInverted: false,
      modules: DataBarLimited.modules, cost: cost, quietBefore: .infinity, quietAfter: .infinity)
  }
}

extension DataBarFragment {
  /// The fragment as the line shows it from its end.
  func turned(within count: Int) -> DataBarFragment {
    let end = Float(count - 1)
    return DataBarFragment(
      family: family, finder: finder, isMirrored: !isMirrored, startsDark: startsDark, before: behind, behind: before,
      index: index, first: end - last, last: end - first, module: module, cost: cost)
  }
}
