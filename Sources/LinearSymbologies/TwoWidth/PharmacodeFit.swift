/// Compares narrow and wide bars at equal distances with grey values: bars and spaces that a line's edges have left out,
/// or widths that are not those of a Pharmacode, remain unexplained.
struct PharmacodeFit {
  /// What it adds to log10 of the odds when the whole height shows so many bars; fewer fit parts of other symbols, too.
  static func worth(bars: Int) -> Double { bars < manyBars ? 0 : -1.5 }
  private static let manyBars = 10

  /// What is chosen so that the bars explain the values best.
  private struct Choice {
    /// The first edge and the last, in samples.
    var first: Float
    var last: Float
    /// How much wider bars are than they should be, and spaces narrower, in modules.
    var growth: Float = 0
    /// Standard deviation of the blur, in samples.
    var sigma: Float
    /// How much wider modules are at the first edge than on average, less one.
    var stretch: Float = 0
  }

  /// How well the bars explain the values.
  struct Answer {
    /// Unexplained share of the values' variance.
    let share: Float
    /// What of growth and perspective that takes; see `Choice`.
    let growth: Float
    let stretch: Float
    let bars: Int
    /// Share that the bars of another symbology leave; see `PharmacodeFit.others`.
    var othersShare = Float.infinity

    /// Other bars have to explain this much more.
    private static let clearlyLess: Float = 0.5

    /// Largest share that noise, sampling and careless drawing leave unexplained, a bar and at the least: the fewer bars,
    /// the more others fit.
    private static let strange: Float = 0.055 / 16
    private static let leastStrange: Float = 0.03
    /// The same where bars have grown or shrunk by more than prints do: wide and narrow elements of other symbologies
    /// fit half-way then.
    private static let strangeGrowth: Float = 0.02
    private static let someGrowth: Float = 0.2
    /// What perspective adds to it for a whole of stretch beyond some: modules become smaller than pixels at the far end.
    private static let strangeStretch: Float = 0.15
    private static let someStretch: Float = 0.1

    /// Whether the values show these bars and nothing more.
    var isCredible: Bool {
      let limit =
        abs(growth) < Self.someGrowth ? Swift.max(Self.leastStrange, Self.strange * Float(bars)) : Self.strangeGrowth
      return share < limit + Self.strangeStretch * Swift.max(0, abs(stretch) - Self.someStretch)
        && othersShare > Self.clearlyLess * share
    }
  }

  private let values: UnsafePointer<Float>
  /// Samples that are compared.
  private let range: ClosedRange<Int>
  /// Where bars begin and end, in modules from the first edge on.
  private let bars: [(from: Float, to: Float)]
  private let modules: Float
  private let start: Choice
  /// Samples of a module.
  private let module: Float

  /// What is left out at either end, in modules: ground beside the bars may have another colour than between them.
  private static let margin: Float = 0.5
  /// Modules, and samples at the least, over which light and dark are alike: three bars or so. Highlights and shades
  /// change them from one end to the other.
  private static let block: Float = 12
  private static let leastBlock = 12
  /// Blur that is assumed at first and at the least, in samples: that of sampling.
  private static let someBlur: Float = 0.6
  private static let leastBlur: Float = 0.3
  /// Most growth of bars, in modules, and most blur, beyond which nothing is told apart.
  private static let mostGrowth: Float = 0.95
  private static let mostBlur: Float = 1.2
  /// Stretches and growths from which a search begins: surfaces on which modules at one end are up to thrice as wide as
  /// at the other, so close that no edge lies further from its place than a third of a module.
  private static let stretches = -14...24
  private static let nextStretch: Float = 0.03
  private static let growths: [Float] = [-0.4, 0, 0.4]
  /// A share that needs no further search.
  private static let clear: Float = 0.03
  /// Steps are halved so often.
  private static let rounds = 5

  /// Widths of wide bars and of spaces, in narrow bars.
  private struct Widths {
    var wide: Float
    var space: Float
  }

  private static let own = Widths(wide: 3, space: 2)
  /// Those of parts of symbols whose spaces are all alike.
  private static let others = [Widths(wide: 2, space: 1), Widths(wide: 3, space: 1)]

  /// How well the bars explain the values, and those of other symbologies where there are bars of both widths.
  ///
  /// - Parameters:
  ///   - codes: 0 for a narrow and 1 for a wide bar, in the order of the values.
  ///   - ends: The outermost edges, in samples.
  /// - Returns: nil where the values end within the bars.
  static func answer(
    _ values: UnsafePointer<Float>, count: Int, codes: [UInt8], ends: (first: Float, last: Float)
  ) -> Answer? {
    guard let fit = PharmacodeFit(values, count: count, codes: codes, ends: ends, own) else { return nil }
    var answer = fit.answer()
    guard codes.contains(0), codes.contains(1), answer.isCredible else { return answer }
    for widths in others {
      guard let other = PharmacodeFit(values, count: count, codes: codes, ends: ends, widths) else { continue }
      answer.othersShare = Swift.min(answer.othersShare, other.answer().share)
    }
    return answer
  }

