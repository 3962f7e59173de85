import BarcodeCore

/// The codewords of an Aztec Code symbol, corrected.
struct AztecMessage {
  /// Data bits without the stuffed ones.
  let bits: [Bool]
  let correction: ReedSolomon.Correction
  let checkCount: Int
  /// log10 of the odds that chance would have been corrected, too.
  let logOdds: Double

  /// Shares of the check codewords that are spent on erasures, one trial each.
  private static let erasureShares = [0.0, 0.25, 0.5, 0.75]

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
    let impossible = (0..<mode.dataCount).filter { words[$0] == 0 || words[$0] == full }
    for word in impossible { trust[word] = -1 }
    let order = (0..<count).sorted { trust[$0] < trust[$1] }
    let code = ReedSolomon(field: layout.field, firstRoot: 1)
    var trials = 0
    for share in Self.erasureShares {
      let erasures = Array(order.prefix(max(Int(share * Double(checks)), min(impossible.count, checks / 2))))
      trials += 1
      var corrected = words
      guard let correction = code.correct(&corrected, checkCount: checks, erasures: erasures),
        !corrected.prefix(mode.dataCount).contains(where: { $0 == 0 || $0 == full })
      else { continue }
      bits = Self.unstuffed(corrected.prefix(mode.dataCount), size: size)
      self.correction = correction
      checkCount = checks
      logOdds =
        ReedSolomon.logOddsOfChance(
          fieldSize: layout.field.size, length: count, checkCount: checks, errors: correction.errors,
          erasures: correction.erasures) + BarcodeMath.log10(Double(trials))
      return
    }
    return nil
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
