import BarcodeCore

/// Reads the grey values of the modules of a fitted grid and compares each with its surroundings.
package struct GridSampler {
  package let luma: LumaView
  /// Whether dark modules are dark in the picture; false for light symbols on dark ground.
  package let isDark: Bool

  package init(luma: LumaView, isDark: Bool) {
    self.luma = luma
    self.isDark = isDark
  }

  /// Grey values at the module centres, row by row; `margin` modules around the symbol are included. For modules of
  /// 3 pixels and more, a few places of the module are averaged.
  package func greys(_ fit: GridFit, columns: Int, rows: Int, margin: Int) -> [Float] {
    let width = columns + 2 * margin
    let height = rows + 2 * margin
    var out = [Float](repeating: 0, count: width * height)
    let middle = Point(Double(columns) / 2, Double(rows) / 2)
    let size = (fit(middle + Point(1, 0)) - fit(middle)).length
    let spreads = size >= 3
    for y in 0..<height {
      for x in 0..<width {
        let place = Point(Double(x - margin) + 0.5, Double(y - margin) + 0.5)
        let p = fit(place)
        var grey = luma.sample(p.x, p.y)
        if spreads {
          let u = (fit.map(place + Point(Self.spread, 0)) - fit.map(place))
          let v = (fit.map(place + Point(0, Self.spread)) - fit.map(place))
          grey = grey * 2 + luma.sample(p.x + u.x, p.y + u.y) + luma.sample(p.x - u.x, p.y - u.y)
            + luma.sample(p.x + v.x, p.y + v.y) + luma.sample(p.x - v.x, p.y - v.y)
          grey /= 6
        }
        out[y * width + x] = isDark ? grey : 255 - grey
      }
    }
    return out
  }

  /// Distance from the centre of the places averaged, in modules.
  private static let spread = 0.22
  /// Reach of the surroundings that give the local threshold, in modules.
  private static let reach = 4

  /// How clearly each value is dark (positive) or light (negative), relative to the levels of dark and light around it.
  /// `contrast` is the distance of the levels of the whole symbol.
  package static func soft(_ greys: [Float], columns: Int, rows: Int, contrast: Float) -> [Float] {
    var threshold = boxMeans(greys, columns: columns, rows: rows).map { $0.value }
    var half = [Float](repeating: contrast / 2, count: greys.count)
    for _ in 0..<2 {
      var darkValues = [Float](repeating: 0, count: greys.count)
      var darkCount = darkValues
      for i in greys.indices where greys[i] < threshold[i] {
        darkValues[i] = greys[i]
        darkCount[i] = 1
      }
      let all = boxMeans(greys, columns: columns, rows: rows)
      let dark = boxMeans(darkValues, columns: columns, rows: rows)
      let share = boxMeans(darkCount, columns: columns, rows: rows)
      for i in greys.indices {
        let s = share[i].value
        // Where one colour is rare its mean says little; the other threshold stays.
        guard s > 0.12, s < 0.88 else { continue }
        let low = dark[i].value / s
        let high = (all[i].value - dark[i].value) / (1 - s)
        threshold[i] = (low + high) / 2
        half[i] = max((high - low) / 2, contrast * Self.leastHalf)
      }
    }
    return greys.indices.map { (threshold[$0] - greys[$0]) / half[$0] }
  }

  /// Local contrast is taken for at least this share of the symbol's.
  private static let leastHalf: Float = 0.12

  private static func boxMeans(_ values: [Float], columns: Int, rows: Int) -> [(value: Float, count: Float)] {
    let width = columns + 1
    var sums = [Float](repeating: 0, count: width * (rows + 1))
    for y in 0..<rows {
      var line: Float = 0
      for x in 0..<columns {
        line += values[y * columns + x]
        sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + line
      }
    }
    var out = [(value: Float, count: Float)](repeating: (0, 1), count: values.count)
    for y in 0..<rows {
      let y0 = max(0, y - reach)
      let y1 = min(rows, y + reach + 1)
      for x in 0..<columns {
        let x0 = max(0, x - reach)
        let x1 = min(columns, x + reach + 1)
        let sum = sums[y1 * width + x1] - sums[y0 * width + x1] - sums[y1 * width + x0] + sums[y0 * width + x0]
        let count = Float((y1 - y0) * (x1 - x0))
        out[y * columns + x] = (sum / count, count)
      }
    }
    return out
  }
}