  private init?(
    _ values: UnsafePointer<Float>, count: Int, codes: [UInt8], ends: (first: Float, last: Float), _ widths: Widths
  ) {
    var bars: [(from: Float, to: Float)] = []
    var place: Float = 0
    for code in codes {
      let width = code == 1 ? widths.wide : 1
      bars.append((place, place + width))
      place += width + widths.space
    }
    modules = place - widths.space
    module = (ends.last - ends.first) / modules
    let margin = Self.margin * module
    let (a, b) = (Int((ends.first + margin).rounded(.up)), Int(ends.last - margin))
    guard module > 0, a >= 0, b < count, a < b else { return nil }
    range = a...b
    self.values = values
    self.bars = bars
    start = Choice(first: ends.first, last: ends.last, sigma: Self.someBlur)
  }

  /// What the growth, blur and perspective explain that explain most.
  private func answer() -> Answer {
    let flat = refined(likeliest(0...0))
    if flat.share < Self.clear { return flat }
    let receding = refined(likeliest(Self.stretches))
    return receding.share < flat.share ? receding : flat
  }

  /// The best start among some stretches.
  private func likeliest(_ stretches: ClosedRange<Int>) -> Choice {
    var found = start
    var least = Float.infinity
    for k in stretches {
      for growth in Self.growths {
        var choice = start
        (choice.stretch, choice.growth) = (Float(k) * Self.nextStretch, growth)
        let one = share(choice)
        if one < least { (least, found) = (one, choice) }
      }
    }
    return found
  }

  /// The share that is left when nothing explains more than what is next to it.
  private func refined(_ choice: Choice) -> Answer {
    var best = choice
    var least = share(best)
    var step: Float = 1
    for _ in 0..<Self.rounds {
      var isBetter = true
      while isBetter {
        isBetter = false
        for way in 0..<10 {
          let next = next(to: best, way: way / 2, way & 1 == 0 ? step : -step)
          guard abs(next.growth) < Self.mostGrowth, next.sigma > Self.leastBlur,
            next.sigma < Swift.max(1, Self.mostBlur * module)
          else { continue }
          let one = share(next)
          if one < least * Self.gain { (least, best, isBetter) = (one, next, true) }
        }
      }
      step /= 2
    }
    return Answer(share: least, growth: best.growth, stretch: best.stretch, bars: bars.count)
  }

  /// Less gain ends a search.
  private static let gain: Float = 0.995

  /// First steps, as far as edges may be wrong: in modules, and of what modules are wider by.
  private static let firstStep: Float = 0.3
  private static let firstStretch: Float = 0.12

  /// The choice next to one, in one of its five ways.
  private func next(to choice: Choice, way: Int, _ step: Float) -> Choice {
    var next = choice
    let length = Self.firstStep * step * module
    switch way {
    case 0: next.growth += Self.firstStep * step
    case 1: next.sigma += length
    case 2: next.first += length
    case 3: next.last += length
    default: next.stretch += Self.firstStretch * step
    }
    return next
  }

  private func share(_ c: Choice) -> Float {
    let inverse = 1 / c.sigma
    let total = modules + c.growth
    func position(_ place: Float) -> Float {
      let t = place / total
      return c.first + (c.last - c.first) * t * (1 + c.stretch) / (1 + c.stretch * t)
    }
    let block = Swift.max(Self.leastBlock, Int(Self.block * module))
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: range.count) { dark in
      dark.initialize(repeating: 0)
      BlurredStep.table.values.withUnsafeBufferPointer { table in
        for bar in bars {
          let (from, to) = (position(bar.from), position(bar.to + c.growth))
          let reach = BlurredStep.reach * c.sigma
          let low = Swift.max(range.lowerBound, Int(Swift.max(0, from - reach)))
          let high = Swift.min(range.upperBound, Int(Swift.max(0, to + reach)) + 1)
          guard low <= high else { continue }
          for i in low...high {
            let x = Float(i)
            dark[i - range.lowerBound] +=
              table[BlurredStep.index((x - from) * inverse)] - table[BlurredStep.index((x - to) * inverse)]
          }
        }
      }
      var (unexplained, variance): (Float, Float) = (0, 0)
      var low = range.lowerBound
      while low <= range.upperBound {
        // What is left at the end belongs to the last block.
        let rest = range.upperBound + 1 - low
        let high = rest < 2 * block ? range.upperBound : low + block - 1
        var regression = LevelRegression()
        for i in low...high { regression.add(dark[i - range.lowerBound], values[i]) }
        unexplained += regression.unexplained
        variance += regression.variance
        low = high + 1
      }
      return variance > 1e-3 ? unexplained / variance : 1
    }
  }
}
