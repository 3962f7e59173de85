import BarcodeCore

/// Reads codewords off a grid of soft modules.
enum QRCodewordBits {
  /// Codewords in the order of the symbol, with the trust in each: the clearness of its least clear module.
  ///
  /// - Parameters:
  ///   - path: Index (`y * columns + x`) of each data module in the order of the bits.
  ///   - mask: One of `QRMask`.
  ///   - shortCodeword: The index of a codeword of four bits, if there is one; they are its upper four.
  static func assemble(
    _ soft: [Float], _ path: [Int32], columns: Int, mask: Int, shortCodeword: Int? = nil
  ) -> (codewords: [UInt8], trust: [Float]) {
    let count = (path.count + (shortCodeword == nil ? 0 : 4)) / 8
    var codewords = [UInt8](repeating: 0, count: count)
    var trust = [Float](repeating: 0, count: count)
    var next = 0
    for c in 0..<count {
      var value: UInt8 = 0
      var least: Float = .greatestFiniteMagnitude
      for _ in 0..<(c == shortCodeword ? 4 : 8) {
        let place = Int(path[next])
        next &+= 1
        let seen = soft[place]
        let dark = (seen > 0) != QRMask.reverses(mask, x: place % columns, y: place / columns)
        value = value << 1 | (dark ? 1 : 0)
        least = min(least, abs(seen))
      }
      codewords[c] = c == shortCodeword ? value << 4 : value
      trust[c] = least
    }
    return (codewords, trust)
  }
}

/// Corrects the codewords of a symbol block by block.
struct QRBlockCorrector {
  let blocks: QRBlocks
  /// Sets of erasures tried for a block, the empty one included.
  let erasureSets: Int
  /// Whether the codewords of the blocks alternate.
  var isInterleaved = true
  /// Check codewords that must stay unused, as the standard asks of small symbols.
  var protection = 0
  /// Places of codewords, in each block, whose value is not known.
  var unknown: [Int] = []

  struct Result {
    var data: [UInt8] = []
    /// Codewords that were changed.
    var corrected = 0
    /// Share of the capacity left unused in the block that needed most, from 0 to 1.
    var unused = 1.0
    /// log10 of the odds that random codewords would have been corrected.
    var logOdds = 0.0
  }

  /// The data codewords in the order of the message, or nil when a block cannot be corrected.
  func correct(_ codewords: [UInt8], _ trust: [Float]) -> Result? {
    guard codewords.count >= blocks.dataCount + blocks.blockCount * blocks.correctionPerBlock else { return nil }
    let check = blocks.correctionPerBlock
    var out = Result()
    out.data.reserveCapacity(blocks.dataCount)
    for block in 0..<blocks.blockCount {
      let dataCount = blocks.shortData + (block >= blocks.shortBlocks ? 1 : 0)
      let indices = places(of: block, dataCount)
      var word = indices.map { Int(codewords[$0]) }
      guard let result = correct(&word, indices.map { trust[$0] }) else { return nil }
      out.corrected += result.correction.changed
      out.unused = max(0, min(out.unused, 1 - Double(result.correction.used) / Double(check)))
      out.logOdds += result.logOdds
      for i in 0..<dataCount { out.data.append(UInt8(truncatingIfNeeded: word[i])) }
    }
    return out
  }

  /// Places of a block's codewords in the order of the symbol.
  private func places(of block: Int, _ dataCount: Int) -> [Int] {
    let check = blocks.correctionPerBlock
    let firstCheck = blocks.dataCount
    if !isInterleaved {
      return (0..<dataCount).map { block * dataCount + $0 } + (0..<check).map { firstCheck + block * check + $0 }
    }
    var out: [Int] = []
    out.reserveCapacity(dataCount + check)
    for i in 0..<dataCount {
      // The last data codeword of the long blocks follows after all full columns.
      out.append(
        i < blocks.shortData
          ? i * blocks.blockCount + block : blocks.shortData * blocks.blockCount + block - blocks.shortBlocks)
    }
    for i in 0..<check { out.append(firstCheck + i * blocks.blockCount + block) }
    return out
  }

  /// Corrects a block: first as it is, then with the least trusted codewords as erasures, more of them each time.
  private func correct(_ word: inout [Int], _ trust: [Float]) -> (correction: ReedSolomon.Correction, logOdds: Double)?
  {
    let check = blocks.correctionPerBlock
    var tried = 0
    var order: [Int] = []
    for set in 0..<max(1, erasureSets) {
      let count = set * max(2, check / Self.erasureSteps / 2 * 2)
      // Two check codewords stay unused, or nothing would speak for the result.
      if set > 0 && count > check - max(2, protection) - unknown.count { return nil }
      if set == 1 { order = word.indices.sorted { trust[$0] != trust[$1] ? trust[$0] < trust[$1] : $0 < $1 } }
      tried += 1
      let erasures = unknown + (set == 0 ? [] : order[0..<min(count, order.count)])
      var corrected = word
      if let correction = Self.code.correct(&corrected, checkCount: check, erasures: erasures),
        correction.used == 0 || correction.used + protection <= check
      {
        let chance = ReedSolomon.logOddsOfChance(
          fieldSize: 256, length: word.count, checkCount: check, errors: correction.errors,
          erasures: correction.erasures)
        word = corrected
        return (correction, chance + BarcodeMath.log10(Double(tried)))
      }
    }
    return nil
  }

  /// Into how many steps the number of erasures is divided.
  private static let erasureSteps = 6
  private static let code = ReedSolomon(field: .qr256, firstRoot: 0)
}
