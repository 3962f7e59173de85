import BarcodeCore

/// Where the bars of a row stand: for each its position along the row and the row's middle line there.
struct TrainGeometry {
  /// A point of the row and the directions along it and along its bars (unit vectors, downwards seen along the row).
  let origin: Point
  let along: Point
  let across: Point
  /// Numbers of the first and the last bar, and the middle between them.
  let first: Int
  let last: Int
  let middle: Double
  /// Width of the bars, about, in pixels.
  let width: Double
  /// Mean distance of bars, in pixels.
  let pitch: Double
  /// Position along the row and offset of the middle line of each bar.
  private var positions: [Double] = []
  private var offsets: [Double] = []

  var count: Int { last - first + 1 }

  /// Bars to either side that a position and the middle line are averaged over. Bars rise and fall by their state, so
  /// the line needs many; a curved row still bends within as many.
  private static let positionReach = 4
  private static let lineReach = 15

  init?(_ walk: BarWalk) {
    guard let firstBar = walk.bars.first, let lastBar = walk.bars.last, walk.bars.count >= 12 else { return nil }
    origin = walk.origin
    along = walk.along
    across = walk.across
    width = walk.width
    first = firstBar.number
    last = lastBar.number
    middle = Double(first + last) / 2
    pitch = (lastBar.x - firstBar.x) / Double(max(1, walk.bars.count - 1))
    guard pitch.isFinite, pitch > 1.2, pitch < 80 else { return nil }
    for index in walk.bars.indices {
      positions.append(
        TrainGeometry.smooth(walk.bars, index, TrainGeometry.positionReach, { $0.isSeen }, { $0.x }))
      offsets.append(
        TrainGeometry.smooth(walk.bars, index, TrainGeometry.lineReach, { $0.length > 0 }, { $0.y }))
    }
    guard TrainGeometry.isEven(walk.bars, positions, pitch) else { return nil }
    // The middle band is what all bars share: between the lowest of the upper ends and the highest of the lower ones.
    var tops: [Double] = []
    var bottoms: [Double] = []
    for (index, bar) in walk.bars.enumerated() where bar.length > 0 {
      tops.append(bar.y - offsets[index] - bar.length / 2)
      bottoms.append(bar.y - offsets[index] + bar.length / 2)
    }
    guard tops.count >= 8 else { return nil }
    tops.sort()
    bottoms.sort()
    let shift = (tops[tops.count * 85 / 100] + bottoms[bottoms.count * 15 / 100]) / 2
    for index in offsets.indices { offsets[index] += shift }
  }

  /// Shares of bars that must have been seen, and whose ends must have been found.
  private static let leastSeen = 0.65
  private static let leastMeasured = 0.4
  /// Mean distance of bars from where they should be, as a share of the pitch; letters stand less evenly.
  private static let mostResidual = 0.13

  private static func isEven(_ bars: [BarWalk.Bar], _ positions: [Double], _ pitch: Double) -> Bool {
    var seen = 0.0
    var measured = 0.0
    var residual = 0.0
    for (bar, position) in zip(bars, positions) {
      if bar.length > 0 { measured += 1 }
      guard bar.isSeen else { continue }
      seen += 1
      residual += abs(bar.x - position)
    }
    let count = Double(bars.count)
    return seen >= leastSeen * count && measured >= leastMeasured * count && residual <= mostResidual * pitch * seen
  }

  /// The value of a straight line through the neighbours of a bar, near ones weighing more.
  private static func smooth(
    _ bars: [BarWalk.Bar], _ index: Int, _ reach: Int, _ counts: (BarWalk.Bar) -> Bool,
    _ value: (BarWalk.Bar) -> Double
  ) -> Double {
    var (n, k, v, kk, kv) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for other in max(0, index - reach)...min(bars.count - 1, index + reach) where counts(bars[other]) {
      let d = Double(other - index)
      let weight = 1 - abs(d) / Double(reach + 1)
      n += weight
      k += weight * d
      v += weight * value(bars[other])
      kk += weight * d * d
      kv += weight * d * value(bars[other])
    }
    let det = n * kk - k * k
    guard n > 1, det > 1e-9 else { return value(bars[index]) }
    return (kk * v - k * kv) / det
  }

  /// A value between those of bars, and beyond them on a straight line.
  private func interpolated(_ values: [Double], _ number: Double) -> Double {
    let place = number - Double(first)
    let low = max(0, min(values.count - 2, Int(max(0, place))))
    if place < 0 || place > Double(values.count - 1) {
      // Beyond the ends, the slope of several bars leads on.
      let span = min(6, values.count - 1)
      let end = place < 0 ? 0 : values.count - 1
      let inner = place < 0 ? span : values.count - 1 - span
      return values[end] + (values[end] - values[inner]) / Double(end - inner) * (place - Double(end))
    }
    return values[low] + (values[low + 1] - values[low]) * (place - Double(low))
  }

  /// A point of the bar of a number (whole or between bars), `t` pixels below the middle line.
  func point(_ number: Double, _ t: Double) -> Point {
    origin + along * interpolated(positions, number) + across * (interpolated(offsets, number) + t)
  }
}
