import BarcodeCore

/// Energetic tiles summed up to squares of `8 << level` pixels.
struct LevelGrid {
  let level: Int
  let columns: Int
  let rows: Int
  private var isEnergetic: [Bool]
  /// Energy, as a mean over the tiles of the square.
  private var energy: [Float]
  private var coherence: [Float]
  private var angle: [Float]

  init(tiles: TileMap, sums: TileSums, level: Int) {
    self.level = level
    columns = (tiles.columns + (1 << level) - 1) >> level
    rows = (tiles.rows + (1 << level) - 1) >> level
    let count = columns * rows
    isEnergetic = [Bool](repeating: false, count: count)
    var xx = [Float](repeating: 0, count: count)
    var yy = xx
    var xy = xx
    for i in sums.energetic {
      let to = ((i / tiles.columns) >> level) * columns + ((i % tiles.columns) >> level)
      isEnergetic[to] = true
      xx[to] += sums.xx[i]
      yy[to] += sums.yy[i]
      xy[to] += sums.xy[i]
    }
    let share = 1 / Float(1 << (2 * level))
    energy = zip(xx, yy).map { ($0 + $1) * share }
    coherence = xx
    angle = xx
    for i in 0..<count where isEnergetic[i] {
      (coherence[i], angle[i]) = TileMap.axis(xx[i], yy[i], xy[i])
    }
  }

  /// The square that a tile lies in.
  func index(ofTile i: Int, columns tileColumns: Int) -> Int {
    ((i / tileColumns) >> level) * columns + ((i % tileColumns) >> level)
  }

  func meanEnergy(_ i: Int) -> Float { energy[i] }

  func axis(_ i: Int) -> (coherence: Float, angle: Float) { (coherence[i], angle[i]) }

  /// Connected squares: those that are energetic and admitted, joined to those of their eight neighbours that `joins`
  /// accepts.
  func components(joins: (Int, Int) -> Bool, admits: (Int) -> Bool) -> Components {
    var label = [Int32](repeating: -1, count: columns * rows)
    var next: Int32 = 0
    var stack: [Int] = []
    for start in label.indices where isEnergetic[start] && label[start] < 0 && admits(start) {
      label[start] = next
      stack.append(start)
      while let at = stack.popLast() {
        let x = at % columns
        let y = at / columns
        for ny in max(0, y - 1)...min(rows - 1, y + 1) {
          for nx in max(0, x - 1)...min(columns - 1, x + 1) {
            let n = ny * columns + nx
            if isEnergetic[n], label[n] < 0, admits(n), joins(at, n) {
              label[n] = next
              stack.append(n)
            }
          }
        }
      }
      next += 1
    }
    return Components(label: label, count: Int(next))
  }
}

/// Connected squares of a grid: the number of each square's component, -1 where there is none.
struct Components {
  let label: [Int32]
  let count: Int
}
