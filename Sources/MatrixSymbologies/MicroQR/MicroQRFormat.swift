import BarcodeCore

/// What the format information of a Micro QR Code symbol says: version, error correction level and mask, a
/// BCH(15, 5) code that stands once in the symbol.
package struct MicroQRFormat: Sendable, Equatable {
  /// From 1 to 4.
  package let version: Int
  /// Error correction level; nil for version 1, which only detects errors.
  package let level: QRLevel?
  /// The data mask as one of `QRMask`.
  package let mask: Int
  let dataCount: Int
  let checkCount: Int
  /// Check codewords that must not be spent on correction.
  let protection: Int

  /// The 32 sequences as they stand in the symbol, by their five data bits.
  package static let sequences: [UInt32] = BCHCode.microQRFormat.codewords

  private static let masks = [1, 4, 6, 7]
  /// Version, level, data and check codewords and those that only detect, by the symbol number.
  private static let symbols: [(Int, QRLevel?, Int, Int, Int)] = [
    (1, nil, 3, 2, 2), (2, .low, 5, 5, 3), (2, .medium, 4, 6, 2), (3, .low, 11, 6, 2), (3, .medium, 9, 8, 0),
    (4, .low, 16, 8, 0), (4, .medium, 14, 10, 0), (4, .quartile, 10, 14, 0),
  ]

  /// - Parameter data: Symbol number and mask, from 0 to 31.
  package init(data: Int) {
    (version, level, dataCount, checkCount, protection) = Self.symbols[data >> 2 & 7]
    mask = Self.masks[data & 3]
  }

  /// Modules on a side.
  package static func dimension(version: Int) -> Int { 9 + 2 * version }

  /// Whether the last data codeword has four bits only.
  var endsWithHalfCodeword: Bool { version & 1 == 1 }

  /// Column and row of the modules, bit 0 (the least significant) first.
  static let places: [(x: Int, y: Int)] = (0..<15).map { $0 < 8 ? (8, $0 + 1) : (15 - $0, 8) }
}
