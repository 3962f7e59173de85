import BarcodeCore

/// What the digits of UPC/EAN symbols say.
enum RetailContent {
  static func interpret(_ symbology: Symbology, _ digits: [UInt8], _ options: ReaderOptions) -> LinearContent? {
    switch symbology {
    case .ean13: return thirteen(digits, options)
    case .ean8: return content(.ean8, "]E4", digits)
    case .upcE:
      guard digits[0] == 0 || options.retail.readsUPCE1 else { return nil }
      guard options.retail.expandsUPCE, let full = RetailTables.expand(digits) else {
        return content(.upcE, "]E0", digits)
      }
      return content(.upcE, "]E0", full)
    case .ean2: return content(.ean2, "]E1", digits)
    case .ean5: return content(.ean5, "]E2", digits)
    default: return nil
    }
  }

  /// EAN-13, and UPC-A, which is an EAN-13 that starts with 0.
  private static func thirteen(_ digits: [UInt8], _ options: ReaderOptions) -> LinearContent? {
    guard digits.count == 13 else { return nil }
    let on = options.symbologies
    if digits[0] == 0 {
      let twelve = Array(digits.dropFirst())
      let omits = options.retail.omitsLeadingZero
      if on.contains(.upcA), !options.retail.reportsUPCAAsEAN13 {
        return content(.upcA, "]E0", omits && twelve[0] == 0 ? Array(twelve.dropFirst()) : twelve)
      }
      return content(.ean13, "]E0", omits ? twelve : digits)
    }
    return on.contains(.ean13) ? content(.ean13, "]E0", digits) : nil
  }

  private static func content(_ s: Symbology, _ identifier: String, _ digits: [UInt8]) -> LinearContent {
    let bytes = digits.map { $0 + 48 }
    return LinearContent(
      symbology: s, identifier: identifier, text: String(decoding: bytes, as: UTF8.self), bytes: bytes)
  }
}
