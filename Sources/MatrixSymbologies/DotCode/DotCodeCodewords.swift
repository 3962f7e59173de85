import BarcodeCore

/// The codewords of a DotCode symbol, corrected and unmasked.
struct DotCodeCodewords {
  let data: [Int]
  let mask: Int
  let correctedErrors: Int
  /// Share of the check codewords left unused.
  let unused: Double
  /// log10 of the odds that chance would have been accepted, too.
  let logOdds: Double

  /// Factors of the four masks.
  private static let maskFactors = [0, 3, 7, 17]
  /// Elements of a block at the most.
  private static let blockSize = 112
  /// log10 of the share of patterns of nine dots that are codewords.
  private static let patternLogOdds = -0.656

  private static let values: [Int16] = {
    var values = [Int16](repeating: -1, count: 512)
    for (value, pattern) in patterns.enumerated() { values[Int(pattern)] = Int16(value) }
    return values
  }()

  /// - Parameter soft: Places row by row, a dot positive.
  init?(_ soft: [Float], _ layout: DotCodeLayout) {
    let count = layout.dataCount + layout.checkCount
    guard layout.dataCount > 0, soft.count == layout.columns * layout.rows else { return nil }
    let bits = layout.bitPlaces().map { soft[$0] }
    mask = (bits[0] > 0 ? 2 : 0) + (bits[1] > 0 ? 1 : 0)
    // The mask is the first element of the protected sequence.
    var words = [mask]
    var trust = [min(abs(bits[0]), abs(bits[1]))]
    var fitting = 0
    for word in 0..<count {
      let dots = bits[2 + 9 * word..<11 + 9 * word]
      // Five of the nine are dots: the darkest ones.
      let order = dots.indices.sorted { dots[$0] > dots[$1] }
      var pattern = 0
      for place in order.prefix(5) { pattern |= 1 << (8 - (place - dots.startIndex)) }
      let value = Self.values[pattern]
      words.append(max(0, Int(value)))
      trust.append(value < 0 ? -1 : dots[order[4]] - dots[order[5]])
      if dots.count(where: { $0 > 0 }) == 5, value >= 0 { fitting += 1 }
    }
    guard fitting * 2 >= count, let result = Self.corrected(words, trust, data: layout.dataCount + 1) else {
      return nil
    }
    let factor = Self.maskFactors[mask]
    guard result.words[0] == mask else { return nil }
    data = (0..<layout.dataCount).map { index in
      let value = (result.words[index + 1] - index * factor) % 113
      return value < 0 ? value + 113 : value
    }
    correctedErrors = result.changed
    unused = 1 - Double(result.used) / Double(layout.checkCount)
    // Patterns that fit are evidence, too: so many of all would fit by chance.
    logOdds = result.logOdds + Self.patternLogOdds * Double(max(0, 2 * fitting - count))
  }

  /// Corrects the interleaved blocks; `data` counts the mask.
  private static func corrected(
    _ words: [Int], _ trust: [Float], data: Int
  ) -> (words: [Int], changed: Int, used: Int, logOdds: Double)? {
    let total = words.count
    let step = (total + blockSize - 1) / blockSize
    let ladder = ErasureLadder(code: ReedSolomon(field: .gf113, firstRoot: 1), shares: [0, 0.35, 0.7])
    var words = words
    var changed = 0
    var used = 0
    var odds = 0.0
    for start in 0..<step {
      let dataCount = (data - start + step - 1) / step
      let blockCount = (total - start + step - 1) / step
      // Data and check codewords of a block are each so many apart.
      let indices =
        (0..<dataCount).map { start + $0 * step } + (0..<blockCount - dataCount).map { start + (dataCount + $0) * step }
      guard let last = indices.last, last < total,
        let block = ladder.correct(
          indices.map { words[$0] }, trust: indices.map { trust[$0] }, checkCount: blockCount - dataCount)
      else { return nil }
      for (k, index) in indices.enumerated() { words[index] = block.codewords[k] }
      changed += block.correction.changed
      used += block.correction.used
      odds += block.logOdds
    }
    return (words, changed, used, odds)
  }
}
