import BarcodeCore

/// Makes one list of what the readers found: equal reads at one place become one, a phantom inside a better read goes,
/// and the order is that of reading.
struct ResultMerger {
  let limit: Int

  func merge(_ found: [Barcode]) -> [Barcode] {
    var kept: [Barcode] = []
    for barcode in found.sorted(by: { $0.evidence.logOdds < $1.evidence.logOdds }) {
      if !kept.contains(where: { covers($0, barcode) }) { kept.append(barcode) }
    }
    return Array(inReadingOrder(kept).prefix(limit))
  }

  /// Whether the better result leaves no room for the other at its place.
  private func covers(_ better: Barcode, _ other: Barcode) -> Bool {
    let inside = better.corners.contains(other.corners.center)
    if better.symbology == other.symbology, better.bytes == other.bytes {
      return inside || other.corners.contains(better.corners.center) || overlap(better.corners, other.corners)
    }
    // Different texts of one place: the better one holds.
    return inside
  }

  /// Whether two areas share more than their borders. Equal symbols lie side by side, never upon each other.
  private func overlap(_ a: Quad, _ b: Quad) -> Bool {
    let (inA, inB) = (inner(a), inner(b))
    return inA.points.contains(where: inB.contains) || inB.points.contains(where: inA.contains)
  }

  private func inner(_ q: Quad) -> Quad {
    let c = q.center
    return q.map { c + ($0 - c) * Self.innerShare }
  }

  /// Corners of neighbours are measured to about a tenth of a side.
  private static let innerShare = 0.8

  /// From top to bottom in bands of the height of a symbol, within a band from left to right.
  private func inReadingOrder(_ barcodes: [Barcode]) -> [Barcode] {
    var rest = barcodes.sorted { $0.corners.bounds.minY < $1.corners.bounds.minY }
    var ordered: [Barcode] = []
    while let first = rest.first {
      let bounds = first.corners.bounds
      let band = rest.filter { $0.corners.bounds.minY < (bounds.minY + bounds.maxY) / 2 }
      ordered += band.sorted { $0.corners.bounds.minX < $1.corners.bounds.minX }
      rest.removeAll { $0.corners.bounds.minY < (bounds.minY + bounds.maxY) / 2 }
      if band.isEmpty {
        // Without a finite place there is no order.
        ordered += rest
        rest = []
      }
    }
    return ordered
  }
}
