import BarcodeCore

/// How sure a reading is, and how sure it must be.
enum PostalEvidence {
  private static let naturalLog = 2.302585

  /// log10 of the odds that even bars at one pitch with two or four sharp heights are no postal symbol at all.
  private static let rowChance = -1.0
  /// Rows are tried in two directions, with and without stray bars, by several symbologies.
  private static let trials = 8

  static func judge(_ message: PostalMessage, _ states: BarStates, trials tried: Int) -> Evidence {
    // Of all rows of states that are at least as likely as this one, each could have been a message by chance.
    var phantom = Evidence(logOdds: message.chance + logRows(states, upTo: message.cost) + rowChance)
    phantom.add(trials: trials * tried)
    // Another message of almost the same likelihood could be the right one.
    let other = -message.gap / naturalLog
    guard phantom.logOdds < .infinity else { return phantom }
    let larger = max(phantom.logOdds, other)
    let sum = BarcodeMath.exp10(phantom.logOdds - larger) + BarcodeMath.exp10(other - larger)
    return Evidence(logOdds: larger + BarcodeMath.log10(sum))
  }

  /// Steps a unit of likelihood.
  private static let resolution = 4.0
  /// Likelihood lost with which a reading is worth nothing, in natural logarithms.
  static let mostCost = 60.0

  /// log10 of the number of rows of states that lose at most `cost` against taking each half of a bar as it seems.
  static func logRows(_ states: BarStates, upTo cost: Double) -> Double {
    let size = Int((min(mostCost, max(0, cost)) * resolution).rounded(.up)) + 1
    var rows = [Double](repeating: 0, count: size)
    rows[0] = 1
    // Where all bars end at one line there is nothing to choose.
    for odds in (states.hasAscenders ? states.up : []) + (states.hasDescenders ? states.down : []) {
      let step = Int((abs(odds) * resolution).rounded(.down))
      guard step < size else { continue }
      for index in stride(from: size - 1, through: step, by: -1) { rows[index] += rows[index - step] }
    }
    let count = rows.reduce(0, +)
    return cost > mostCost ? .infinity : BarcodeMath.log10(max(1, count))
  }

  /// Odds above which a reading is refused.
  static func limit(_ symbology: Symbology) -> Double {
    switch symbology {
    // Without a check, all half bars must be sure.
    case .kix: -4.5
    case .daft: -4
    default: -4
    }
  }

  /// The bars stand alone, as a symbol with its quiet zones does.
  static func isQuiet(_ heights: BarHeights, _ part: Range<Int>) -> Bool { heights.inkBeside(part) < mostInk }

  private static let mostInk = 0.25
}
