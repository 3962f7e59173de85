import BarcodeCore
import LinearSymbologies

/// The element strings of both parts of a GS1 Composite symbol in one message.
enum CompositeMessage {
  /// Characters of an element string, its application identifier included, by the identifier's first two digits, where
  /// that is fixed so that no separator follows.
  private static let fixedLengths: [Substring: Int] = [
    "00": 20, "01": 16, "02": 16, "03": 16, "04": 18, "11": 8, "12": 8, "13": 8, "14": 8, "15": 8, "16": 8, "17": 8,
    "18": 8, "19": 8, "20": 4, "31": 10, "32": 10, "33": 10, "34": 10, "35": 10, "36": 10, "41": 16,
  ]

  /// What a linear symbol and its component say together.
  static func text(linear: Barcode, component: Barcode) -> String {
    switch linear.symbology {
    case .ean13, .ean8, .upcA, .upcE:
      var digits = linear.bytes.map { $0 &- 48 }
      if linear.symbology == .upcE, let expanded = RetailTables.expand(digits) { digits = expanded }
      let zeros = String(repeating: "0", count: max(0, 14 - digits.count))
      return "01" + zeros + digits.map(String.init).joined() + component.text
    default:
      let last = linear.text.split(separator: "\u{1D}").last ?? ""
      return linear.text + (isClosed(last) ? "" : "\u{1D}") + component.text
    }
  }

  /// Whether element strings of fixed lengths alone make up a text.
  private static func isClosed(_ text: Substring) -> Bool {
    var rest = text
    while !rest.isEmpty {
      guard let length = fixedLengths[rest.prefix(2)], rest.utf8.count >= length else { return false }
      rest = rest.dropFirst(length)
    }
    return true
  }
}
