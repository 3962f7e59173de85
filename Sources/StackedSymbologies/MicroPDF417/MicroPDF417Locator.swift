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

  /// The size that most addresses fit.
  func fit() -> Fit? {
    var best: Fit?
    for size in MicroPDF417Size.all {
      if let modules = place.estimatedModules {
        let nominal = Double(SymbolLayout.microModules(columns: size.columns))
        guard abs(modules - nominal) < 0.12 * nominal else { continue }
      }
      guard let fit = fit(size) else { continue }
      if best.map({ fit.support > $0.support || fit.support == $0.support && size.rows < $0.size.rows }) ?? true {
        best = fit
      }
    }
    return best
  }

  private func fit(_ size: MicroPDF417Size) -> Fit? {
    let left = anchors(place.left, first: size.left, rows: size.rows)
    let right = anchors(place.right, first: size.right, rows: size.rows)
    let hits = (place.left?.hits.count ?? 0) + (place.right?.hits.count ?? 0)
    let support =
      (RowFit(left, rows: size.rows)?.support ?? 0) + (RowFit(right, rows: size.rows)?.support ?? 0)
    guard Double(support) >= Double(hits) * MicroPDF417Locator.leastShare else { return nil }
    return Fit(size: size, leftAnchors: left, rightAnchors: right, support: support)
  }

  private func anchors(_ column: GuardColumn?, first: Int, rows: Int) -> [RowAnchor] {
    (column?.hits ?? []).compactMap { hit in
      let row = (hit.address - first + RowAddressPatterns.count) % RowAddressPatterns.count
      return row < rows ? RowAnchor(v: hit.v, row: row) : nil
    }
  }
}
