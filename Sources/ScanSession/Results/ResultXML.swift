import BarcodeCore

/// Writes results as the XML of barcode readers. There is no white space between elements: readers of the XML may take
/// all text since the last opening tag as that element's.
package struct ResultXML: Sendable {
  package static let goodRead = "GOOD READ"
  package static let noRead = "NO READ"

  /// The reader's name.
  package var source: String
  /// The name of a symbology.
  package var title: @Sendable (Symbology) -> String

  package init(source: String, title: @escaping @Sendable (Symbology) -> String) {
    self.source = source
    self.title = title
  }

  /// The whole report: its first symbol, and when there are several the others below it.
  package func document(_ report: ScanReport) -> String {
    guard let main = report.barcodes.first else { return declaration + result(nil, report, nested: "") }
    let others = report.barcodes.dropFirst()
    let nested =
      others.isEmpty
      ? "" : element("sub_results", others.map { result($0, report, nested: "") }.joined())
    return declaration + result(main, report, nested: nested)
  }

  /// One symbol of a report; nil: the end of scanning without a read.
  package func document(_ barcode: Barcode?, of report: ScanReport) -> String {
    declaration + result(barcode, report, nested: "")
  }

  private var declaration: String { #"<?xml version="1.0" encoding="UTF-8"?>"# }

  private func result(_ barcode: Barcode?, _ report: ScanReport, nested: String) -> String {
    var general = element("status", barcode == nil ? Self.noRead : Self.goodRead)
    general += element("result_source", Self.escaped(source))
    general += #"<full_string encoding="base64">"# + Base64.encode(barcode?.bytes ?? []) + "</full_string>"
    general += element("trigger_index", String(report.run))
    general += element("trigger_time", milliseconds(report.elapsed))
    general += element("decode_time", milliseconds(report.decodingTime))
    if let barcode { general += element("symbology", Self.escaped(title(barcode.symbology))) }
    let attributes = #" id="\#(report.number)" image_id="\#(report.number)" version="1""#
    return "<result\(attributes)>" + element("general", general) + nested + "</result>"
  }

  private func element(_ name: String, _ content: String) -> String { "<\(name)>\(content)</\(name)>" }

  private func milliseconds(_ seconds: Double) -> String {
    // A day at most; NaN is 0.
    String(Int(max(0, min(86_400, seconds)) * 1000))
  }

  /// Text for content or attributes. Characters that XML cannot hold become the replacement character.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x27: result += "&apos;"
      case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
