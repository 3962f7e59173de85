import BarcodeCore

/// A size of Micro QR Code or rMQR Code.
enum SingleFinderSize: Hashable {
  /// Version 1 to 4.
  case micro(Int)
  /// Index of a `RectangularQRVersion`.
  case rectangular(Int)

  var template: SingleFinderTemplate {
    switch self {
    case .micro(let version): SingleFinderTemplate.micro[version - 1]
    case .rectangular(let index): SingleFinderTemplate.rectangular[index]
    }
  }

  var symbology: Symbology {
    switch self {
    case .micro: .microQR
    case .rectangular: .rmqr
    }
  }
}

/// What a grid turned out to say.
struct SingleFinderReading {
  let message: QRMessage
  let corrected: Int
  let unused: Double
  /// log10 of the odds that this is wrong.
  let logOdds: Double
  let details: String
}

/// Reads a grid of soft module values of one size: format, codewords, message.
struct SingleFinderDecoder {
  let size: SingleFinderSize
  let options: ReaderOptions
  let erasureSets: Int
  /// Formats tried on one grid.
  let maximumFormats: Int

  /// Results less certain than this are refused (log10 of the odds of being wrong).
  private static let limit = -7.0
  /// Least agreement with a format, from -1 to 1, that is worth a try.
  private static let leastAgreement: Float = 0.35
  /// Odds that each padding codeword is right by chance, as log10.
  private static let paddingOdds = -2.4
  private static let mostPadding = 4
  /// Some encoders fill up with other values.
  private static let wrongPaddingOdds = 1.5
  /// A second meaning of a codeword of four bits was tried.
  private static let otherHalfOdds = 0.3
  /// Fixed modules speak for a result with this much at the most: what imitates some imitates others.
  private static let mostStructure = -6.0

  /// The reading of the grid, or nil. `trials` is the number of grids tried at this place so far.
  func read(_ soft: [Float], trials: Int) -> SingleFinderReading? {
    let template = size.template
    for (count, format) in formats(soft, template).prefix(maximumFormats).enumerated() {
      guard format.agreement > Self.leastAgreement, let found = decode(soft, template, format.data) else { continue }
      var odds = found.logOdds + format.logOdds + structureOdds(soft, template)
      odds += BarcodeMath.log10(Double((count + 1) * max(1, trials)))
      odds += Double(min(found.message.padding.right, Self.mostPadding)) * Self.paddingOdds
      if found.message.padding.wrong > 0 { odds += Self.wrongPaddingOdds }
      guard odds <= Self.limit else { continue }
      return SingleFinderReading(
        message: found.message, corrected: found.corrected, unused: found.unused, logOdds: odds,
        details: found.details)
    }
    return nil
  }

  private struct Format {
    let data: Int
    let agreement: Float
    /// log10 of the odds that random modules come so near to some format.
    let logOdds: Double
  }

  /// The formats of this size that fit the grid, the best first.
  private func formats(_ soft: [Float], _ template: SingleFinderTemplate) -> [Format] {
    switch size {
    case .micro(let version):
      return MicroQRFormat.sequences.indices.filter { MicroQRFormat(data: $0).version == version }
        .map { Self.format($0, soft, template.formatPlaces, [MicroQRFormat.sequences]) }
        .sorted { ($0.agreement, $1.data) > ($1.agreement, $0.data) }
    case .rectangular(let index):
      return [index, index + 32].map { Self.format($0, soft, template.formatPlaces, RectangularQRFormat.sequences) }
        .sorted { ($0.agreement, $1.data) > ($1.agreement, $0.data) }
    }
  }

  /// Of two copies the better one decides when the other is damaged.
  private static func format(
    _ data: Int, _ soft: [Float], _ copies: [[Int]], _ sequences: [[UInt32]]
  ) -> Format {
    var agreement: Float = -1
    var wrong = Int.max
    for (places, list) in zip(copies, sequences) {
      agreement = max(agreement, bchAgreement(soft, places, list[data]))
      wrong = min(
        wrong, places.indices.count { (soft[places[$0]] > 0) != (list[data] >> UInt32($0) & 1 == 1) })
    }
    let count = copies[0].count
    let chance = Chance.atMost(wrong, of: count) + BarcodeMath.log10(Double(sequences[0].count * copies.count))
    return Format(data: data, agreement: agreement, logOdds: min(0, chance))
  }

