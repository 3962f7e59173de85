import BarcodeCore

/// Finds even rows of dark peaks on short lines across the bars: parts of rows whose bars touch or are torn, so that
/// they are no areas of their own.
struct LineSeeds {
  /// Half of a line's length and the distance of its samples, in pixels.
  private static let reach = 34.0
  private static let step = 0.5
  /// Lines beside one another, in pixels: one of them meets the middle band of bars a pixel and a half wide.
  private static let offsets = [0.0, -2.7, 2.7]
  /// Peaks one after the other that are a seed.
  private static let leastPeaks = 7
  /// Distances of peaks, in pixels; bars further apart are found as areas, or on a halved picture.
  private static let pitches = 2.4...13.0
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
    values = [Float](repeating: 0, count: Int(2 * LineSeeds.reach / LineSeeds.step) + 1)
  }

  /// The seed around a place, or nil.
  mutating func seed(at place: BarPlaces.Place) -> BarChain? {
    var direction = place.direction
    if direction.x < 0 || (direction.x == 0 && direction.y < 0) { direction = -direction }
    let across = direction.perpendicular
    var best: (start: Point, peaks: ArraySlice<Double>)?
    for offset in LineSeeds.offsets {
      let start = place.center + across * offset - direction * LineSeeds.reach
      let peaks = evenPeaks(start, direction)
      if peaks.count > best?.peaks.count ?? LineSeeds.leastPeaks - 1 { best = (start, peaks) }
    }
    guard let best, let first = best.peaks.first, let last = best.peaks.last else { return nil }
    let pitch = (last - first) / Double(best.peaks.count - 1)
    let members = best.peaks.enumerated().map { index, peak in
      (
        number: index,
        blob: BarBlob(center: best.start + direction * peak, axis: across, length: 0, width: pitch / 2)
      )
    }
    return BarChain(members: members, direction: direction, pitch: pitch)
  }

  /// The longest row of even dark peaks, as distances from the start.
  private mutating func evenPeaks(_ start: Point, _ direction: Point) -> ArraySlice<Double> {
    let move = direction * LineSeeds.step
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
          peaks.append(Double(place) * LineSeeds.step)
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
