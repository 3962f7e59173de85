import BarcodeCore

/// The corrected data codewords of a symbol and what the correction says about them.
package struct QRCodewords: Sendable {
  package let format: QRFormat
  /// Data codewords of all blocks in the order of the message.
  package let data: [UInt8]
  /// Codewords that were changed.
  package let corrected: Int
  /// Share of the capacity left unused in the block that needed most, from 0 to 1.
  package let unused: Double
  /// log10 of the odds that a random grid would have been corrected.
  package let logOdds: Double
}

/// Turns what was seen of the modules into corrected codewords.
package struct QRCodewordReader: Sendable {
  package let template: QRTemplate
  /// Of model 1, not 2.
  private let isModelOne: Bool
  /// Sets of erasures tried for a block, the empty one included.
  package let erasureSets: Int

  package init(template: QRTemplate, erasureSets: Int, isModelOne: Bool = false) {
    self.template = template
    self.erasureSets = erasureSets
    self.isModelOne = isModelOne
  }

  /// The formats by their agreement with the format information of the grid, the best first, with the agreement from
  /// -1 to 1.
  package func formats(_ soft: [Float]) -> [(data: Int, agreement: Float)] {
    let places = template.formatPlaces
    let sequences = isModelOne ? QRModelOne.formatSequences : QRFormat.sequences
    return sequences.enumerated().map { data, sequence in
      let first = bchAgreement(soft, places[0], sequence)
      let second = bchAgreement(soft, places[1], sequence)
      // One copy may be covered or torn off; then the other one alone decides.
      return (data, max((first + second) / 2, max(first, second) - Self.singleCopyPenalty))
    }.sorted { $0.agreement != $1.agreement ? $0.agreement > $1.agreement : $0.data < $1.data }
  }

  /// By how much one copy of the format information must agree better than the mean of both to count alone.
  private static let singleCopyPenalty: Float = 0.15

  /// Corrected codewords under one format, or nil when a block cannot be corrected. The grid must have the template's
  /// dimension.
  package func read(_ soft: [Float], format: QRFormat) -> QRCodewords? {
    let path = isModelOne ? QRModelOne.path(dimension: template.dimension) : template.path
    let count = path.count / 8
    let number = template.version.number
    guard
      let blocks = isModelOne
        ? QRModelOne.blocks(version: number, level: format.level, codewordCount: count)
        : template.version.blocks(format.level)
    else { return nil }
    let (codewords, trust) = assemble(soft, path, mask: format.mask)
    let check = blocks.correctionPerBlock
    var data: [UInt8] = []
    data.reserveCapacity(blocks.dataCount)
    var corrected = 0
    var unused = 1.0
    var logOdds = 0.0
    for block in 0..<blocks.blockCount {
      let dataCount = blocks.shortData + (block >= blocks.shortBlocks ? 1 : 0)
      let indices = places(of: block, blocks, dataCount)
      var word = indices.map { Int(codewords[$0]) }
      guard let result = correct(&word, indices.map { trust[$0] }, check) else { return nil }
      corrected += result.correction.changed
      unused = min(unused, 1 - Double(result.correction.used) / Double(check))
      logOdds += result.logOdds
      for i in 0..<dataCount { data.append(UInt8(truncatingIfNeeded: word[i])) }
    }
    return QRCodewords(format: format, data: data, corrected: corrected, unused: max(0, unused), logOdds: logOdds)
  }

  /// Places of a block's codewords in the order of the symbol.
  private func places(of block: Int, _ blocks: QRBlocks, _ dataCount: Int) -> [Int] {
    let check = blocks.correctionPerBlock
    let firstCheck = blocks.dataCount
    if isModelOne {
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

  /// Codewords in the order of the symbol, with the trust in each: the clearness of its least clear module.
  private func assemble(_ soft: [Float], _ path: [Int32], mask: Int) -> (codewords: [UInt8], trust: [Float]) {
    let count = path.count / 8
    var codewords = [UInt8](repeating: 0, count: count)
    var trust = [Float](repeating: 0, count: count)
    let n = template.dimension
    for c in 0..<count {
      var value: UInt8 = 0
      var least: Float = .greatestFiniteMagnitude
      for bit in 0..<8 {
        let place = Int(path[c &* 8 &+ bit])
        let seen = soft[place]
        let dark = (seen > 0) != QRMask.reverses(mask, x: place % n, y: place / n)
        value = value << 1 | (dark ? 1 : 0)
        least = min(least, abs(seen))
      }
      codewords[c] = value
      trust[c] = least
    }
    // The first four modules of model 1 hold no data and count as 0.
    if isModelOne, count > 0 { codewords[0] &= 0x0F }
    return (codewords, trust)
  }

  /// Corrects a block: first as it is, then with the least trusted codewords as erasures, more of them each time.
  private func correct(
    _ word: inout [Int], _ trust: [Float], _ check: Int
  ) -> (correction: ReedSolomon.Correction, logOdds: Double)? {
    var tried = 0
    var order: [Int] = []
    for set in 0..<max(1, erasureSets) {
      let count = set * max(2, check / Self.erasureSteps / 2 * 2)
      // Two check codewords stay unused, or nothing would speak for the result.
      if set > 0 && count > check - 2 { return nil }
      if set == 1 { order = word.indices.sorted { trust[$0] != trust[$1] ? trust[$0] < trust[$1] : $0 < $1 } }
      tried += 1
      let erasures = set == 0 ? [] : Array(order[0..<min(count, order.count)])
      if let correction = Self.code.correct(&word, checkCount: check, erasures: erasures) {
        let chance = ReedSolomon.logOddsOfChance(
          fieldSize: 256, length: word.count, checkCount: check, errors: correction.errors,
          erasures: correction.erasures)
        return (correction, chance + BarcodeMath.log10(Double(tried)))
      }
    }
    return nil
  }

  /// Into how many steps the number of erasures is divided.
  private static let erasureSteps = 6
  private static let code = ReedSolomon(field: .qr256, firstRoot: 0)
}