  /// log10 of the odds that the fixed modules outside of the finder pattern agree so well by chance.
  private func structureOdds(_ soft: [Float], _ template: SingleFinderTemplate) -> Double {
    var count = 0
    var wrong = 0
    for y in 0..<template.rows {
      for x in 0..<template.columns where x > 7 || y > 7 {
        let use = template.uses[y * template.columns + x]
        guard use == .dark || use == .light else { continue }
        count += 1
        if (soft[y * template.columns + x] > 0) != (use == .dark) { wrong += 1 }
      }
    }
    return max(Self.mostStructure, Chance.atMost(wrong, of: count))
  }

  private struct Decoded {
    let message: QRMessage
    let corrected: Int
    let unused: Double
    let logOdds: Double
    let details: String
  }

  private func decode(_ soft: [Float], _ template: SingleFinderTemplate, _ data: Int) -> Decoded? {
    switch size {
    case .micro: return decodeMicro(soft, template, MicroQRFormat(data: data))
    case .rectangular(let index):
      return decodeRectangular(soft, template, RectangularQRVersion(index: index), isHigh: data >= 32)
    }
  }

  private func decodeMicro(_ soft: [Float], _ template: SingleFinderTemplate, _ format: MicroQRFormat) -> Decoded? {
    let half = format.endsWithHalfCodeword ? format.dataCount - 1 : nil
    let (codewords, trust) = QRCodewordBits.assemble(
      soft, template.path, columns: template.columns, mask: format.mask, shortCodeword: half)
    let blocks = QRBlocks(
      correctionPerBlock: format.checkCount, shortBlocks: 1, shortData: format.dataCount, longBlocks: 0)
    var corrector = QRBlockCorrector(blocks: blocks, erasureSets: erasureSets, protection: format.protection)
    var result = corrector.correct(codewords, trust)
    if let half {
      // What is corrected into the missing half cannot be right.
      if let found = result, found.data[half] & 0x0F != 0 { result = nil }
      if result == nil, format.version > 1 {
        // Some encoders compute the check codewords with something else in the place of the four bits.
        corrector.unknown = [half]
        result = corrector.correct(codewords, trust)
        if let value = result?.data[half], value & 0x0F != 0 {
          result?.data[half] = value < 16 ? value << 4 : codewords[half]
        }
        result?.logOdds += Self.otherHalfOdds
      }
    }
    guard let result else { return nil }
    let bits = format.dataCount * 8 - (half == nil ? 0 : 4)
    guard
      let message = QRMessageDecoder.decode(
        result.data, rules: .micro(version: format.version), bitCount: bits, defaultECI: options.text.defaultECI)
    else { return nil }
    let level = format.level.map { ", level \($0.letter)" } ?? ""
    return Decoded(
      message: message, corrected: result.corrected, unused: result.unused, logOdds: result.logOdds,
      details: "version M\(format.version)\(level), mask \([1: 0, 4: 1, 6: 2][format.mask] ?? 3)")
  }

  private func decodeRectangular(
    _ soft: [Float], _ template: SingleFinderTemplate, _ version: RectangularQRVersion, isHigh: Bool
  ) -> Decoded? {
    let (codewords, trust) = QRCodewordBits.assemble(
      soft, template.path, columns: template.columns, mask: Self.rectangularMask)
    let corrector = QRBlockCorrector(blocks: version.blocks(isHigh: isHigh), erasureSets: erasureSets)
    guard let result = corrector.correct(codewords, trust),
      let message = QRMessageDecoder.decode(
        result.data, rules: version.rules, defaultECI: options.text.defaultECI)
    else { return nil }
    return Decoded(
      message: message, corrected: result.corrected, unused: result.unused, logOdds: result.logOdds,
      details: "version \(version.name), level \(isHigh ? "H" : "M")")
  }

  /// rMQR Code has one mask.
  private static let rectangularMask = 4
}

/// Odds of agreement by chance.
enum Chance {
  /// log10 of the odds that of so many fair coins at most `wrong` fall the wrong way.
  static func atMost(_ wrong: Int, of count: Int) -> Double {
    guard wrong < count else { return 0 }
    var term = 1.0
    var sum = 1.0
    for k in 0..<max(0, wrong) {
      term *= Double(count - k) / Double(k + 1)
      sum += term
    }
    return min(0, BarcodeMath.log10(sum) - Double(count) * BarcodeMath.log10(2))
  }
}
