import BarcodeCore

/// The codewords of an Aztec Code symbol, corrected.
struct AztecMessage {
  /// Data bits without the stuffed ones.
  let bits: [Bool]
  let correction: ReedSolomon.Correction
  let checkCount: Int
  /// log10 of the odds that chance would have been corrected, too.
  let logOdds: Double

  /// Reads the modules of a symbol, top left first.
  init?(_ grid: ModuleGrid, _ mode: AztecMode, places: [Int]) {
    let layout = mode.layout
    let size = layout.wordSize
    let offset = layout.bitCount % size
    let count = layout.wordCount
    let checks = count - mode.dataCount
    guard checks > 0, mode.dataCount > 0 else { return nil }
    var words = [Int](repeating: 0, count: count)
    var trust = [Float](repeating: 0, count: count)
    for word in 0..<count {
      var least = Float.infinity
      var value = 0
      for k in 0..<size {
        let soft = grid.soft[places[offset + word * size + k]]
        value = value << 1 | (soft > 0 ? 1 : 0)
        least = min(least, abs(soft))
      }
      words[word] = value
      trust[word] = least
    }
    let full = 1 << size - 1
    // Stuffing keeps data codewords from being all zeros or all ones.
    for word in 0..<mode.dataCount where words[word] == 0 || words[word] == full { trust[word] = -1 }
    let ladder = ErasureLadder(code: ReedSolomon(field: layout.field, firstRoot: 1))
    let result = ladder.correct(words, trust: trust, checkCount: checks) { corrected in
      !corrected.prefix(mode.dataCount).contains { $0 == 0 || $0 == full }
    }
    guard let result else { return nil }
    bits = Self.unstuffed(result.codewords.prefix(mode.dataCount), size: size)
    correction = result.correction
    checkCount = checks
    logOdds = result.logOdds
  }

  private static func unstuffed(_ words: ArraySlice<Int>, size: Int) -> [Bool] {
    var bits: [Bool] = []
    bits.reserveCapacity(words.count * size)
    let full = 1 << size - 1
    for word in words {
      // After equal bits the last one is stuffed.
      let last = word == 1 || word == full - 1 ? 1 : 0
      for k in stride(from: size - 1, through: last, by: -1) { bits.append(word >> k & 1 == 1) }
    }
    return bits
  }
}
