import BarcodeCore

extension LinearEvidence {
  /// What agreeing lines are worth, one after the other: they share blur and damage, so that further ones count less.
  private static let lineWeights = [0.0, 1.0, 0.7, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2]
  /// A line that no other confirms may have crossed anything.
  private static let singleLine = 1.5
  /// Structures whose odds are above this fit some texture or part of a symbol on two lines.
  private static let weakStructure = -3.0
  private static let fewLines = 0.8
  /// A line that reads something else at the same place.
  private static let contradiction = 1.2

  /// Quiet zones of fewer modules are hardly wider than the spaces of symbols; what they cost.
  static let scantQuiet: Float = 1.8
  static let scant = 2.0

  /// Judges symbols of narrow and wide elements, whose matcher knows the odds of their structure.
  static func judge(_ hit: LineHit, structure: Double, lines: Int, against: Int) -> Evidence {
    var e = Evidence(logOdds: structure)
    for k in 0..<Swift.min(lines, lineWeights.count) { e.logOdds -= lineWeights[k] }
    if lines < 2 { e.logOdds += singleLine }
    if lines < 3, structure > weakStructure { e.logOdds += fewLines }
    e.logOdds += Double(against) * contradiction
    // Clean prints deviate by 0.002 to 0.006; where there are no two widths at all it is 0.08.
    e.logOdds += Swift.max(-1, Swift.min(1.2, (Double(hit.cost) - 0.015) * 80))
    let quiet = Swift.min(hit.quietBefore, hit.quietAfter)
    e.logOdds += quiet >= 9 ? -0.6 : quiet >= 6 ? -0.3 : quiet >= 4 ? 0.1 : quiet >= scantQuiet ? 0.6 : scant
    return e
  }
}
