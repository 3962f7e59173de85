import BarcodeCore

/// Looks for even peaks on a short line of pixels: the cheap test that a row of bars has to pass before anything else.
///
/// Whether the bars are dark or light makes no difference to it.
struct CombLine {
  /// A part of the line with even peaks.
  struct Run {
    /// Places of the first and the last peak, in steps from the start.
    var first: Int
    var last: Int
    /// Peaks.
    var count: Int
    /// Mean deviation of distances from the pitch, as a share of it.
    var unevenness: Double
    /// Index of the first one among all peaks, and where the center is.
    fileprivate var firstPeak: Int
    fileprivate var shift = 0
    /// Distance of peaks, in steps.
    var pitch: Double { Double(last - first) / Double(count - 1) }
  }

  /// Samples of a line.
  static let samples = 68
  /// Peaks one after the other that may be part of a row of bars.
  static let leastPeaks = 7
  /// Distances differ from their mean by at most this share of it, and on average by that, in hundredths; and by what
  /// taking whole pixels adds, in hundredths of a step.
  private static let mostDeviation = 33
  private static let meanDeviation = 14
  private static let mostRounding = 100
  private static let meanRounding = 30
  /// Grey levels that a peak stands out by, at the least, and as a share of the line's range.
  private static let leastPeak = 5
  private static let peakShare = 6

  private let luma: LumaView
  private let values: UnsafeMutablePointer<UInt8>
  private let peaks: UnsafeMutablePointer<Int32>

  /// - Parameter scratch: Memory of at least `scratchSize` bytes, aligned for 32-bit numbers.
  init(_ luma: LumaView, scratch: UnsafeMutableRawPointer) {
    self.luma = luma
    peaks = scratch.bindMemory(to: Int32.self, capacity: CombLine.samples)
    values = (scratch + CombLine.samples * MemoryLayout<Int32>.stride).bindMemory(
      to: UInt8.self, capacity: CombLine.samples)
  }

  static let scratchSize = samples * (MemoryLayout<Int32>.stride + 1)

  /// How far the bars of the last run that was found go on along themselves, from the run's line backwards and forwards,
  /// in pixels, as long as most of them do; at most `most` to either side.
  func reach(
    _ run: Run, around center: Point, _ direction: Point, _ bars: Point, step: Double, most: Double
  ) -> (back: Double, ahead: Double) {
    let unit = run.pitch * step * CombLine.reachStep
    func contrast(_ distance: Double) -> Int {
      var sum = 0
      for index in run.firstPeak..<(run.firstPeak + run.count - 1) {
        let (a, b) = (Double(Int(peaks[index]) - run.shift), Double(Int(peaks[index + 1]) - run.shift))
        let p = center + direction * (a * step) + bars * distance
        let q = center + direction * ((a + b) / 2 * step) + bars * distance
        guard luma.contains(p), luma.contains(q) else { return 0 }
        sum += Int(luma[Int(q.x), Int(q.y)]) - Int(luma[Int(p.x), Int(p.y)])
      }
      return sum
    }
    let base = contrast(0)
    func reach(_ side: Double) -> Double {
      var distance = side
      while abs(distance) < most, CombLine.reachParts * contrast(distance) > CombLine.reachShare * base {
        distance += side
      }
      return abs(distance - side)
    }
    return (reach(-unit), reach(unit))
  }

  /// Where the bars of the last run that was found are, in steps from its center: its peaks, or what lies between them.
  func places(_ run: Run, areLight: Bool) -> [Double] {
    let found = (run.firstPeak..<(run.firstPeak + run.count)).map { Double(Int(peaks[$0]) - run.shift) }
    return areLight ? zip(found, found.dropFirst()).map { ($0 + $1) / 2 } : found
  }

  /// Steps along bars, in pitches, and the part of the contrast with which most bars go on.
  private static let reachStep = 0.75
  private static let reachShare = 3
  private static let reachParts = 4

  /// Pixels at the picture's border where no line runs: it takes in their neighbours.
  private static let border = 2.0
  /// Distances of neighbours, in pixels: one of them lies nearly in the direction of the bars, whatever that is.
  private static let neighbours = [1.0, 1.4, 2.2]

