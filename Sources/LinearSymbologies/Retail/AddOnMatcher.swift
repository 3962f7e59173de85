import BarcodeCore

/// Matches add-ons by themselves: two or five digits, whether or not there is a main symbol to their left.
final class AddOnMatcher: LineMatcher {
  let symbologies: SymbologySet = [.ean5, .ean2]
  let frame: SymbolFrame
  let trustsSharpening = false
  private let retail: RetailMatcher
  private let kinds: [Kind]

  private struct Kind {
    let symbology: Symbology
    let digits: Int
    /// Fewest modules of ground on either side. Five digits have the check of their number sets; two have less.
    let quiet: Float
  }
  private static let allKinds = [
    Kind(symbology: .ean5, digits: 5, quiet: 2.5), Kind(symbology: .ean2, digits: 2, quiet: 4.5),
  ]

  /// By so many modules print growth and blur widen bars at the most, or narrow them.
  private static let mostGrowth: Float = 0.7

  /// Nil where no add-on is asked for, or none without its main symbol.
  init?(options: ReaderOptions) {
    kinds = Self.allKinds.filter { options.symbologies.contains($0.symbology) }
    guard let shortest = kinds.last, options.retail.addOns == .read else { return nil }
    retail = RetailMatcher(options: options)
    // A digit and the separator before it have six elements.
    frame = SymbolFrame(inner: RetailMatcher.addOnSize(shortest.digits).elements - 2, period: 6)
  }

  func match(
    _ s: EdgeSequence, at places: UnsafeBufferPointer<Int32>, inverted: Bool, emit: (LineHit) -> Void
  ) {
    for place in places where s.isDark(Int(place)) || inverted {
      for kind in kinds {
        guard let hit = read(s, Int(place), kind) else { continue }
        emit(hit)
        return
      }
    }
  }

  private func read(_ s: EdgeSequence, _ i: Int, _ kind: Kind) -> LineHit? {
    let (elements, modules) = RetailMatcher.addOnSize(kind.digits)
    let end = i + elements
    guard end < s.count else { return nil }
    let x = s.positions
    let module = (x[end] - x[i]) / modules
    let before = i > 0 ? (x[i] - x[i - 1]) / module : .infinity
    let after = end + 1 < s.count ? (x[end + 1] - x[end]) / module : .infinity
    let growth = RetailMatcher.addOnGrowth(x + i, module: module)
    guard before > kind.quiet, after > kind.quiet, abs(growth) < Self.mostGrowth,
      let found = retail.addOnDigits(s, i, count: kind.digits, module: module, bias: growth)
    else { return nil }
    return LineHit(
      symbology: kind.symbology, codes: found.digits, first: found.first, last: found.last, isReversed: false,
      isInverted: !s.isDark(i), modules: modules, cost: found.cost, quietBefore: before, quietAfter: after)
  }
}
