import BarcodeCore

/// How tall the bars of a train are, as the odds that each of them reaches beyond the middle band (the tracker).
///
/// Values are natural logarithms of odds: positive when the bar probably reaches the outer guide line, negative when
/// it probably ends at the inner one, 0 when nothing is known (a smudged or missing bar).
struct BarStates {
  /// Upwards, bar by bar from the left.
  var up: [Double]
  /// Downwards.
  var down: [Double]
  /// The bars have two heights at their upper end.
  var hasAscenders: Bool
  /// The bars have two heights at their lower end.
  var hasDescenders: Bool
  /// Halves of each bar that something other than bars has touched; empty where that was not looked for.
  var touches: [Int] = []

  /// Halves of all bars that something other than bars has touched.
  var touched: Int { touches.reduce(0, +) }

  var count: Int { up.count }

  /// The train seen upside down.
  var turned: BarStates {
    BarStates(
      up: down.reversed(), down: up.reversed(), hasAscenders: hasDescenders, hasDescenders: hasAscenders,
      touches: touches.reversed())
  }

  /// Some bars of the train.
  func part(_ range: Range<Int>) -> BarStates {
    BarStates(
      up: Array(up[range]), down: Array(down[range]), hasAscenders: hasAscenders, hasDescenders: hasDescenders,
      touches: touches.isEmpty ? [] : Array(touches[range]))
  }

  /// What it costs, in natural logarithms of likelihood, to take a half of a bar for long or short.
  @inline(__always)
  static func cost(_ odds: Double, isLong: Bool) -> Double { isLong ? max(0, -odds) : max(0, odds) }

  /// What it costs to take a bar for one of the four states.
  @inline(__always)
  func cost(_ bar: Int, _ state: BarState) -> Double {
    BarStates.cost(up[bar], isLong: state.isAscending) + BarStates.cost(down[bar], isLong: state.isDescending)
  }

  /// What it costs to take the bars from `first` for a row of states.
  func cost(from first: Int, _ states: [BarState]) -> Double {
    var sum = 0.0
    for (offset, state) in states.enumerated() { sum += cost(first + offset, state) }
    return sum
  }

  /// Likelihood lost at the ends of a row, in natural logarithms, with which it is not worth decoding.
  static let hopeless = 16.0

  /// Odds below which a half of a bar is in doubt, and the share of halves in doubt with which nothing can be read.
  static let doubt = 2.5
  private static let mostDoubtful = 0.3

  /// Most bars are clearly long or short, at both ends.
  var isClear: Bool {
    func share(_ odds: [Double]) -> Double {
      Double(odds.filter { abs($0) < BarStates.doubt }.count) / Double(max(1, odds.count))
    }
    return (!hasAscenders || share(up) < BarStates.mostDoubtful)
      && (!hasDescenders || share(down) < BarStates.mostDoubtful)
  }

  /// Bars of the longest pattern that tables and texture repeat, and the share of bars that must follow it.
  private static let longestPeriod = 6
  private static let periodicShare = 0.85

  /// The bars repeat a short pattern, as those of tables, fences and texture do: no check says anything about them.
  var isPeriodic: Bool {
    (1...BarStates.longestPeriod).contains { period in
      let alike = (period..<max(period, count)).filter { state($0) == state($0 - period) }.count
      return Double(alike) >= BarStates.periodicShare * Double(count - period)
    }
  }

  /// The likeliest states as letters, small ones where a half is in doubt: for people to read.
  var letters: String {
    (0..<count).map { bar in
      let letter = String(state(bar).letter)
      return min(abs(up[bar]), abs(down[bar])) < BarStates.doubt ? letter.lowercased() : letter
    }.joined()
  }

  /// The likeliest state of a bar.
  func state(_ bar: Int) -> BarState { BarState(ascending: up[bar] > 0, descending: down[bar] > 0) }
}

/// The four states of a bar.
enum BarState: Int {
  case full = 0
  case ascender = 1
  case descender = 2
  case tracker = 3

  init(ascending: Bool, descending: Bool) {
    self = ascending ? (descending ? .full : .ascender) : (descending ? .descender : .tracker)
  }

  var isAscending: Bool { self == .full || self == .ascender }
  var isDescending: Bool { self == .full || self == .descender }

  /// The letter that stands for the state in raw strings.
  var letter: Character {
    switch self {
    case .full: "F"
    case .ascender: "A"
    case .descender: "D"
    case .tracker: "T"
    }
  }
}

/// A message that a decoder made of a train of bars.
struct PostalMessage {
  var symbology: Symbology
  var text: String
  /// Likelihood lost against the bars taken one by one, in natural logarithms.
  var cost: Double
  /// Likelihood by which the next best message is worse, in natural logarithms.
  var gap: Double
  /// log10 of the share of all rows of bar states that would have been accepted, too.
  var chance: Double
  /// Bars or codewords that were mended.
  var corrected = 0
  /// Share of the correction's capacity left, where the symbology corrects by Reed–Solomon.
  var unusedCorrection: Double?
  /// For people to read.
  var details = ""
}
