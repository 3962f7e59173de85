import BarcodeCore

/// Finds GS1 DataBar symbols on lines, and parts of those that stand in several rows.
///
/// Both directions of a line are read at once: which one is right is told by the colours.
final class DataBarMatcher {
  let readsInverted: Bool
  let symbologies: SymbologySet
  let finder: DataBarFragmentFinder
  let limited: DataBarLimited?
  /// What the last line showed of Omnidirectional and Expanded symbols, in samples.
  private(set) var fragments: [DataBarFragment] = []
  /// The last line showed a finder pattern with something as wide as a character beside it, when halves were looked for.
  private(set) var isSighted = false
  /// Places around parts that were looked at closely, and whether by more than ordinary means.
  var looks: [(middle: Point, reach: Double, along: Point, isHard: Bool)] = []

  /// Nil when no DataBar symbology is looked for.
  init?(_ options: ReaderOptions) {
    let on = options.symbologies
    guard !on.isDisjoint(with: Self.symbologies) else { return nil }
    symbologies = on
    readsInverted = options.readsInverted
    finder = DataBarFragmentFinder(
      findsOmni: on.contains(.dataBarOmni) || on.contains(.dataBarStacked),
      findsExpanded: on.contains(.dataBarExpanded) || on.contains(.dataBarExpandedStacked))
    limited = on.contains(.dataBarLimited) ? DataBarLimited(readsInverted: readsInverted) : nil
  }

  static let symbologies: SymbologySet = [
    .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked,
  ]

  /// Hands over the parts that the last line showed, in samples of the line itself.
  func takeParts(of attempt: EdgeAttempt, into parts: inout [DataBarFragment]) {
    let scale = attempt.isInterpolated ? 1 / Float(ProfileRefiner.factor) : 1
    for part in fragments { parts.append(part.scaled(by: scale)) }
    fragments.removeAll(keepingCapacity: true)
  }

  /// Reads a line; `emit` takes the symbols of one row, `fragments` keeps all parts.
  ///
  /// - Parameter takesHalves: Look for finder patterns with one character as well.
  func match(_ s: EdgeSequence, takesHalves: Bool = false, emit: (LineHit) -> Void) {
    fragments.removeAll(keepingCapacity: true)
    isSighted = false
    limited?.match(s, emit: emit)
    guard finder.findsOmni || finder.findsExpanded else { return }
    finder.find(s) { fragments.append($0) }
    if takesHalves {
      finder.halves(s) { add($0) }
      isSighted = finder.isSighted(s)
    }
    if fragments.isEmpty { return }
    if symbologies.contains(.dataBarOmni) { emitOmni(emit) }
    if finder.findsExpanded { extend(s) }
    if symbologies.contains(.dataBarExpanded) { emitExpanded(emit) }
  }

  /// Adds a fragment unless one with the same finder pattern is there.
  private func add(_ fragment: DataBarFragment) {
    if !fragments.contains(where: { $0.index == fragment.index }) { fragments.append(fragment) }
  }

  private func emitOmni(_ emit: (LineHit) -> Void) {
    for a in fragments where a.family == .omni && !a.isMirrored {
      guard
        let b = fragments.first(where: {
          $0.family == .omni && $0.isMirrored && $0.index == a.index + DataBarFragment.elements
        })
      else { continue }
      // A symbol light on dark has its colours as if it were turned around.
      for isInverted in readsInverted ? [false, true] : [false] {
        let isForward = a.isForward != isInverted
        let (left, right) = isForward ? (a, b) : (b, a)
        guard let value = DataBarOmni.value(left: left, right: right) else { continue }
        if readsInverted, DataBarOmni.isAmbiguous(left: left, right: right, isInverted: isInverted) { continue }
        emit(
          hit(
            .dataBarOmni, DataBarOmni.codes(value), from: a, to: b, isForward: isForward, isInverted: isInverted,
            modules: DataBarOmni.modules))
        break
      }
    }
  }

  private func hit(
    _ symbology: Symbology, _ codes: [UInt8], from a: DataBarFragment, to b: DataBarFragment, isForward: Bool,
    isInverted: Bool, modules: Float
  ) -> LineHit {
    LineHit(
      symbology: symbology, codes: codes, first: a.first, last: b.last, isReversed: !isForward, isInverted: isInverted,
      modules: modules, cost: (a.cost + b.cost) / 2, quietBefore: .infinity, quietAfter: .infinity)
  }

  /// Adds fragments with one character at the ends of rows.
  private func extend(_ s: EdgeSequence) {
    for f in fragments where f.family == .expanded {
      for isBehind in [false, true] {
        let index = f.index + (isBehind ? DataBarFragment.elements : -DataBarFragment.elements)
        if fragments.contains(where: { $0.index == index }) { continue }
        if let half = finder.neighbour(s, of: f, isBehind: isBehind) { fragments.append(half) }
      }
    }
  }

  private func emitExpanded(_ emit: (LineHit) -> Void) {
    for start in fragments where start.family == .expanded && start.finder == 0 {
      for isInverted in readsInverted ? [false, true] : [false] {
        let isForward = start.isForward != isInverted
        let first = DataBarExpanded.Pair(start, isForward: isForward)
        guard let count = DataBarExpanded.characters(first) else { continue }
        var row = [start]
        while row.count < (count + 1) / 2 {
          let index = row[row.count - 1].index + (isForward ? 1 : -1) * DataBarFragment.elements
          guard let next = fragments.first(where: { $0.family == .expanded && $0.index == index }) else { break }
          row.append(next)
        }
        guard let values = DataBarExpanded.values(row.map { DataBarExpanded.Pair($0, isForward: isForward) }) else {
          continue
        }
        let end = row[row.count - 1]
        var hit = hit(
          .dataBarExpanded, DataBarExpanded.codes(values), from: isForward ? start : end, to: isForward ? end : start,
          isForward: isForward, isInverted: isInverted, modules: DataBarExpanded.modules(characters: values.count))
        hit.cost = row.map(\.cost).reduce(0, +) / Float(row.count)
        emit(hit)
        break
      }
    }
  }
}
