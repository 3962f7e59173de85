import BarcodeCore

/// The local threshold: for each tile the grey value at which its edges are crossed, carried on into places without
/// edges from the nearest ones. So it holds inside modules of any size, and does not favour dark or light.
struct ThresholdSurface {
  let columns: Int
  let rows: Int
  private(set) var values: [Float]

  /// Edge weight (grey levels summed over a tile) at which a tile's own threshold counts half. Less than one faint
  /// edge of 15 levels across a tile.
  private static let halfWeight: Float = 60
  /// Weight of what the next coarser level says, relative to a tile full of edges.
  private static let coarseWeight: Float = 0.02

  init(_ sums: TileSums) {
    columns = sums.columns
    rows = sums.rows
    var levels = [Level(columns: columns, rows: rows)]
    for i in 0..<(columns * rows) {
      let w = sums.weight[i]
      guard w > 0 else { continue }
      // Saturating, so that strong edges beside faint ones do not take over the neighbourhood.
      let saturated = w / (w + ThresholdSurface.halfWeight)
      levels[0].weight[i] = saturated
      levels[0].sum[i] = saturated * sums.weightedGrey[i] / w
    }
    levels[0] = levels[0].smoothed()
    while let last = levels.last, last.columns > 1 || last.rows > 1 {
      levels.append(last.halved())
    }
    var coarse: [Float] = []
    var coarseColumns = 1
    for level in levels.reversed() {
      coarse = level.filled(from: coarse, columns: coarseColumns, weight: ThresholdSurface.coarseWeight)
      coarseColumns = level.columns
    }
    values = coarse
  }

  /// Sums on a grid of tiles.
  private struct Level {
    let columns: Int
    let rows: Int
    var weight: [Float]
    var sum: [Float]

    init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
      weight = [Float](repeating: 0, count: columns * rows)
      sum = weight
    }

    /// Each tile with its eight neighbours, by 1:2:1 in both directions.
    func smoothed() -> Level {
      var across = self
      for y in 0..<rows {
        for x in 0..<columns {
          let i = y * columns + x
          let l = x > 0 ? i - 1 : i
          let r = x + 1 < columns ? i + 1 : i
          across.weight[i] = (weight[l] + 2 * weight[i] + weight[r]) * 0.25
          across.sum[i] = (sum[l] + 2 * sum[i] + sum[r]) * 0.25
        }
      }
      var both = across
      for y in 0..<rows {
        let up = y > 0 ? columns : 0
        let down = y + 1 < rows ? columns : 0
        for x in 0..<columns {
          let i = y * columns + x
          both.weight[i] = (across.weight[i - up] + 2 * across.weight[i] + across.weight[i + down]) * 0.25
          both.sum[i] = (across.sum[i - up] + 2 * across.sum[i] + across.sum[i + down]) * 0.25
        }
      }
      return both
    }

    func halved() -> Level {
      var half = Level(columns: (columns + 1) / 2, rows: (rows + 1) / 2)
      for y in 0..<rows {
        for x in 0..<columns {
          let to = (y / 2) * half.columns + x / 2
          half.weight[to] += weight[y * columns + x]
          half.sum[to] += sum[y * columns + x]
        }
      }
      for i in half.weight.indices where half.weight[i] > 1 {
        half.sum[i] /= half.weight[i]
        half.weight[i] = 1
      }
      return half
    }

    /// The values of this level, mixed with those of the coarser one; without any edge at all, mid grey.
    func filled(from coarse: [Float], columns coarseColumns: Int, weight extra: Float) -> [Float] {
      var values = [Float](repeating: 128, count: columns * rows)
      for y in 0..<rows {
        for x in 0..<columns {
          let i = y * columns + x
          if coarse.isEmpty {
            if weight[i] > 0 { values[i] = sum[i] / weight[i] }
          } else {
            let c = coarse[(y / 2) * coarseColumns + x / 2]
            values[i] = (sum[i] + extra * c) / (weight[i] + extra)
          }
        }
      }
      return values
    }
  }
}

