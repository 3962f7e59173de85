import BarcodeCore

/// The tiles of a frame where bars may stand side by side.
struct BarPlaces {
  /// A tile whose edges, with those of its neighbours, mostly have one direction.
  struct Place {
    var center: Point
    /// Unit vector across the edges.
    var direction: Point
  }

  /// The tiles and their neighbours.
  private(set) var mask: [Bool]
  private(set) var places: [Place] = []

  /// Energy of a tile of bars, in edges of twice the noise along its side.
  private static let leastEnergy: Float = 1
  /// Coherence of the edges around a tile, below which there are no rows of bars.
  private static let leastCoherence: Float = 0.25

  init(_ tiles: TileMap) {
    let columns = tiles.columns
    let rows = tiles.rows
    mask = [Bool](repeating: false, count: columns * rows)
    guard columns > 0, rows > 0, tiles.energy.count == mask.count else { return }
    // Edges as vectors of the double angle, so that opposite directions add up.
    var cosine = [Float](repeating: 0, count: mask.count)
    var sine = cosine
    for index in mask.indices where tiles.energy[index] > 0 {
      cosine[index] = tiles.energy[index] * tiles.axis[index].x
      sine[index] = tiles.energy[index] * tiles.axis[index].y
    }
    for row in 0..<rows {
      for column in 0..<columns where tiles.energy[row &* columns &+ column] > BarPlaces.leastEnergy {
        var (c, s, e): (Float, Float, Float) = (0, 0, 0)
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            let index = y &* columns &+ x
            c += cosine[index]
            s += sine[index]
            e += tiles.energy[index]
          }
        }
        guard c * c + s * s >= BarPlaces.leastCoherence * BarPlaces.leastCoherence * e * e else { continue }
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) { mask[y &* columns &+ x] = true }
        }
        let angle = BarcodeMath.atan2(Double(s), Double(c)) / 2
        let size = Double(TileMap.size)
        places.append(
          Place(
            center: Point((Double(column) + 0.5) * size, (Double(row) + 0.5) * size),
            direction: Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))))
      }
    }
  }
}
