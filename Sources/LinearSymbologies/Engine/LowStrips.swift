import BarcodeCore

/// Rows or columns of marks lower than two tiles, with ground on both sides: lines of text, and bars so low that neither
/// tiles show their direction nor sparse lines meet them.
package struct LowStrips {
  /// A line through the middle of a strip: its distance from the picture's border, and where the strip begins and ends
  /// along it, in pixels.
  package struct Line {
    package var offset: Int
    package var from: Int
    package var to: Int
  }

  /// Shorter strips hold no symbol that is so low, in tiles, and gaps up to this many are part of one: widest elements,
  /// spaces between words.
  private static let fewestTiles = 12
  private static let joinedTiles = 2
  /// Most tiles directly beside a strip that may have edges, as a share of its own: text that reaches into them.
  private static let mostBeside = 0.5

  package let tiles: TileMap
  package let areColumns: Bool

  package init(tiles: TileMap, areColumns: Bool) {
    self.tiles = tiles
    self.areColumns = areColumns
  }

  private var count: Int { areColumns ? tiles.columns : tiles.rows }
  private var length: Int { areColumns ? tiles.rows : tiles.columns }

  private func hasEdges(_ strip: Int, _ k: Int) -> Bool {
    tiles.energy[areColumns ? k * tiles.columns + strip : strip * tiles.columns + k] > 0
  }

  /// Where to cross all strips, in order of their offsets.
  package var lines: [Line] {
    let size = TileMap.size
    return (0..<count).flatMap { strip in
      runs(strip).compactMap { run in
        guard share(strip - 1, run) < Self.mostBeside else { return nil }
        let isSingle = share(strip + 1, run) < Self.mostBeside
        guard isSingle || share(strip + 2, run) < Self.mostBeside else { return nil }
        return Line(
          offset: isSingle ? strip * size + size / 2 : (strip + 1) * size, from: run.lowerBound * size,
          to: (run.upperBound + 1) * size)
      }
    }
  }

  private func runs(_ strip: Int) -> [ClosedRange<Int>] {
    var out: [ClosedRange<Int>] = []
    var start = -1
    var last = -1
    func close() {
      if start >= 0, last - start + 1 >= Self.fewestTiles { out.append(start...last) }
    }
    for k in 0..<length where hasEdges(strip, k) {
      if start < 0 || k - last > Self.joinedTiles + 1 {
        close()
        start = k
      }
      last = k
    }
    close()
    return out
  }

  /// Share of the tiles beside a run that have edges.
  private func share(_ strip: Int, _ run: ClosedRange<Int>) -> Double {
    guard (0..<count).contains(strip) else { return 0 }
    return Double(run.count { hasEdges(strip, $0) }) / Double(run.count)
  }
}
