import BarcodeCore

/// Finds even rows of dark peaks on short lines through combs: parts of rows whose bars touch or are torn, so that
/// they are no areas of their own.
struct LineSeeds {
  /// Samples of a line, and their distance in pixels at the least and in pitches.
  private static let samples = 137
  private static let leastStep = 0.5
  private static let step = 0.125
  /// Lines beside one another, in pitches: one of them meets the middle band of bars.
  private static let offsets = [0.0, -0.8, 0.8]
  /// Slopes of the line against the comb, as tangents.
  private static let slopes = [0.0, -0.03, 0.03]
  /// Peaks one after the other that are a seed.
  private static let leastPeaks = 7
  /// Distances of peaks, in samples: three are seen as two at the least.
  private static let pitches = 4.0...20.0
  /// Distances differ from their mean by at most this share, and on average by that.
  private static let mostDeviation = 0.33
  private static let meanDeviation = 0.14
  /// Grey levels that a peak stands out by, at the least, and as a share of the line's range.
  private static let leastPeak: Float = 8
  private static let peakShare: Float = 0.16

  private let view: InkView
  private var values: [Float]

  init(_ view: InkView) {
    self.view = view
    values = [Float](repeating: 0, count: LineSeeds.samples)
  }

  /// The seed around a place, or nil.
  mutating func seed(at place: Comb) -> BarChain? {
    let step = max(LineSeeds.leastStep, LineSeeds.step * place.pitch)
    let bars = place.bars
    var best: (start: Point, direction: Point, peaks: ArraySlice<Double>)?
    for slope in LineSeeds.slopes {
      var direction = (place.direction + bars * slope).normalized
      if direction.x < 0 || (direction.x == 0 && direction.y < 0) { direction = -direction }
      let reach = direction * (step * Double(LineSeeds.samples / 2))
      for offset in LineSeeds.offsets {
        let start = place.center + bars * (offset * place.pitch) - reach
        let peaks = evenPeaks(start, direction * step)
        if peaks.count > best?.peaks.count ?? LineSeeds.leastPeaks - 1 { best = (start, direction, peaks) }
      }
    }
    guard let best, let first = best.peaks.first, let last = best.peaks.last else { return nil }
    let direction = best.direction
    let across = direction.cross(bars) > 0 ? bars : -bars
    let pitch = (last - first) * step / Double(best.peaks.count - 1)
    let members = best.peaks.enumerated().map { index, peak in
      (
        number: index,
        blob: BarBlob(center: best.start + direction * (peak * step), axis: across, length: 0, width: pitch / 2)
      )
    }
    return BarChain(members: members, direction: direction, pitch: pitch, across: across)
  }

  /// The longest row of even dark peaks, in samples from the start.
  private mutating func evenPeaks(_ start: Point, _ move: Point) -> ArraySlice<Double> {
    var low: Float = 255
    var high: Float = 0
    for index in values.indices {
      let value = view.grey(start + move * Double(index))
      values[index] = value
      low = min(low, value)
      high = max(high, value)
    }
    let least = max(LineSeeds.leastPeak, LineSeeds.peakShare * (high - low))
    guard high - low > 2 * LineSeeds.leastPeak else { return [] }
    return LineSeeds.longestEvenRun(darkPeaks(least))
  }

  /// Places of minima that stand out by `least` to both sides.
  private func darkPeaks(_ least: Float) -> [Double] {
    var peaks: [Double] = []
    var extreme = values[0]
    var place = 0
    var isFalling = false
    for index in values.indices.dropFirst() {
      let value = values[index]
      if isFalling {
        if value < extreme {
          extreme = value
          place = index
        } else if value > extreme + least {
          peaks.append(Double(place))
          isFalling = false
          extreme = value
        }
      } else if value > extreme {
        extreme = value
      } else if value < extreme - least {
        isFalling = true
        extreme = value
        place = index
      }
    }
    return peaks
  }

  private static func longestEvenRun(_ peaks: [Double]) -> ArraySlice<Double> {
    guard peaks.count >= leastPeaks else { return [] }
    var best = peaks[0..<0]
    var start = 0
    while start + leastPeaks <= peaks.count {
      var end = start + 1
      var mean = peaks[start + 1] - peaks[start]
      var deviation = 0.0
      while end < peaks.count {
        let distance = peaks[end] - peaks[end - 1]
        guard abs(distance - mean) <= mostDeviation * mean else { break }
        deviation += abs(distance - mean) / mean
        mean = (peaks[end] - peaks[start]) / Double(end - start)
        end += 1
      }
      if end - start >= max(leastPeaks, best.count + 1), pitches.contains(mean),
        deviation <= meanDeviation * Double(end - start)
      {
        best = peaks[start..<end]
      }
      start = max(start + 1, end - 1)
    }
    return best
  }
}
