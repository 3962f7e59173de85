import BarcodeCore

/// The tiles of a frame where bars may stand side by side.
struct BarPlaces {
  /// A tile whose edges, with those of its neighbours, mostly have one direction.
  struct Place {
    var center: Point
    /// Its index.
    var tile: Int
    /// Unit vector across the edges.
    var direction: Point
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
    for row in 0..<rows {
      for column in 0..<columns where tiles.energy[row &* columns &+ column] > BarPlaces.leastEnergy {
        // Edges as vectors of the double angle, so that opposite directions add up.
        var vector = SIMD2<Float>.zero
        var sum: Float = 0
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            let index = y &* columns &+ x
            vector += tiles.axis[index] * tiles.energy[index]
            sum += tiles.energy[index]
          }
        }
        guard (vector * vector).sum() >= BarPlaces.leastCoherence * BarPlaces.leastCoherence * sum * sum else {
          continue
        }
        let angle = BarcodeMath.atan2(Double(vector.y), Double(vector.x)) / 2
        let size = Double(TileMap.size)
        places.append(
          Place(
            center: Point((Double(column) + 0.5) * size, (Double(row) + 0.5) * size), tile: row &* columns &+ column,
            direction: Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))))
      }
    }
  }
}
