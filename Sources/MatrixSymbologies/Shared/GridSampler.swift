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

  /// Grey values at the module centres, row by row, dark modules dark; `margin` modules around the symbol are included.
  /// For modules of 3 pixels and more, a few places of the module are averaged.
  package func greys(_ fit: GridFit, columns: Int, rows: Int, margin: Int) -> [Float] {
    let width = columns + 2 * margin
    let height = rows + 2 * margin
    guard let grey = GreyReader(luma) else { return [Float](repeating: 0, count: width * height) }
    let middle = Point(Double(columns) / 2, Double(rows) / 2)
    let u = (fit(middle + Point(Self.spread, 0)) - fit(middle))
    let v = (fit(middle + Point(0, Self.spread)) - fit(middle))
    let spreads = min(u.length, v.length) >= Self.spread * Self.leastSpreadSize
    return [Float](unsafeUninitializedCapacity: width * height) { out, count in
      for y in 0..<height {
        for x in 0..<width {
          let p = fit(Point(Double(x - margin) + 0.5, Double(y - margin) + 0.5))
          var value = grey(p)
          if spreads { value = (value * 2 + grey(p + u) + grey(p - u) + grey(p + v) + grey(p - v)) / 6 }
          out[y &* width &+ x] = isDark ? value : 255 - value
        }
      }
      count = width * height
    }
  }

  /// Distance from the centre of the places averaged, in modules.
  private static let spread = 0.22
  /// Modules narrower than this, in pixels, have nothing to average.
  private static let leastSpreadSize = 3.0
  /// Reach of the surroundings that give the local threshold, in modules.
  private static let reach = 4

  /// How clearly each value is dark (positive) or light (negative), relative to the levels of dark and light around it.
  /// `contrast` is the distance of the levels of the whole symbol.
  package static func soft(_ greys: [Float], columns: Int, rows: Int, contrast: Float) -> [Float] {
    let count = greys.count
    guard count == columns * rows, count > 0 else { return greys }
    var boxes = BoxMeans(columns: columns, rows: rows, reach: reach)
    let all = boxes.means(greys)
    var threshold = all
    var half = [Float](repeating: contrast / 2, count: count)
    var darkValues = [Float](repeating: 0, count: count)
    var darkCount = darkValues
    for _ in 0..<2 {
      // Where the better threshold parts the values as the first did, the means stay.
      guard part(greys, threshold, &darkValues, &darkCount) else { break }
      let dark = boxes.means(darkValues)
      let share = boxes.means(darkCount)
      threshold.withUnsafeMutableBufferPointer { threshold in
        half.withUnsafeMutableBufferPointer { half in
          for i in 0..<count {
            let s = share[i]
            // Where one colour is rare its mean says little; the other threshold stays.
            guard s > 0.12, s < 0.88 else { continue }
            let low = dark[i] / s
            let high = (all[i] - dark[i]) / (1 - s)
            threshold[i] = (low + high) / 2
            half[i] = max((high - low) / 2, contrast * Self.leastHalf)
          }
        }
      }
    }
    threshold.withUnsafeMutableBufferPointer { threshold in
      for i in 0..<count { threshold[i] = (threshold[i] - greys[i]) / half[i] }
    }
    return threshold
  }

  /// Sets the values below the threshold apart; returns whether they are others than before.
  private static func part(
    _ greys: [Float], _ threshold: [Float], _ darkValues: inout [Float], _ darkCount: inout [Float]
  ) -> Bool {
    darkValues.withUnsafeMutableBufferPointer { values in
      darkCount.withUnsafeMutableBufferPointer { counts in
        var differs = false
        for i in greys.indices {
          let dark: Float = greys[i] < threshold[i] ? 1 : 0
          differs = differs || dark != counts[i]
          values[i] = dark > 0 ? greys[i] : 0
          counts[i] = dark
        }
        return differs
      }
    }
  }

  /// Local contrast is taken for at least this share of the symbol's.
  private static let leastHalf: Float = 0.12
}

/// Means over square surroundings, cut at the border.
private struct BoxMeans {
  let columns: Int
  let rows: Int
  let reach: Int
  private var sums: [Float]

  init(columns: Int, rows: Int, reach: Int) {
    self.columns = columns
    self.rows = rows
    self.reach = reach
    sums = [Float](repeating: 0, count: (columns + 1) * (rows + 1))
  }

  mutating func means(_ values: [Float]) -> [Float] {
    let (columns, rows, reach, width) = (columns, rows, reach, columns + 1)
    return sums.withUnsafeMutableBufferPointer { sums in
      values.withUnsafeBufferPointer { values in
        [Float](unsafeUninitializedCapacity: columns * rows) { out, count in
          for y in 0..<rows {
            var line: Float = 0
            for x in 0..<columns {
              line += values[y &* columns &+ x]
              sums[(y &+ 1) &* width &+ x &+ 1] = sums[y &* width &+ x &+ 1] + line
            }
          }
          for y in 0..<rows {
            let top = max(0, y &- reach)
            let bottom = min(rows, y &+ reach &+ 1)
            let (upper, lower) = (top &* width, bottom &* width)
            for x in 0..<columns {
              let left = max(0, x &- reach)
              let right = min(columns, x &+ reach &+ 1)
              let sum = sums[lower &+ right] - sums[upper &+ right] - sums[lower &+ left] + sums[upper &+ left]
              out[y &* columns &+ x] = sum / Float((bottom &- top) &* (right &- left))
            }
          }
          count = columns * rows
        }
      }
    }
  }
}
