import BarcodeCore

/// Compares the first or the last elements of a symbol with a line of grey values at all widths of modules that may be.
final class EndFit {
  /// Widths of modules that are tried differ by this factor.
  static let ratio: Float = 1.025
  static let logRatio = BarcodeMath.log10(Double(ratio))
  /// By how many modules an end lies within the edge that was found.
  private static let insets: [Float] = [0, 0.35, -0.35]
  /// Ends that leave so much unexplained are not tried at other insets.
  private static let hopeless: Float = 0.45
  /// Steps have no effect that is left beyond so many standard deviations of the blur.
  private static let reach: Float = 3

  /// How well one end fits where modules have a width.
  struct Score {
    /// Unexplained share of the grey values' variance.
    var share: Float = .infinity
    var inset: Float = 0
    var light: Float = 0
    var contrast: Float = 0
  }

  private let line: GreyLine
  private let ends: [[Int]]
  private let edge: Float
  private let direction: Float
  private let horizon: Float
  /// Scores by the width of a unit, `least` times powers of `ratio`, as far as they were asked for.
  private var scores: [Score?]
  private let least: Float

  /// - Parameters:
  ///   - ends: Widths of the elements from the end inwards, in units, of which one fits.
  ///   - edge: Where the end seems to be, in samples.
  ///   - direction: 1 when the symbol lies at higher samples, -1 at lower ones.
  ///   - pitches: Widths of a unit that may be, in samples.
  ///   - horizon: Where the surface has its horizon, in samples.
  init(
    _ line: GreyLine, _ ends: [[Int]], at edge: Float, direction: Float, pitches: ClosedRange<Float>, horizon: Float
  ) {
    self.line = line
    self.ends = ends
    self.edge = edge
    self.direction = direction
    self.horizon = horizon
    least = pitches.lowerBound
    let count = BarcodeMath.log10(Double(pitches.upperBound / pitches.lowerBound)) / Self.logRatio
    scores = [Score?](repeating: nil, count: Int(count) + 2)
  }

  /// The number of the score of a width of a unit.
  func index(_ pitch: Float) -> Int {
    Int((BarcodeMath.log10(Double(pitch / least)) / Self.logRatio).rounded())
  }

  /// The score of a number.
  func score(at k: Int) -> Score {
    guard k >= 0, k < scores.count else { return Score() }
    if let known = scores[k] { return known }
    let pitch = least * Float(BarcodeMath.exp10(Double(k) * Self.logRatio))
    var best = Score()
    for end in ends {
      var own = Score()
      for inset in Self.insets {
        let unit = pitch * direction
        let place = edge + inset * Float(ElementGrammar.perModule) * unit
        let score = score(end, at: place, unit, inset)
        if score.share < own.share { own = score }
        if own.share > Self.hopeless { break }
      }
      if own.share < best.share { best = own }
    }
    scores[k] = best
    return best
  }

  private func score(_ end: [Int], at edge: Float, _ unit: Float, _ inset: Float) -> Score {
    let margin = Float(line.margin * ElementGrammar.perModule)
    let bend = unit / (horizon - edge)
    let n = end.count
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: n + 1) { places in
      // Distances inwards.
      places[0] = 0
      var units: Float = 0
      for k in 0..<n {
        units += Float(end[k])
        places[k + 1] = abs(unit) * units / (1 + bend * units)
      }
      // What lies beyond is not known, so that its blur is left out.
      let most = places[n] - line.sigma
      // Two samples a module tell enough.
      let stride = Swift.max(1, Int(abs(unit)))
      let step = direction > 0 ? stride : -stride
      var i = Int((edge - margin * unit).rounded())
      let inverse = 1 / line.sigma
      let reach = Self.reach * line.sigma
      var low = 0
      var regression = LevelRegression()
      var count = 0
      BlurredStep.table.values.withUnsafeBufferPointer { steps in
        while true {
          let at = (Float(i) - edge) * direction
          if at > most { break }
          defer { i += step }
          guard i >= 0, i < line.count else {
            if at > 0 { count = 0; break }
            continue
          }
          while low <= n, places[low] < at - reach { low += 1 }
          var sum: Float = low & 1 == 1 ? 1 : 0
          var k = low
          while k <= n, places[k] < at + reach {
            let value = steps[BlurredStep.index((at - places[k]) * inverse)]
            sum += k & 1 == 0 ? value : -value
            k += 1
          }
          regression.add(sum, line.values[i])
          count += 1
        }
      }
      guard count > 4 else { return Score() }
      return Score(share: regression.share, inset: inset, light: regression.light, contrast: regression.contrast)
    }
  }
}