  /// The longest even run on the line around a point, with steps of `step` pixels; what lies outside of the picture is
  /// left out. Pixels beside the line, along the bars, are averaged with its own: noise has no direction, bars have.
  func longestRun(around center: Point, _ direction: Point, _ bars: Point, step: Double) -> Run? {
    let half = Double(CombLine.samples / 2)
    let move = direction * step
    let border = CombLine.border
    let limit = Point(Double(luma.width) - border - 0.01, Double(luma.height) - border - 0.01)
    guard center.x >= border, center.y >= border, center.x < limit.x, center.y < limit.y else { return nil }
    // Steps that stay inside, to either side.
    func room(_ at: Double, _ move: Double, _ most: Double) -> Double {
      move > 1e-9 ? (most - at) / move : move < -1e-9 ? (at - border) / -move : half
    }
    let ahead = Int(min(half - 1, room(center.x, move.x, limit.x), room(center.y, move.y, limit.y)))
    let behind = Int(min(half, room(center.x, -move.x, limit.x), room(center.y, -move.y, limit.y)))
    guard ahead + behind + 1 >= 2 * CombLine.leastPeaks else { return nil }
    let (range, variation) = sample(
      center - move * Double(behind), move, ahead + behind + 1, beside: neighbour(along: bars))
    let least = max(CombLine.leastPeak, range / CombLine.peakShare)
    // Between the first and the last peak the values rise and fall again.
    guard range >= 2 * CombLine.leastPeak, variation >= 2 * (CombLine.leastPeaks - 1) * least else { return nil }
    let found = findPeaks(ahead + behind + 1, least)
    guard var run = longestRun(found) else { return nil }
    run.first -= behind
    run.last -= behind
    run.shift = behind
    return run
  }

  /// Bytes from a pixel to the one near to it that lies most in a direction.
  private func neighbour(along bars: Point) -> Int {
    var best = (x: 0, y: 0, error: Double.infinity)
    for distance in CombLine.neighbours {
      let (x, y) = ((bars.x * distance).rounded(), (bars.y * distance).rounded())
      let error = abs(bars.cross(Point(x, y)))
      if error < best.error { best = (Int(x), Int(y), error) }
    }
    return best.y * luma.stride + best.x
  }

  /// Takes the nearest pixels, averaged with those `beside` bytes before and after them; returns the range of their
  /// values, and what they differ from one to the next in all.
  private func sample(_ start: Point, _ move: Point, _ count: Int, beside: Int) -> (range: Int, variation: Int) {
    let unit = 65536.0
    var x = Int(start.x * unit)
    var y = Int(start.y * unit)
    let dx = Int((move.x * unit).rounded(.towardZero))
    let dy = Int((move.y * unit).rounded(.towardZero))
    let base = luma.base
    let stride = luma.stride
    var low: UInt8 = 255
    var high: UInt8 = 0
    var variation = 0
    var last = Int(base[(y >> 16) &* stride &+ (x >> 16)])
    for index in 0..<count {
      let pixel = base + ((y >> 16) &* stride &+ (x >> 16))
      let sum = Int(pixel[-beside]) &+ 2 &* Int(pixel.pointee) &+ Int(pixel[beside]) &+ 2
      let value = UInt8(truncatingIfNeeded: sum >> 2)
      variation &+= abs(Int(value) &- last)
      last = Int(value)
      values[index] = value
      low = min(low, value)
      high = max(high, value)
      x &+= dx
      y &+= dy
    }
    return (Int(high) &- Int(low), variation)
  }

  /// Finds minima that stand out by `least` to both sides; returns their number.
  private func findPeaks(_ count: Int, _ least: Int) -> Int {
    var found = 0
    var extreme = Int(values[0])
    var place = 0
    var isFalling = false
    for index in 1..<count {
      let value = Int(values[index])
      if isFalling {
        if value < extreme {
          extreme = value
          place = index
        } else if value > extreme &+ least {
          peaks[found] = Int32(truncatingIfNeeded: place)
          found &+= 1
          isFalling = false
          extreme = value
        }
      } else if value > extreme {
        extreme = value
      } else if value < extreme &- least {
        isFalling = true
        extreme = value
        place = index
      }
    }
    return found
  }

  private func longestRun(_ count: Int) -> Run? {
    var best: Run?
    var start = 0
    while start &+ max(CombLine.leastPeaks, best?.count ?? 0) <= count {
      var end = start &+ 2
      var deviation = 0
      // All in hundredths of a step.
      var mean = 100 &* Int(peaks[start &+ 1] &- peaks[start])
      while end < count {
        let difference = abs(100 &* Int(peaks[end] &- peaks[end &- 1]) &- mean)
        guard 100 &* difference <= CombLine.mostDeviation &* mean &+ 100 &* CombLine.mostRounding else { break }
        deviation &+= difference
        mean = 100 &* Int(peaks[end] &- peaks[start]) / (end &- start)
        end &+= 1
      }
      let number = end &- start
      if number >= max(CombLine.leastPeaks, (best?.count ?? 0) &+ 1),
        100 &* deviation <= (CombLine.meanDeviation &* mean &+ 100 &* CombLine.meanRounding) &* (number &- 1)
      {
        best = Run(
          first: Int(peaks[start]), last: Int(peaks[end &- 1]), count: number,
          unevenness: Double(deviation) / Double(max(1, mean &* (number &- 1))), firstPeak: start)
      }
      start = max(start &+ 1, end &- 1)
    }
    return best
  }
}
