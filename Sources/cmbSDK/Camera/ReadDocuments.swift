import DMCC
import ScanSession

/// How many reads there were since the last reset.
struct ReadCounts: Sendable, Hashable {
  private(set) var good = 0
  private(set) var bad = 0
  private(set) var symbols = 0

  mutating func count(_ report: ScanReport) {
    if report.isGoodRead { good += 1 } else { bad += 1 }
    symbols += report.barcodes.count
  }

  /// In the form of readers' statistics.
  var xml: String {
    #"<?xml version="1.0" encoding="UTF-8"?><statistics><read_stats><good_reads>\#(good)</good_reads>"#
      + "<bad_reads>\(bad)</bad_reads><item_count>\(symbols)</item_count></read_stats></statistics>"
  }
}

/// Turns reports of scanning into what a reader delivers.
struct ReadDocuments {
  /// The reader's name.
  let source: String
  let types: CDMResultTypes
  let settings: Settings
  let counts: ReadCounts

  func report(_ report: ScanReport) -> ReadReport {
    let xml = ResultXML(source: source) { symbology in
      SymbologySwitch.row(reporting: symbology)?.title ?? symbology.rawValue
    }
    let hasGraphics = types.contains(.imageGraphics)
    let symbols = report.barcodes.map { barcode in
      ReadSymbol(
        isGood: true, text: barcode.text, bytes: barcode.bytes,
        symbology: SymbologySwitch.row(reporting: barcode.symbology)?.rawValue ?? 0, isGS1: barcode.isGS1,
        xml: xml.document(barcode, of: report),
        graphics: hasGraphics ? ResultSVG.document([barcode], of: report) : nil)
    }
    let noRead = ReadSymbol(isGood: false, text: "", symbology: 0, xml: xml.document(nil, of: report))
    return ReadReport(
      number: report.number, symbols: symbols.isEmpty ? [noRead] : symbols, xml: xml.document(report),
      picture: types.contains(.image) ? picture(of: report) : nil,
      graphics: hasGraphics ? ResultSVG.document(report.barcodes, of: report) : nil,
      statistics: types.contains(.xmlStatistics) ? counts.xml : nil)
  }

  private func picture(of report: ScanReport) -> ReadPicture? {
    report.picture.map {
      .luma(ResultPicture.picture($0, report.orientation, dividing: settings.pictureDivisor))
    }
  }
}
