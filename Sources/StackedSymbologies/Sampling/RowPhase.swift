import BarcodeCore

/// Finds where rows of a pixel or two lie: a line a third of a row off their middles mixes two of them.
struct RowPhase {
  let luma: LumaView
  let scan: ScanLine
  let isInverted: Bool
  /// Cluster of the first row, divided by 3.
  let firstCluster: Int

  /// Rows by which the symbol's upper and lower side are moved, coarsely and finely.
  private static let shifts = [(-8...8).map { Double($0) * 0.15 }, (-2...2).map { Double($0) * 0.05 }]

  /// Rows that are compared, about: they have some hundred characters, and one shift is right for all rows.
  private static let comparedRows = 16

  /// The geometry with its sides moved up or down so that most characters belong to their rows.
  func best(_ geometry: SymbolGeometry) -> SymbolGeometry {
    let step = max(1, geometry.rows / RowPhase.comparedRows)
    let rows = Array(stride(from: step / 2, to: geometry.rows, by: step))
    func count(_ geometry: SymbolGeometry) -> Int {
      RowReadings(
        luma: luma, scan: scan, geometry: geometry, isInverted: isInverted, heights: rows.map { Double($0) + 0.5 }
      ).fitting(rows, firstCluster: firstCluster)
    }
    var best = (geometry: geometry, count: count(geometry))
    let enough = Int(RowPhase.enoughShare * Double(rows.count * geometry.layout.offsets.count))
    // The whole first, then one side after the other.
    for shifts in RowPhase.shifts {
      for (top, bottom) in [(1.0, 1.0), (0, 1), (1, 0)] where best.count < enough {
        let start = best.geometry
        for shift in shifts where shift != 0 {
          let moved = start.moved(top: top * shift, bottom: bottom * shift)
          let found = count(moved)
          if found > best.count { best = (moved, found) }
        }
      }
    }
    return best.geometry
  }

  /// Share of the characters that is read where rows lie as they should.
  private static let enoughShare = 0.95
}

extension SymbolGeometry {
  /// The geometry with its upper and lower side moved down by parts of a row.
  func moved(top: Double, bottom: Double) -> SymbolGeometry {
    let height = Double(rows)
    var geometry = self
    geometry.move(Homography(1, 0, 0, 0, (height + bottom - top) / height, top, 0, 0, 1))
    return geometry
  }
}
