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

  /// Marks beside a symbol that look like a bar are left off, this many at either end.
  private static let mostStray = 1

  func decode(_ heights: BarHeights, isUpright: Bool) -> Reading? {
    let states = heights.states
    guard states.hasAscenders || states.hasDescenders, states.count <= 140 else { return nil }
    var best: Reading?
    for stray in 0...PostalDecoder.mostStray {
      for left in 0...stray {
        let range = left..<(states.count - (stray - left))
        guard range.count >= 20 else { continue }
        let part = states.part(range)
        for isTurned in [false, true] {
          let row = isTurned ? part.turned : part
          for message in messages(row, isUpright: isUpright != isTurned, stray: stray, heights) {
            let reading = judge(message, range, isTurned, stray, heights)
            if reading.evidence.logOdds < PostalEvidence.limit(message.symbology),
              best.map({ reading.evidence.logOdds < $0.evidence.logOdds }) ?? true
            {
              best = reading
            }
          }
        }
      }
      if best != nil { return best }
    }
    return best
  }

  private func messages(
    _ row: BarStates, isUpright: Bool, stray: Int, _ heights: BarHeights
  ) -> [PostalMessage] {
    var found: [PostalMessage?] = []
    for symbology in [Symbology.postnet, .planet] where enabled.contains(symbology) {
      found.append(HeightCode.decode(row, symbology))
    }
    if row.isFourState {
      if enabled.contains(.imb) { found.append(IntelligentMailCode.decode(row)) }
      if enabled.contains(.mailmark) { found.append(MailmarkCode.decode(row)) }
      if enabled.contains(.ausPost) { found.append(AustraliaPostCode.decode(row, options.postal)) }
      if enabled.contains(.japanPost) { found.append(JapanPostCode.decode(row)) }
      if enabled.contains(.rm4scc) { found.append(RoyalMailCode.decodeRM4SCC(row)) }
      // What has no check and no ends of its own is read alone, whole, and in its orientation.
      let isKIXWay = isUpright == (options.postal.kixOrientation == .upright)
      if stray == 0, isUpright, enabled.contains(.daft) { found.append(RawStates.decode(row)) }
      if stray == 0, isKIXWay, enabled.contains(.kix), PostalEvidence.isQuiet(heights) {
        found.append(RoyalMailCode.decodeKIX(row))
      }
    }
    return found.compactMap { $0 }
  }

  private func judge(
    _ message: PostalMessage, _ range: Range<Int>, _ isTurned: Bool, _ stray: Int, _ heights: BarHeights
  ) -> Reading {
    Reading(
      message: message, bars: range, isTurned: isTurned,
      evidence: PostalEvidence.judge(message, bars: range.count, stray: stray, heights))
  }
}
