import BarcodeCore

/// How much speaks for a linear read, and how much must.
enum LinearEvidence {
  /// log10 of the odds that a chance fit of one line is wrong, from the symbology's structure, number sets and check
  /// characters. UPC-E and EAN-8 have the least.
  private static func structure(_ hit: LineHit) -> Double {
    switch hit.symbology {
    case .ean13: return -3.6
    case .ean8: return -2.2
    case .upcE: return -1.8
    // Number sets alone speak for them: a blurred GS1 DataBar Limited looks like two digits on all of its lines, so that
    // only clear prints reach the limit.
    case .ean5: return -3.2
    case .ean2: return -0.8
    case .code128: return -2.6 - 0.25 * Double(Swift.min(hit.codes.count - 3, 6))
    case .dataBarOmni, .dataBarStacked, .dataBarLimited: return -3.6
    case .code93: return -3 - 0.25 * Double(Swift.min(hit.codes.count - 4, 6))
    // Two more characters with a finder pattern of a known place each.
    case .dataBarExpanded, .dataBarExpandedStacked: return -3 - 0.1 * Double(Swift.min(hit.codes.count, 16))
    default: return -1.5
    }
  }

  /// Symbologies so short that parts of other symbols may look like them.
  private static func isWeak(_ symbology: Symbology) -> Bool {
    [.ean8, .upcE, .ean5, .ean2].contains(symbology)
  }

  /// Odds above which a read is refused. `Scripts/fit-evidence` shows what they separate: below -4.4 to -4.6 there were
  /// no wrong reads and no phantoms among drawn symbols from easy to hopeless and pictures without any, and nearly all
  /// right reads, of which few lie between -3 and the limits.
  static func limit(_ symbology: Symbology) -> Double {
    switch symbology {
    case .ean13, .code128, .dataBarExpanded, .dataBarExpandedStacked: return -4.4
    // Its characters are four times the same two pairs of elements, which a shift by a pair turns into others.
    case .msi: return -4.9
    // Alone, add-ons look like threads of fabric and strokes of letters.
    case .ean5: return -6
    case .ean2: return -5.6
    default: return -4.6
    }
  }

  /// Lines of a symbol that read nothing, from which a line that is alone is rather a damaged one than the only whole one.
  private static let mostVain = 6

  /// Modules by which the outermost lines that agree are apart: strokes of letters are high up to about eight times
  /// their width, bars mostly more.
  static func leastHeight(_ symbology: Symbology) -> Double {
    switch symbology {
    case .pharmacode: return 6
    case .ean2, .ean5: return 10
    default: return 0
    }
  }

  /// `lines` independent lines agree, `against` others read something else at the same place, `vain` ones nothing.
  static func judge(_ hit: LineHit, lines: Int, against: Int, vain: Int = 0) -> Evidence {
    if let structure = hit.structure { return judge(hit, structure: structure, lines: lines, against: against) }
    var e = Evidence(logOdds: structure(hit))
    // Lines share blur and damage, so that further ones count less and less.
    let weights = [0.0, 1.0, 0.7, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2]
    for k in 0..<Swift.min(lines, weights.count) { e.logOdds -= weights[k] }
    // A line that no other confirms; all 59 elements of an EAN-13 do not fit by chance.
    if lines < 2, hit.symbology != .ean13 || vain >= mostVain { e.logOdds += 1.2 }
    e.logOdds += Double(against) * 1.2
    // 0.05 square modules a character is what a clean print has; 0.15 is near to the next pattern.
    // Weak structures must be clean: blurred symbols of other kinds fit them half-way on all lines alike.
    if isWeak(hit.symbology) {
      let best = hit.symbology.info.family == .retailAddOn ? -1.8 : -1.0
      e.logOdds += Swift.max(best, Double(hit.cost - 0.06) * 30)
    } else {
      e.logOdds += Swift.max(-1.0, Swift.min(0.8, Double(hit.cost - 0.1) * 10))
    }
    // GS1 DataBar has no quiet zone.
    if DataBarMatcher.symbologies.contains(hit.symbology) { return e }
    let quiet = Swift.min(hit.quietBefore, hit.quietAfter)
    let isRetail = hit.symbology.info.family == .retail
    e.logOdds += quiet >= 6 ? -0.6 : quiet >= 4 ? -0.2 : quiet >= scantQuiet || isRetail ? 0.5 : scant
    return e
  }

