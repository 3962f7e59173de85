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
  ///
  /// - Parameter least: Those that agree no better are left out.
  package func formats(_ soft: [Float], above least: Float = -2) -> [(data: Int, agreement: Float)] {
    let first = Self.values(soft, template.formatPlaces[0])
    let second = Self.values(soft, template.formatPlaces[1])
    var out: [(data: Int, agreement: Float)] = []
    for (data, signs) in (isModelOne ? Self.signsOfModelOne : Self.signs).enumerated() {
      let one = (first * signs).sum() / Self.bits
      let other = (second * signs).sum() / Self.bits
      // One copy may be covered or torn off; then the other one alone decides.
      let agreement = max((one + other) / 2, max(one, other) - Self.singleCopyPenalty)
      if agreement > least { out.append((data, agreement)) }
    }
    return out.sorted { $0.agreement != $1.agreement ? $0.agreement > $1.agreement : $0.data < $1.data }
  }

  /// Bits of the format information, and what each format has there: 1 for dark, -1 for light.
  private static let bits: Float = 15
  private static let signs = QRFormat.sequences.map(signs(of:))
  private static let signsOfModelOne = QRModelOne.formatSequences.map(signs(of:))

  private static func signs(of sequence: UInt32) -> SIMD16<Float> {
    var out = SIMD16<Float>.zero
    for bit in 0..<Int(bits) { out[bit] = sequence >> UInt32(bit) & 1 != 0 ? 1 : -1 }
    return out
  }

  /// How dark modules are, from -1 to 1.
  private static func values(_ soft: [Float], _ places: [Int]) -> SIMD16<Float> {
    var out = SIMD16<Float>.zero
    for (bit, place) in places.prefix(Int(bits)).enumerated() { out[bit] = soft[place] }
    return out.clamped(lowerBound: SIMD16(repeating: -1), upperBound: SIMD16(repeating: 1))
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
    var (codewords, trust) = QRCodewordBits.assemble(
      soft, path, columns: template.dimension, mask: format.mask)
    // The first four modules of model 1 hold no data and count as 0.
    if isModelOne, count > 0 { codewords[0] &= 0x0F }
    let corrector = QRBlockCorrector(blocks: blocks, erasureSets: erasureSets, isInterleaved: !isModelOne)
    guard let result = corrector.correct(codewords, trust) else { return nil }
    return QRCodewords(
      format: format, data: result.data, corrected: result.corrected, unused: result.unused, logOdds: result.logOdds)
  }
}
