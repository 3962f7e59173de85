import BarcodeCore

/// Compares pixels with the threshold surface of their picture, which is made when the first row is asked for.
final class SurfaceThreshold: RowThreshold {
  private let luma: LumaView
  /// Nil once the surface is made.
  private var sums: TileSums?
  private let columns: Int
  private let rows: Int
  /// Of each tile centre, one row more below: the threshold.
  private var centres: UnsafeMutablePointer<Int16>?
  /// The thresholds of a pixel row at the tile centres, one more at either end.
  private let knots: UnsafeMutablePointer<Int16>

  /// Thresholds are in 1/64 grey levels, so that they fit 16 bits.
  private static let unit: Float = 64
  private static let unitBits: Int16 = 6

  init(_ sums: TileSums, _ luma: LumaView) {
    self.luma = luma
    self.sums = sums
    columns = sums.columns
    rows = sums.rows
    knots = .allocate(capacity: columns + 2)
  }

  deinit {
    centres?.deallocate()
    knots.deallocate()
  }

  private func makeCentres(_ sums: TileSums) -> UnsafeMutablePointer<Int16> {
    let made = UnsafeMutablePointer<Int16>.allocate(capacity: columns * (rows + 1))
    let values = ThresholdSurface(sums).values
    for i in 0..<(columns * rows) { made[i] = Int16(values[i] * SurfaceThreshold.unit) }
    // Below the lowest centres the surface goes on level.
    (made + columns * rows).update(from: made + columns * (rows - 1), count: columns)
    return made
  }

  func binarize(row y: Int, tileColumns: Range<Int>, into out: UnsafeMutablePointer<UInt8>) {
    if let sums {
      centres = makeCentres(sums)
      self.sums = nil
    }
    guard let centres else { return }
    let size = TileMap.size
    // Twice the rows from the upper tile centres to the middle of this pixel row.
    let position = max(0, 2 * y + 1 - size)
    let upper = min(position / (2 * size), rows - 1)
    let below = Int32(truncatingIfNeeded: min(position - upper * 2 * size, 2 * size))
    let from = max(0, tileColumns.lowerBound - 1)
    let to = min(columns, tileColumns.upperBound + 1)
    SurfaceThreshold.mix(centres + upper * columns, from..<to, columns, below, Int32(2 * size), knots + 1)
    knots[0] = knots[1]
    knots[columns + 1] = knots[columns]
    SurfaceThreshold.compare(luma.row(y), knots, tileColumns, luma.width, out)
  }

  /// Thresholds between a row of centres and the next.
  @inline(never)
  private static func mix(
    _ centres: UnsafePointer<Int16>, _ tiles: Range<Int>, _ columns: Int, _ below: Int32, _ whole: Int32,
    _ out: UnsafeMutablePointer<Int16>
  ) {
    let above = whole &- below
    // The whole is 16, a power of two.
    let shift = Int32(truncatingIfNeeded: whole.trailingZeroBitCount)
    for c in tiles {
      let sum = Int32(centres[c]) &* above &+ Int32(centres[c &+ columns]) &* below
      out[c] = Int16(truncatingIfNeeded: sum &>> shift)
    }
  }

  /// Compares a row of pixels with the line through the knots, which lie half a tile before, in and after each tile.
  @inline(never)
  private static func compare(
    _ pixels: UnsafePointer<UInt8>, _ knots: UnsafePointer<Int16>, _ tiles: Range<Int>, _ width: Int,
    _ out: UnsafeMutablePointer<UInt8>
  ) {
    let half = TileMap.size / 2
    let steps = SIMD8<Int16>(0, 1, 2, 3, 4, 5, 6, 7)
    let from = UnsafeRawPointer(pixels)
    let to = UnsafeMutableRawPointer(out)
    // Pixels from the centre of a tile to the next.
    var x = tiles.lowerBound &* TileMap.size &- half
    var knot = tiles.lowerBound
    let count = min(width, tiles.upperBound &* TileMap.size)
    while x < count {
      let first = knots[knot]
      let step = (knots[knot &+ 1] &- first) >> 3
      let ramp = SIMD8<Int16>(repeating: first &+ step >> 1) &+ steps &* SIMD8(repeating: step)
      if x >= 0, x &+ TileMap.size <= width {
        let grey = SIMD8<Int16>(truncatingIfNeeded: from.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
        let dark = SIMD8<Int16>.zero.replacing(with: 1, where: (grey &<< unitBits) .< ramp)
        to.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: dark), toByteOffset: x, as: SIMD8<UInt8>.self)
      } else {
        for k in 0..<TileMap.size where x &+ k >= 0 && x &+ k < width {
          out[x &+ k] = Int16(pixels[x &+ k]) &<< unitBits < ramp[k] ? 1 : 0
        }
      }
      x &+= TileMap.size
      knot &+= 1
    }
  }
}
