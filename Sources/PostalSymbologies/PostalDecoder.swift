import BarcodeCore

/// Tries the enabled symbologies on a row of bars, in both directions.
struct PostalDecoder {
  let options: ReaderOptions
  let enabled: SymbologySet

  struct Reading {
    var message: PostalMessage
    /// Bars of the row that make the symbol, in the row's own order.
    var bars: Range<Int>
    var isTurned: Bool
    var evidence: Evidence
  }

  /// - Parameters:
  ///   - beyond: What lies beyond a gap in the row; nothing, where the row has none.
  ///   - refused: Called with readings that are not sure enough.
  func decode(
    _ heights: BarHeights, isUpright: Bool, beyond: Surroundings, refused: (PostalMessage, Evidence) -> Void
  ) -> Reading? {
    let states = heights.states
    guard states.hasAscenders || states.hasDescenders, states.isClear, !states.isPeriodic else { return nil }
    var tried = 0
    for isStray in [false, true] {
      var best: Reading?
      for whole in heights.parts {
        let isAlone =
          beyond != .bars && PostalEvidence.isQuiet(heights, whole) && !heights.isCutByGlare(whole)
        let isMarked = isStray || beyond == .mark || heights.hasBars(outside: whole)
        for part in isStray ? PostalDecoder.strayParts(whole) : [whole] {
          tried += 1
          let surroundings: Surroundings = !isAlone ? .bars : isMarked ? .mark : .quiet
          for isTurned in [false, true] {
            let row = isTurned ? states.part(part).turned : states.part(part)
            let found = messages(row, isUpright: isUpright != isTurned, surroundings)
            for message in found {
              let evidence = PostalEvidence.judge(message, row, trials: tried)
              guard evidence.logOdds < PostalEvidence.limit(message.symbology) else {
                refused(message, evidence)
                continue
              }
              if best.map({ evidence.logOdds < $0.evidence.logOdds }) ?? true {
                best = Reading(message: message, bars: part, isTurned: isTurned, evidence: evidence)
              }
            }
          }
        }
      }
      if best != nil { return best }
    }
    return nil
  }

  /// What lies beside the bars. A part of a longer row may be valid where the check is short; where there is none, the
  /// symbol has to stand alone.
  enum Surroundings {
    case quiet
    /// A mark, or something else beyond a gap.
    case mark
    /// Further bars, or glare that may hide some.
    case bars
  }

  /// Bars of the shortest symbol.
  private static let leastBars = 20

  /// The part without a bar at either end or at both, which may be marks beside the symbol.
  private static func strayParts(_ part: Range<Int>) -> [Range<Int>] {
    guard part.count > leastBars else { return [] }
    return [
      part.lowerBound + 1..<part.upperBound, part.lowerBound..<part.upperBound - 1,
      part.lowerBound + 1..<part.upperBound - 1,
    ]
  }

  private func messages(_ row: BarStates, isUpright: Bool, _ surroundings: Surroundings) -> [PostalMessage] {
    var found: [PostalMessage?] = []
    if row.isFourState {
      if enabled.contains(.imb) { found.append(IntelligentMailCode.decode(row)) }
      if enabled.contains(.mailmark) { found.append(MailmarkCode.decode(row)) }
      if enabled.contains(.ausPost) { found.append(AustraliaPostCode.decode(row, options.postal)) }
      if enabled.contains(.upu) { found.append(UPUCode.decode(row)) }
      if enabled.contains(.canadaPost) { found.append(PostBarCode.decode(row)) }
    }
    if surroundings != .bars {
      for symbology in [Symbology.postnet, .planet] where enabled.contains(symbology) {
        found.append(HeightCode.decode(row, symbology, options.postal))
      }
      if row.isFourState {
        if enabled.contains(.japanPost) { found.append(JapanPostCode.decode(row)) }
        if enabled.contains(.rm4scc) { found.append(RoyalMailCode.decodeRM4SCC(row)) }
      }
    }
    if surroundings == .quiet, row.isFourState {
      let isKIXWay = isUpright == (options.postal.kixOrientation == .upright)
      if isUpright, enabled.contains(.daft) { found.append(RawStates.decode(row)) }
      if isKIXWay, enabled.contains(.kix) { found.append(RoyalMailCode.decodeKIX(row)) }
    }
    return found.compactMap { $0 }
  }
}
