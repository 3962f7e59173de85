import BarcodeCore

/// A symbol whose codewords were corrected and read.
package struct DataMatrixReading {
  package var size: DataMatrixSize
  package var content: DataMatrixContent
  package var correctedErrors: Int
  package var unusedCorrection: Double
  package var evidence: Evidence
}

/// Turns module values into content: codewords with their reliability, Reed-Solomon, encodation.
package struct DataMatrixDecoder {
  private let rs = ReedSolomon(field: .dataMatrix256, firstRoot: 1)
  private var placements: [DataMatrixSize: DataMatrixPlacement] = [:]
  private let defaultECI: Int?
  /// Corrections that were tried at the symbol at hand; they count against the evidence.
  package var trials = 0

  /// Readings with larger odds of being wrong are refused.
  private static let mostLogOdds = -7.0
  /// The same for what error correction alone says: finder and timing patterns of a symbol that is poorly seen are
  /// right, whatever the text.
  private static let mostTextLogOdds = -4.0
  /// More wrong modules of finder and timing patterns than this share are no Data Matrix.
  private static let mostPatternErrors = 0.27
  /// Weight of the evidence of finder and timing pattern: places were sought where they fit.
  private static let patternWeight = 0.2
  /// What the patterns can say at most.
  private static let mostPatternEvidence = -4.0

  package init(defaultECI: Int?) { self.defaultECI = defaultECI }

  /// Reads the symbol, or returns nil when the modules do not make one or it is not trustworthy.
  ///
  /// - Parameters:
  ///   - erasureSteps: How many sets of the least reliable codewords may be given up.
  package mutating func read(_ modules: ModuleValues, erasureSteps: Int) -> DataMatrixReading? {
    let size = modules.size
    let (wrong, all) = modules.patternErrors()
    guard Double(wrong) <= Self.mostPatternErrors * Double(all) else { return nil }
    let placement = placements[size] ?? DataMatrixPlacement(size)
    placements[size] = placement
    let (codewords, reliability) = Self.codewords(modules, placement)
    for variant in 0..<(size.blocks == 10 ? 2 : 1) {
      guard
        let blocks = correct(
          size, codewords, reliability, shiftsChecks: variant == 0, erasureSteps: erasureSteps),
        let content = DataMatrixContentDecoder.decode(blocks.data, defaultECI: defaultECI)
      else { continue }
      var evidence = Evidence(logOdds: blocks.logOdds)
      evidence.add(trials: trials)
      guard evidence.logOdds <= Self.mostTextLogOdds else { continue }
      evidence.logOdds += max(Self.mostPatternEvidence, Self.patternWeight * Self.chance(wrong, of: all))
      // A pad codeword follows the rule by chance once in 254; no encoder gets them wrong.
      evidence.logOdds -= 2.4 * Double(min(content.validPads, 3))
      evidence.logOdds += 2.4 * Double(content.wrongPads)
      let corner = placement.fixedModules.filter { (modules.margin[Int($0.module)] > 0) == $0.isDark }.count
      evidence.logOdds -= 0.3 * Double(2 * corner - placement.fixedModules.count)
      guard evidence.logOdds <= Self.mostLogOdds else { continue }
      return DataMatrixReading(
        size: size, content: content, correctedErrors: blocks.changed,
        unusedCorrection: 1 - Double(blocks.used) / Double(size.checkCodewords), evidence: evidence)
    }
    return nil
  }

  /// log10 of the chance that at most so many of the binary modules are wrong.
  private static func chance(_ wrong: Int, of all: Int) -> Double {
    var term = 1.0
    var sum = 1.0
    for k in Swift.stride(from: 1, through: wrong, by: 1) {
      term *= Double(all - k + 1) / Double(k)
      sum += term
    }
    return BarcodeMath.log10(sum) - 0.30103 * Double(all)
  }

  /// Codewords in the order of placement, and of each the margin of its least sure module.
  private static func codewords(_ modules: ModuleValues, _ placement: DataMatrixPlacement) -> ([Int], [Float]) {
    let count = modules.size.codewords
    var values = [Int](repeating: 0, count: count)
    var reliability = [Float](repeating: 0, count: count)
    modules.margin.withUnsafeBufferPointer { margin in
      placement.modules.withUnsafeBufferPointer { places in
        for k in 0..<count {
          var value = 0
          var least = Float.infinity
          for bit in 0..<8 {
            let m = margin[Int(places[8 &* k &+ bit])]
            value = value << 1 | (m > 0 ? 1 : 0)
            least = min(least, abs(m))
          }
          values[k] = value
          reliability[k] = least
        }
      }
    }
    return (values, reliability)
  }

  private struct Corrected {
    var data: [UInt8]
    var changed = 0
    var used = 0
    var logOdds = 0.0
  }

  /// Takes the blocks apart and corrects each. In the largest symbol the check codewords go on with the block after
  /// the one that got the last data codeword (`shiftsChecks`); some encoders start again with the first.
  private mutating func correct(
    _ size: DataMatrixSize, _ codewords: [Int], _ reliability: [Float], shiftsChecks: Bool, erasureSteps: Int
  ) -> Corrected? {
    let checks = size.checkCodewordsPerBlock
    var result = Corrected(data: [UInt8](repeating: 0, count: size.dataCodewords))
    let shift = shiftsChecks ? size.dataCodewords % size.blocks : 0
    for block in 0..<size.blocks {
      let dataCount = size.dataCodewords(ofBlock: block)
      let checkBlock = (block - shift + size.blocks) % size.blocks
      let indices =
        (0..<dataCount).map { $0 * size.blocks + block }
        + (0..<checks).map { size.dataCodewords + $0 * size.blocks + checkBlock }
      var word = indices.map { codewords[$0] }
      guard let correction = correct(&word, checks, indices.map { reliability[$0] }, erasureSteps) else { return nil }
      result.changed += correction.changed
      result.used += correction.used
      result.logOdds += ReedSolomon.logOddsOfChance(
        fieldSize: 256, length: word.count, checkCount: checks, errors: correction.errors,
        erasures: correction.erasures)
      for (k, index) in indices.prefix(dataCount).enumerated() {
        result.data[index] = UInt8(truncatingIfNeeded: word[k])
      }
    }
    return result
  }

  /// Corrects one block: errors alone first, then with more and more of the least reliable codewords given up.
  private mutating func correct(_ word: inout [Int], _ checks: Int, _ reliability: [Float], _ erasureSteps: Int)
    -> ReedSolomon.Correction?
  {
    trials += 1
    if let correction = rs.correct(&word, checkCount: checks) { return correction }
    guard erasureSteps > 0 else { return nil }
    let order = reliability.indices.sorted { reliability[$0] < reliability[$1] }
    // Some check codewords must stay to tell right from wrong.
    let most = checks - max(2, checks / 5)
    let step = max(1, (most + erasureSteps - 1) / erasureSteps)
    for count in Swift.stride(from: step, through: most, by: step) {
      trials += 1
      if let correction = rs.correct(&word, checkCount: checks, erasures: Array(order.prefix(count))) {
        return correction
      }
    }
    return nil
  }
}
