import BarcodeCore

/// Grey values seen from the finder pattern: high where the picture has the finder's colour.
package struct InkField {
  package let luma: LumaView
  /// The finder pattern is light.
  package let isInverted: Bool

  private let right: Double
  private let bottom: Double
  private let offset: Float
  private let sign: Float

  package init(luma: LumaView, isInverted: Bool) {
    self.luma = luma
    self.isInverted = isInverted
    right = Double(luma.width - 1)
    bottom = Double(luma.height - 1)
    offset = isInverted ? 0 : 255
    sign = isInverted ? 1 : -1
  }

  /// From 0 to 255; 255 is full finder colour.
  @inline(__always)
  package func at(_ p: Point) -> Float {
    let x = p.x - 0.5
    let y = p.y - 0.5
    guard x >= 0, y >= 0, x < right, y < bottom else { return outside(p) }
    let ix = Int(x)
    let iy = Int(y)
    let tx = Float(x - Double(ix))
    let ty = Float(y - Double(iy))
    let q = luma.base + (iy &* luma.stride &+ ix)
    let r = q + luma.stride
    let a = Float(q[0])
    let c = Float(r[0])
    let top = a + (Float(q[1]) - a) * tx
    let low = c + (Float(r[1]) - c) * tx
    return offset + sign * (top + (low - top) * ty)
  }

  /// The value near or beyond the picture's border, fading to none over one pixel: a symbol may be cut out tightly.
  private func outside(_ p: Point) -> Float {
    guard p.x > -0.5, p.y > -0.5, p.x < Double(luma.width) + 0.5, p.y < Double(luma.height) + 0.5 else { return 0 }
    let overX = max(0.5 - p.x, p.x - Double(luma.width) + 0.5, 0)
    let overY = max(0.5 - p.y, p.y - Double(luma.height) + 0.5, 0)
    return (offset + sign * luma.sample(p.x, p.y)) * Float((1 - overX) * (1 - overY))
  }

  /// An edge across a line, as offset from the line's middle.
  package struct Edge {
    /// Offset of the edge, in units of the direction vector.
    package var offset: Double
    /// Rise of ink over the edge, in grey levels.
    package var rise: Float
  }

  /// The strongest rise of ink along `direction` within `reach` (in units of `direction`) around a point, to a fraction
  /// of a pixel: the centre of gravity of the lobe of rising ink around the steepest place.
  package func rise(at p: Point, along direction: Point, reach: Double) -> Edge? {
    let steps = 12
    let step = reach / 6
    var previous = at(p - direction * reach)
    var best: Float = 0
    var bestIndex = -1
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: steps) { slopes in
      for index in 0..<steps {
        let value = at(p + direction * (Double(index + 1) * step - reach))
        slopes[index] = value - previous
        previous = value
        // The middle counts a little more, so that of equal edges the nearest is taken.
        let weight = 1 - 0.03 * abs(Float(index) - 5.5)
        if slopes[index] * weight > best {
          best = slopes[index] * weight
          bestIndex = index
        }
      }
      guard bestIndex >= 0 else { return nil }
      var sum = slopes[bestIndex]
      var moment = slopes[bestIndex] * Float(bestIndex)
      var low = bestIndex - 1
      while low >= 0, slopes[low] > 0 {
        sum += slopes[low]
        moment += slopes[low] * Float(low)
        low -= 1
      }
      var high = bestIndex + 1
      while high < steps, slopes[high] > 0 {
        sum += slopes[high]
        moment += slopes[high] * Float(high)
        high += 1
      }
      return Edge(offset: (Double(moment / sum) + 0.5) * step - reach, rise: sum)
    }
  }
}
