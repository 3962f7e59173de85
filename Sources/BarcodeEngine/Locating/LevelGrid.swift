import BarcodeCore

/// Energetic tiles summed up to squares of `8 << level` pixels.
struct LevelGrid {
  let level: Int
  let columns: Int
  let rows: Int
  private var isEnergetic: [Bool]
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
    for y in 0..<tiles.rows {
      for x in 0..<tiles.columns {
        let i = y * tiles.columns + x
        guard tiles.energy[i] > 0 else { continue }
        let to = (y >> level) * columns + (x >> level)
        isEnergetic[to] = true
        xx[to] += sums.xx[i]
        yy[to] += sums.yy[i]
        xy[to] += sums.xy[i]
      }
    }
    coherence = xx
    angle = xx
    for i in 0..<count where isEnergetic[i] {
      (coherence[i], angle[i]) = TileMap.axis(xx[i], yy[i], xy[i])
    }
  }

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
