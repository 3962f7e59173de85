import BarcodeCore

/// Pharmacode (Laetus): narrow and wide bars at equal distances, which show a number from 3 to 131070.
package enum Pharmacode {
  /// Bars of the smallest and of the largest number.
  static let bars = 2...16

  /// The number: bars count from right to left as 1, 2, 4 …, a wide one twice.
  package static func value(_ codes: [UInt8]) -> Int {
    codes.reduce(0) { $0 * 2 + Int($1) + 1 }
  }

  /// - Parameter codes: 0 for a narrow and 1 for a wide bar, from left to right.
  package static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    guard bars.contains(codes.count) else { return nil }
    let number = value(codes)
    guard options.pharmacode.numbers.contains(number) else { return nil }
    let text = String(number)
    return LinearContent(symbology: .pharmacode, identifier: "]X0", text: text, bytes: Array(text.utf8))
  }
}
