import BarcodeCore

/// Reads the grey values of a grid of modules and makes them a `ModuleGrid`.
struct ModuleSampler {
  let luma: LumaView

  /// Modules around one in which the local dark and light are sought.
  private static let window = 4
  /// Where the local contrast is less than this share of the symbol's, the neighbourhood is of one colour.
  private static let flatShare: Float = 0.45

  /// Grey values at the places that `place` gives for column and row, or nil when much of the symbol lies outside of
  /// the picture, unless there is a grey value for what lies there. Larger modules are averaged over their middle.
  func values(
    columns: Int, rows: Int, module: Double, outside filling: Float? = nil, at place: (Double, Double) -> Point
  ) -> [Float]? {
    guard let grey = GreyReader(luma) else { return nil }
    var values = [Float](repeating: 0, count: columns * rows)
    var outside = 0
    let averages = module >= 2.5
    for y in 0..<rows {
      for x in 0..<columns {
        let u = Double(x)
        let v = Double(y)
        let p = place(u, v)
        if !luma.contains(p) {
          if let filling {
            values[y * columns + x] = filling
            continue
          }
          outside += 1
        }
        var sum = grey(p)
        if averages {
          for (dx, dy) in [(-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)] {
            sum += grey(place(u + dx, v + dy))
          }
          sum /= 5
        }
        values[y * columns + x] = sum
      }
    }
    return outside * 8 <= columns * rows ? values : nil
  }

  /// Soft modules from grey values, by the dark and light around each.
  static func soft(_ values: [Float], columns: Int, rows: Int) -> ModuleGrid {
    guard let least = values.min(), let most = values.max(), most > least else {
      return ModuleGrid(columns: columns, rows: rows, soft: [Float](repeating: 0, count: values.count))
    }
    let low = extremes(values, columns, rows, pick: min)
    let high = extremes(values, columns, rows, pick: max)
    let contrast = median(zip(high, low).map { $0 - $1 })
    let middle = median(zip(high, low).map { ($0 + $1) / 2 })
    var soft = [Float](repeating: 0, count: values.count)
    for i in values.indices {
      let local = high[i] - low[i]
      if local >= contrast * flatShare, local > 0 {
        soft[i] = ((high[i] + low[i]) / 2 - values[i]) / (local / 2)
      } else if contrast > 0 {
        soft[i] = max(-1, min(1, (middle - values[i]) / (contrast / 2)))
      }
    }
    return ModuleGrid(columns: columns, rows: rows, soft: soft)
  }

  private static func median(_ values: [Float]) -> Float {
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
  }

  /// The extreme of each module's window, smoothed over the window.
  private static func extremes(
    _ values: [Float], _ columns: Int, _ rows: Int, pick: (Float, Float) -> Float
  ) -> [Float] {
    var across = values
    for y in 0..<rows {
      for x in 0..<columns {
        var e = values[y * columns + x]
        for k in max(0, x - window)...min(columns - 1, x + window) { e = pick(e, values[y * columns + k]) }
        across[y * columns + x] = e
      }
    }
    var both = across
    for y in 0..<rows {
      for x in 0..<columns {
        var e = across[y * columns + x]
        for k in max(0, y - window)...min(rows - 1, y + window) { e = pick(e, across[k * columns + x]) }
        both[y * columns + x] = e
      }
    }
    return both
  }
}

extension ModuleGrid {
  /// The grid with the blur between neighbours taken back: each module received the given share of each of its
  /// neighbours' light in a row and in a column.
  func deblurred(_ share: Float) -> ModuleGrid {
    let n = columns
    let m = rows
    var estimate = soft
    var across = soft
    // The more light is shared, the slower the estimate converges.
    for _ in 0..<4 + Int(share * 100) {
      for y in 0..<m {
        for x in 0..<n {
          let i = y * n + x
          let l = x > 0 ? estimate[i - 1] : -1
          let r = x + 1 < n ? estimate[i + 1] : -1
          across[i] = estimate[i] * (1 - 2 * share) + (l + r) * share
        }
      }
      for y in 0..<m {
        for x in 0..<n {
          let i = y * n + x
          let u = y > 0 ? across[i - n] : -1
          let d = y + 1 < m ? across[i + n] : -1
          let blurred = across[i] * (1 - 2 * share) + (u + d) * share
          // Each module is dark or light, so nothing goes beyond.
          estimate[i] = Swift.max(-1, Swift.min(1, estimate[i] + 1.4 * (soft[i] - blurred)))
        }
      }
    }
    return ModuleGrid(columns: n, rows: m, soft: estimate)
  }
}
