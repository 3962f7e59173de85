/// The bars of a short stretch of a row, of which the band is wanted that they share along some direction.
struct BandBars {
  private var bars: [(middle: Float, half: Float, step: Float)] = []

  /// Bars of the longest stretch.
  private static let mostBars = 24

  init() { bars.reserveCapacity(BandBars.mostBars) }

  var count: Int { bars.count }

  /// - Parameter step: Bars from the place where the band is wanted.
  mutating func append(_ middle: Double, _ half: Double, step: Int) {
    bars.append((Float(middle), Float(half), Float(step)))
  }

  /// The mean of their middles; 0 without bars.
  var mean: Double { bars.isEmpty ? 0 : Double(bars.reduce(0) { $0 + $1.middle }) / Double(bars.count) }

  /// The lowest of the upper ends and the highest of the lower ones but for some outliers, 3 at the most, where bars move
  /// by `slope` from bar to bar.
  func band(slope: Double, outliers: Int) -> (top: Double, bottom: Double) {
    let slope = Float(slope)
    var tops = Least(rank: outliers)
    var bottoms = Least(rank: outliers)
    for bar in bars {
      let level = bar.middle - slope * bar.step
      tops.add(bar.half - level)
      bottoms.add(bar.half + level)
    }
    return (-Double(tops.value), Double(bottoms.value))
  }

  /// The value that `rank` others are below.
  private struct Least {
    let rank: Int
    private(set) var value = Float.infinity
    private var least = SIMD4<Float>(repeating: .infinity)

    init(rank: Int) { self.rank = min(rank, SIMD4<Float>.scalarCount - 1) }

    @inline(__always)
    mutating func add(_ new: Float) {
      guard new < value else { return }
      var place = rank
      while place > 0, least[place - 1] > new {
        least[place] = least[place - 1]
        place -= 1
      }
      least[place] = new
      value = least[rank]
    }
  }
}
