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
  /// Writes 1 for each pixel below the surface (interpolated between tile centres) and 0 for the others.
  func binarize(_ luma: LumaView, into plane: UnsafeMutablePointer<UInt8>) {
    let size = TileMap.size
    let half = size / 2
    // Thresholds of a pixel row, in 1/64 grey levels (so that they fit 16 bits), with room for whole tiles.
    let padded = (columns + 1) * size
    let line = UnsafeMutablePointer<Int16>.allocate(capacity: padded)
    let knots = UnsafeMutablePointer<Int16>.allocate(capacity: columns + 2)
    defer {
      line.deallocate()
      knots.deallocate()
    }
    let steps = SIMD8<Int16>(0, 1, 2, 3, 4, 5, 6, 7)
    for y in 0..<luma.height {
      // The two rows of tile centres around this pixel row.
      let position = max(0, 2 * y + 1 - size)
      let upper = min(position / (2 * size), rows - 1)
      let lower = min(upper + 1, rows - 1)
      let t = 2 * y + 1 < size ? 0 : Float(position - upper * 2 * size) / Float(2 * size)
      for c in 0..<columns {
        let a = values[upper * columns + c]
        let b = values[lower * columns + c]
        knots[c + 1] = Int16((a + (b - a) * min(1, t)) * 64)
      }
      knots[0] = knots[1]
      knots[columns + 1] = knots[columns]
      for c in 0...columns {
        let from = knots[c]
        let step = (knots[c + 1] &- from) / Int16(size)
        // Starts half a tile to the left of the tile `c`, half a pixel into the first step.
        let ramp = SIMD8<Int16>(repeating: from &+ step / 2) &+ steps &* SIMD8(repeating: step)
        UnsafeMutableRawPointer(line + c &* size).storeBytes(of: ramp, as: SIMD8<Int16>.self)
      }
      ThresholdSurface.compare(luma.row(y), line + half, luma.width, plane + y &* luma.width)
    }
  }

  @inline(never)
  private static func compare(
    _ pixels: UnsafePointer<UInt8>, _ thresholds: UnsafePointer<Int16>, _ count: Int,
    _ out: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      out[x] = (Int16(truncatingIfNeeded: pixels[x]) << 6) < thresholds[x] ? 1 : 0
    }
  }
}