extension ThresholdSurface {
  /// Thresholds are in 1/64 grey levels, so that they fit 16 bits.
  private static let unit: Float = 64
  private static let unitBits: Int16 = 6

  /// Writes 1 for each pixel below the surface (interpolated between tile centres) and 0 for the others.
  func binarize(_ luma: LumaView, into plane: UnsafeMutablePointer<UInt8>) {
    let size = TileMap.size
    // Of each tile centre in the rows above and below: the threshold, doubled steps of a pixel row.
    let centres = UnsafeMutablePointer<Int16>.allocate(capacity: columns * (rows + 1))
    // The thresholds of a pixel row at the tile centres, one more at either end.
    let knots = UnsafeMutablePointer<Int16>.allocate(capacity: columns + 2)
    defer {
      centres.deallocate()
      knots.deallocate()
    }
    for i in 0..<(columns * rows) { centres[i] = Int16(values[i] * ThresholdSurface.unit) }
    // Below the lowest centres the surface goes on level.
    (centres + columns * rows).update(from: centres + columns * (rows - 1), count: columns)
    for y in 0..<luma.height {
      // Twice the rows from the upper tile centres to the middle of this pixel row.
      let position = max(0, 2 * y + 1 - size)
      let upper = min(position / (2 * size), rows - 1)
      let below = Int32(truncatingIfNeeded: min(position - upper * 2 * size, 2 * size))
      ThresholdSurface.mix(centres + upper * columns, columns, below, Int32(2 * size), knots + 1)
      knots[0] = knots[1]
      knots[columns + 1] = knots[columns]
      ThresholdSurface.compare(luma.row(y), knots, luma.width, plane + y &* luma.width)
    }
  }

  /// Thresholds between a row of centres and the next.
  @inline(never)
  private static func mix(
    _ centres: UnsafePointer<Int16>, _ columns: Int, _ below: Int32, _ whole: Int32,
    _ out: UnsafeMutablePointer<Int16>
  ) {
    let above = whole &- below
    // The whole is 16, a power of two.
    let shift = Int32(truncatingIfNeeded: whole.trailingZeroBitCount)
    for c in 0..<columns {
      let sum = Int32(centres[c]) &* above &+ Int32(centres[c &+ columns]) &* below
      out[c] = Int16(truncatingIfNeeded: sum &>> shift)
    }
  }

  /// Compares a row of pixels with the line through the knots, which lie half a tile before, in and after each tile.
  @inline(never)
  private static func compare(
    _ pixels: UnsafePointer<UInt8>, _ knots: UnsafePointer<Int16>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>
  ) {
    let half = TileMap.size / 2
    let steps = SIMD8<Int16>(0, 1, 2, 3, 4, 5, 6, 7)
    let from = UnsafeRawPointer(pixels)
    let to = UnsafeMutableRawPointer(out)
    // Pixels from the centre of a tile to the next.
    var x = -half
    var knot = 0
    while x < count {
      let first = knots[knot]
      let step = (knots[knot &+ 1] &- first) >> 3
      let ramp = SIMD8<Int16>(repeating: first &+ step >> 1) &+ steps &* SIMD8(repeating: step)
      if x >= 0, x &+ TileMap.size <= count {
        let grey = SIMD8<Int16>(truncatingIfNeeded: from.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self))
        let dark = SIMD8<Int16>.zero.replacing(with: 1, where: (grey &<< unitBits) .< ramp)
        to.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: dark), toByteOffset: x, as: SIMD8<UInt8>.self)
      } else {
        for k in 0..<TileMap.size where x &+ k >= 0 && x &+ k < count {
          out[x &+ k] = Int16(pixels[x &+ k]) &<< unitBits < ramp[k] ? 1 : 0
        }
      }
      x &+= TileMap.size
      knot &+= 1
    }
  }
}
