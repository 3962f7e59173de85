import BarcodeCore

/// The tiles of a frame where bars may stand side by side.
struct BarPlaces {
  /// A tile whose edges, with those of its neighbours, mostly have one direction.
  struct Place {
    var center: Point
    /// Its index.
    var tile: Int
    /// In edges of twice the noise along the tile's side.
    var energy: Float
    /// Across the edges, at the double angle.
    fileprivate var double: SIMD2<Float>

    /// Unit vector across the edges.
    var direction: Point {
      let v = Point(Double(double.x), Double(double.y)).normalized
      let x = max(0, (1 + v.x) / 2).squareRoot()
      return x > 1e-6 ? Point(x, v.y / (2 * x)).normalized : Point(0, 1)
    }
  }

  private(set) var places: [Place] = []

  /// Energy of a tile of bars, in edges of twice the noise along its side.
  private static let leastEnergy: Float = 1
  /// Coherence of the edges around a tile, below which there are no rows of bars.
  private static let leastCoherence: Float = 0.25

  init(_ tiles: TileMap) {
    let columns = tiles.columns
    let rows = tiles.rows
    guard columns > 0, rows > 0, tiles.energy.count == columns * rows else { return }
    let size = Double(TileMap.size)
    // Edges as vectors of the double angle, so that opposite directions add up, and their energy: of three rows of tiles,
    // and their sums, with a column of nothing at both ends.
    var edges = [[SIMD4<Float>]](repeating: [SIMD4<Float>](repeating: .zero, count: columns), count: 3)
    var sums = [SIMD4<Float>](repeating: .zero, count: columns + 2)
    BarPlaces.fill(&edges[0], tiles, row: 0)
    for row in 0..<rows {
      BarPlaces.fill(&edges[(row + 1) % 3], tiles, row: row + 1)
      BarPlaces.add(edges[0], edges[1], edges[2], &sums)
      for column in 0..<columns where tiles.energy[row &* columns &+ column] > BarPlaces.leastEnergy {
        let sum = sums[column] + sums[column + 1] + sums[column + 2]
        let least = BarPlaces.leastCoherence * sum.z
        guard sum.x * sum.x + sum.y * sum.y >= least * least else { continue }
        places.append(
          Place(
            center: Point((Double(column) + 0.5) * size, (Double(row) + 0.5) * size), tile: row &* columns &+ column,
            energy: tiles.energy[row &* columns &+ column], double: SIMD2(sum.x, sum.y)))
      }
    }
  }

  /// The edges of the tiles of a row; nothing below the last one.
  private static func fill(_ edges: inout [SIMD4<Float>], _ tiles: TileMap, row: Int) {
    let start = row * tiles.columns
    edges.withUnsafeMutableBufferPointer { edges in
      guard row < tiles.rows else { return edges.update(repeating: .zero) }
      tiles.energy.withUnsafeBufferPointer { energy in
        tiles.axis.withUnsafeBufferPointer { axis in
          for column in edges.indices {
            let vector = axis[start &+ column] * energy[start &+ column]
            edges[column] = SIMD4(vector.x, vector.y, energy[start &+ column], 0)
          }
        }
      }
    }
  }

  private static func add(
    _ a: [SIMD4<Float>], _ b: [SIMD4<Float>], _ c: [SIMD4<Float>], _ sums: inout [SIMD4<Float>]
  ) {
    sums.withUnsafeMutableBufferPointer { sums in
      for column in a.indices { sums[column &+ 1] = a[column] + b[column] + c[column] }
    }
  }
}
