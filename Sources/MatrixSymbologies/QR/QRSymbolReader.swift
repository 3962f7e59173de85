import BarcodeCore

/// What a grid turned out to say.
struct QRReading {
  let version: QRVersion
  let codewords: QRCodewords
  let message: QRMessage
  let isMirrored: Bool
  /// log10 of the odds that this is wrong.
  var logOdds: Double
}

/// Reads a grid of soft module values: format, codewords, message.
struct QRSymbolReader {
  let options: ReaderOptions
  /// Formats tried on one grid.
  let maximumFormats: Int
  let erasureSets: Int
  /// Least agreement with a format, from -1 to 1, that is worth a try.
  let leastAgreement: Float

  /// Results less certain than this are refused (log10 of the odds of being wrong).
  private static let limit = -5.0
  /// Odds that each padding codeword is right by chance, as log10.
  private static let paddingOdds = -2.4
  private static let mostPadding = 5
  /// Some encoders fill up with other values.
  private static let wrongPaddingOdds = 1.5

  /// The reading of the grid, or nil. `trials` is the number of grids tried at this place so far.
  func read(_ soft: [Float], _ template: QRTemplate, trials: Int) -> QRReading? {
    let n = template.dimension
    let codewordReader = QRCodewordReader(template: template, erasureSets: erasureSets)
    var tries = codewordReader.formats(soft).prefix(maximumFormats).map { (false, $0.data, $0.agreement) }
    var mirrored: [Float] = []
    if options.readsMirrored {
      mirrored = ModuleGrid(columns: n, rows: n, soft: soft).transposed.soft
      tries += codewordReader.formats(mirrored).prefix(maximumFormats).map { (true, $0.data, $0.agreement) }
    }
    tries.sort { $0.2 != $1.2 ? $0.2 > $1.2 : !$0.0 && $1.0 }
    for (count, (isMirrored, data, agreement)) in tries.prefix(maximumFormats).enumerated() {
      guard agreement > leastAgreement else { return nil }
      guard let codewords = codewordReader.read(isMirrored ? mirrored : soft, format: QRFormat(data: data)) else {
        continue
      }
      let message = QRMessageDecoder.decode(
        codewords.data, version: template.version.number, defaultECI: options.text.defaultECI)
      guard let message else { continue }
      var odds = codewords.logOdds + BarcodeMath.log10(Double((count + 1) * max(1, trials)))
      odds += Double(min(message.padding.right, Self.mostPadding)) * Self.paddingOdds
      if message.padding.wrong > 0 { odds += Self.wrongPaddingOdds }
      if odds > Self.limit { continue }
      return QRReading(
        version: template.version, codewords: codewords, message: message, isMirrored: isMirrored, logOdds: odds)
    }
    return nil
  }
}
