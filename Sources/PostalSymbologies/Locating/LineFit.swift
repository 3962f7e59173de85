/// Moves a middle line to where the ends of bars lie at common guide lines.
///
/// Where almost all bars of a stretch ascend, the band that they share lies too high, and with it the line.
struct LineFit {
  /// Bars to either side whose ends tell where the line is.
  private static let reach = 9
  private static let rounds = 2
  /// Guide lines closer than this, in pitches, are one.
  private static let leastSplit = 0.36
  /// Ends farther than this from both lines, in pitches, ran into something.
  private static let mostStray = 0.7
  private static let meanRounds = 5

  private let pitch: Double

  init(pitch: Double) { self.pitch = pitch }

  func refined(_ line: [Double], _ bars: [BarWalk.Bar]) -> [Double] {
    var line = line
    for _ in 0..<LineFit.rounds {
      var tops: [Double?] = []
      var bottoms: [Double?] = []
      for (bar, offset) in zip(bars, line) {
        tops.append(bar.length > 0 ? bar.y - bar.length / 2 - offset : nil)
        bottoms.append(bar.length > 0 ? bar.y + bar.length / 2 - offset : nil)
      }
      let above = shifts(tops)
      let below = shifts(bottoms)
      line = line.indices.map { line[$0] + (smoothed(above, $0) + smoothed(below, $0)) / 2 }
    }
    return line
  }

  /// How far each end is from the nearer one of two lines.
  private func shifts(_ ends: [Double?]) -> [Double?] {
    let sorted = ends.compactMap { $0 }.sorted()
    guard sorted.count >= LineFit.reach else { return ends.map { _ in nil } }
    var low = sorted[sorted.count / 6]
    var high = sorted[sorted.count * 5 / 6]
    for _ in 0..<LineFit.meanRounds {
      var sums = (low: 0.0, lows: 0.0, high: 0.0, highs: 0.0)
      for end in sorted {
        if abs(end - low) < abs(end - high) {
          sums.low += end
          sums.lows += 1
        } else {
          sums.high += end
          sums.highs += 1
        }
      }
      if sums.lows > 0 { low = sums.low / sums.lows }
      if sums.highs > 0 { high = sums.high / sums.highs }
    }
    if high - low < LineFit.leastSplit * pitch {
      low = sorted[sorted.count / 2]
      high = low
    }
    return ends.map { end in
      guard let end else { return nil }
      let shift = abs(end - low) < abs(end - high) ? end - low : end - high
      return abs(shift) < LineFit.mostStray * pitch ? shift : nil
    }
  }

  /// The mean around a bar, near ones weighing more.
  private func smoothed(_ values: [Double?], _ index: Int) -> Double {
    var sum = 0.0
    var weights = 0.0
    for other in max(0, index - LineFit.reach)...min(values.count - 1, index + LineFit.reach) {
      guard let value = values[other] else { continue }
      let weight = Double(LineFit.reach + 1 - abs(other - index))
      sum += weight * value
      weights += weight
    }
    return weights > 0 ? sum / weights : 0
  }
}
