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

  /// Agreement with a format of model 1, from -1 to 1, that is worth a try.
  private static let clearAgreement: Float = 0.75

  /// A way to read the grid.
  private struct Try {
    let isMirrored: Bool
    /// 0 for model 2, 1 for model 1.
    let model: Int
    let data: Int
    let agreement: Float

    var order: Int { (isMirrored ? 64 : 0) + model * 32 + data }
  }

  /// The reading of the grid, or nil. `trials` is the number of grids tried at this place so far.
  func read(_ soft: [Float], _ template: QRTemplate, trials: Int) -> QRReading? {
    guard template.dimension <= options.qr.largestGrid else { return nil }
    var readers = [QRCodewordReader(template: template, erasureSets: erasureSets)]
    if template.version.number <= QRModelOne.lastVersion {
      readers.append(QRCodewordReader(template: template, erasureSets: erasureSets, isModelOne: true))
    }
    let n = template.dimension
    let mirrored = options.readsMirrored ? ModuleGrid(columns: n, rows: n, soft: soft).transposed.soft : []
    var tries: [Try] = []
    for (index, reader) in readers.enumerated()
    where index == 0 ? options.qr.readsModel2 : options.qr.readsModel1 {
      // Model 1 is rare: its format information must be clear.
      let least = index == 0 ? leastAgreement : Self.clearAgreement
      for isMirrored in options.readsMirrored ? [false, true] : [false] {
        for (data, agreement) in reader.formats(isMirrored ? mirrored : soft, above: least).prefix(maximumFormats) {
          tries.append(Try(isMirrored: isMirrored, model: index, data: data, agreement: agreement))
        }
      }
    }
    tries.sort { ($0.agreement, $1.order) > ($1.agreement, $0.order) }
    for (count, attempt) in tries.prefix(maximumFormats).enumerated() {
      let grid = attempt.isMirrored ? mirrored : soft
      guard let codewords = readers[attempt.model].read(grid, format: QRFormat(data: attempt.data)) else { continue }
      let message = QRMessageDecoder.decode(
        codewords.data, version: template.version.number, defaultECI: options.text.defaultECI,
        isModelOne: attempt.model == 1)
      guard let message else { continue }
      var odds = codewords.logOdds + BarcodeMath.log10(Double((count + 1) * max(1, trials)))
      odds += Double(min(message.padding.right, Self.mostPadding)) * Self.paddingOdds
      if message.padding.wrong > 0 { odds += Self.wrongPaddingOdds }
      if odds > Self.limit { continue }
      return QRReading(
        version: template.version, codewords: codewords, message: message, isMirrored: attempt.isMirrored,
        logOdds: odds)
    }
    return nil
  }
}
