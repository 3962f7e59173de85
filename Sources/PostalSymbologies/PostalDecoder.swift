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
  ///   - isPart: The row goes on beyond a gap.
  ///   - refused: Called with readings that are not sure enough.
  func decode(
    _ heights: BarHeights, isUpright: Bool, isPart: Bool, refused: (PostalMessage, Evidence) -> Void
  ) -> Reading? {
    let states = heights.states
    guard states.hasAscenders || states.hasDescenders, states.isClear, !states.isPeriodic else { return nil }
    var tried = 0
    for isStray in [false, true] {
      var best: Reading?
      for part in isStray ? PostalDecoder.strayParts(heights.parts) : heights.parts {
        tried += 1
        for isTurned in [false, true] {
          let row = isTurned ? states.part(part).turned : states.part(part)
          // What has no check and no ends of its own is read alone and whole.
          let isWhole = !isStray && !isPart && PostalEvidence.isQuiet(heights, part)
          for message in messages(row, isUpright: isUpright != isTurned, isWhole: isWhole) {
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
      if best != nil { return best }
    }
    return nil
  }

  /// The parts without a bar at either end, which may be a mark beside the symbol.
  private static func strayParts(_ parts: [Range<Int>]) -> [Range<Int>] {
    parts.flatMap { [$0.dropFirst(), $0.dropLast()] }.filter { $0.count >= 20 }.map { $0.lowerBound..<$0.upperBound }
  }

  private func messages(_ row: BarStates, isUpright: Bool, isWhole: Bool) -> [PostalMessage] {
    var found: [PostalMessage?] = []
    for symbology in [Symbology.postnet, .planet] where enabled.contains(symbology) {
      found.append(HeightCode.decode(row, symbology, options.postal))
    }
    if row.isFourState {
      if enabled.contains(.imb) { found.append(IntelligentMailCode.decode(row)) }
      if enabled.contains(.mailmark) { found.append(MailmarkCode.decode(row)) }
      if enabled.contains(.ausPost) { found.append(AustraliaPostCode.decode(row, options.postal)) }
      if enabled.contains(.japanPost) { found.append(JapanPostCode.decode(row)) }
      if enabled.contains(.rm4scc) { found.append(RoyalMailCode.decodeRM4SCC(row)) }
      let isKIXWay = isUpright == (options.postal.kixOrientation == .upright)
      if isWhole, isUpright, enabled.contains(.daft) { found.append(RawStates.decode(row)) }
      if isWhole, isKIXWay, enabled.contains(.kix) { found.append(RoyalMailCode.decodeKIX(row)) }
    }
    return found.compactMap { $0 }
  }
}
