import BarcodeCore

/// Tells the size of a located MicroPDF417 symbol from its row address patterns, and how its rows lie.
struct MicroPDF417Locator {
  let place: StackedPlace

  struct Fit {
    var size: MicroPDF417Size
    var leftAnchors: [RowAnchor]
    var rightAnchors: [RowAnchor]
    var support: Int
  }

  /// Share of the hits that must have an address of the size.
  private static let leastShare = 0.6

  /// The sizes that addresses fit, the ones that most fit first.
  func fits(_ sizes: [MicroPDF417Size]) -> [Fit] {
    sizes.compactMap { fit($0) }
      .sorted { $0.support > $1.support || $0.support == $1.support && $0.size.rows < $1.size.rows }
  }

  /// Share by which the distance of both ends may differ from a symbol's width where it is not in perspective.
  private static let widthTolerance = 0.12

  /// Whether the distance of both ends is that of a size.
  func hasWidth(of size: MicroPDF417Size) -> Bool {
    guard let modules = place.estimatedModules else { return true }
    let nominal = Double(size.layout.modules)
    return size.hasLeft && abs(modules - nominal) < MicroPDF417Locator.widthTolerance * nominal
  }

  private func fit(_ size: MicroPDF417Size) -> Fit? {
    let left = size.hasLeft ? anchors(place.left, first: size.left, rows: size.rows) : []
    let right = anchors(place.right, first: size.right, rows: size.rows)
    let hits = (size.hasLeft ? place.left?.hits.count ?? 0 : 0) + (place.right?.hits.count ?? 0)
    let support = support(left, size.rows) + support(right, size.rows)
    guard support > 0, Double(support) >= Double(hits) * MicroPDF417Locator.leastShare else { return nil }
    return Fit(size: size, leftAnchors: left, rightAnchors: right, support: support)
  }

  /// Rows over which addresses must count; texture that repeats itself shows but one.
  private static let leastSpan = 1.5

  /// Lines whose addresses count through the rows.
  private func support(_ anchors: [RowAnchor], _ rows: Int) -> Int {
    guard let fit = RowFit(anchors, rows: rows), let first = anchors.first, let last = anchors.last,
      abs(fit.slope * (last.v - first.v)) >= MicroPDF417Locator.leastSpan
    else { return 0 }
    return fit.support
  }

  private func anchors(_ column: GuardColumn?, first: Int, rows: Int) -> [RowAnchor] {
    (column?.hits ?? []).compactMap { hit in
      let row = (hit.address - first + RowAddressPatterns.count) % RowAddressPatterns.count
      return row < rows ? RowAnchor(v: hit.v, row: row) : nil
    }
  }
}