  /// What agreeing lines say of an add-on, whose digits have a number set each, and no other check.
  static func addOn(digits: Int, lines: Int) -> Evidence {
    Evidence(logOdds: (digits == 5 ? -3 : -2) - 0.5 * Double(lines - 1))
  }

  /// What undoing blur costs: several strengths are tried, what blur has swallowed may come back as something else on
  /// all lines alike, and then fits less well.
  static func deblurred(_ hit: LineHit) -> Double {
    hit.structure == nil ? 1.5 + Swift.max(0, Double(hit.cost) - 0.06) * 15 : 1
  }

  /// What comparing characters on a line that seems to recede costs: where blur hides elements, their widths tell little,
  /// and another pitch along the line makes other characters fit.
  static let receding = 2.0

  /// Fewest lines whose digits alone are those of all lines together.
  static func fewestLines(_ symbology: Symbology) -> Int { symbology == .ean13 ? 2 : 3 }

  /// A comparison with blurred digits always finds some that fit, so only what the next best digits cost more counts,
  /// and whether the best digits are valid without being made so.
  static func judge(_ v: TemplateReader.Verdict) -> Evidence {
    let weak = isWeak(v.symbology)
    var e = Evidence(logOdds: v.symbology == .ean13 ? -2 : -1)
    // Errors of neighbouring samples are alike, so that the likelihood says more than is true: a quarter counts.
    e.logOdds -= Double(Swift.min(v.gap, 48)) * 0.1
    // Lines of one blurred symbol are alike, too.
    e.logOdds -= Double(Swift.min(v.agree, 4) - 1) * (weak ? 0.3 : 0.6)
    e.logOdds += Double(v.excess) * (weak ? 2 : 0.5)
    e.logOdds += Double(v.lines - v.agree) * 0.5
    e.logOdds += Swift.max(0, Double(v.residual) - (weak ? 0.08 : 0.12)) * (weak ? 30 : 10)
    // The strongest blur of the bank leaves so little of narrow elements that everything fits.
    if v.sigma > 1 { e.logOdds += weak ? 4 : 2 }
    return e
  }

  /// What comparing lines with blurred characters says: the check characters held, and how much dearer is what else
  /// would be valid.
  static func judge(
    _ a: ProfileSolver.Answer, agree: Int, lines: Int, residual: Float, sigma: Double
  ) -> Evidence {
    // Start, stop and check character of a chance fit, less what choosing length and blur is worth.
    var e = Evidence(logOdds: -1.5)
    e.logOdds -= Double(Swift.min(a.gap, 48)) * 0.1
    e.logOdds -= Double(Swift.min(agree, 4) - 1) * 0.6
    e.logOdds += Double(a.excess) * 0.5
    e.logOdds += Double(lines - agree) * 0.5
    e.logOdds += Swift.max(0, Double(residual) - 0.06) * 20
    if agree < 2 { e.logOdds += 2 }
    if sigma > 1.1 { e.logOdds += 2 }
    return e
  }

  /// What searching lines for whole symbols says.
  ///
  /// - Parameters:
  ///   - agree: Lines that alone say the same.
  ///   - lines: Lines on which anything was seen.
  ///   - residual: Share of the variance that the symbol leaves unexplained.
  ///   - rival: The same for the best other symbol that was seen.
  static func judge(
    _ v: SymbolVerdict, agree: Int, lines: Int, residual: Double, rival: Double
  ) -> Evidence {
    var e = Evidence(logOdds: -1)
    e.logOdds -= Double(Swift.min(v.gap, 60)) * 0.1
    e.logOdds -= Double(Swift.min(agree, 4) - 1) * 0.6
    e.logOdds += Double(v.excess) * 0.5
    e.logOdds += Double(lines - agree) * 0.5
    e.logOdds += Swift.max(0, residual - 0.01) * 60
    if rival < 2 * Swift.max(residual, 0.002) { e.logOdds += 3 }
    return e
  }
}
