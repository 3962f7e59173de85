import BarcodeCore

/// How sure a reading is, and how sure it must be.
enum PostalEvidence {
  private static let naturalLog = 2.302585

  /// log10 of the odds that even bars at one pitch with two or four sharp heights are no postal symbol at all.
  private static let rowChance = -1.0
  /// Rows are tried in two directions, with and without stray bars, by several symbologies.
  private static let trials = 8

  /// Likelihood lost a bar at which nothing speaks for the structure any more, in natural logarithms.
  private static let costPerBar = 1.2

  static func judge(_ message: PostalMessage, bars: Int, stray: Int, _ heights: BarHeights) -> Evidence {
    // Where bars had to be taken for what they hardly are, the structure says less.
    let share = max(0, 1 - message.cost / (costPerBar * Double(bars)))
    var phantom = Evidence(logOdds: message.chance * share * share + rowChance)
    phantom.add(trials: trials * (1 + 2 * stray))
    phantom.logOdds += message.cost / naturalLog / 4
    // Another message of almost the same likelihood could be the right one.
    let other = -message.gap / naturalLog
    let larger = max(phantom.logOdds, other)
    return Evidence(
      logOdds: larger
        + BarcodeMath.log10(BarcodeMath.exp10(phantom.logOdds - larger) + BarcodeMath.exp10(other - larger)))
  }

  /// Odds above which a reading is refused.
  static func limit(_ symbology: Symbology) -> Double {
    switch symbology {
    // Without a check, all half bars must be sure.
    case .kix: -3.5
    case .daft: -2.5
    default: -3
    }
  }

  /// The row stands alone, as a symbol with its quiet zones does.
  static func isQuiet(_ heights: BarHeights) -> Bool {
    heights.inkBefore < mostInk && heights.inkAfter < mostInk
  }

  private static let mostInk = 0.25
}
