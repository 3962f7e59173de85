import BarcodeCore

/// One of the 32 sizes of rMQR Code (ISO/IEC 23941).
package struct RectangularQRVersion: Sendable, Equatable {
  /// From 0 to 31, as the format information has it.
  package let index: Int

  package init(index: Int) { self.index = index & 31 }

  private static let widths = [27, 43, 59, 77, 99, 139]
  /// Height of each version and the place of its width; the two lowest heights and the two highest have no 27.
  private static let sizes: [(height: Int, width: Int)] = [7, 9, 11, 13, 15, 17].flatMap { height in
    widths.dropFirst(height == 11 || height == 13 ? 0 : 1).map { (height, $0) }
  }

  /// Modules in a column and in a row.
  package var height: Int { Self.sizes[index].height }
  package var width: Int { Self.sizes[index].width }
  package var name: String { "R\(height)x\(width)" }

  /// Middle columns of the alignment patterns, which are joined by vertical timing patterns.
  var alignmentColumns: [Int] {
    switch width {
    case 43: [21]
    case 59: [19, 39]
    case 77: [25, 51]
    case 99: [23, 49, 75]
    case 139: [27, 55, 83, 111]
    default: []
    }
  }

  private static let codewords = [
    13, 21, 32, 44, 68, 21, 33, 49, 66, 99, 15, 31, 47, 67, 89, 132, 21, 41, 60, 85, 113, 166, 51, 74, 103, 136, 199,
    61, 88, 122, 160, 232,
  ]
  private static let dataMedium = [
    6, 12, 20, 28, 44, 12, 21, 31, 42, 63, 7, 19, 31, 43, 57, 84, 12, 27, 38, 53, 73, 106, 33, 48, 67, 88, 127, 39,
    56, 78, 100, 152,
  ]
  private static let dataHigh = [
    3, 7, 10, 14, 24, 7, 11, 17, 22, 33, 5, 11, 15, 23, 29, 42, 7, 13, 20, 29, 35, 54, 15, 26, 31, 48, 69, 21, 28, 38,
    56, 76,
  ]
  private static let blocksMedium = [
    1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 3, 1, 1, 2, 2, 3, 1, 2, 2, 3, 4,
  ]
  private static let blocksHigh = [
    1, 1, 1, 1, 2, 1, 1, 2, 2, 3, 1, 1, 2, 2, 2, 3, 1, 1, 2, 2, 3, 4, 2, 2, 3, 4, 5, 2, 2, 3, 4, 6,
  ]
  private static let numericCounts = [
    4, 5, 6, 7, 7, 5, 6, 7, 7, 8, 4, 6, 7, 7, 8, 8, 5, 6, 7, 7, 8, 8, 7, 7, 8, 8, 9, 7, 8, 8, 8, 9,
  ]
  private static let alphanumericCounts = [
    3, 5, 5, 6, 6, 5, 5, 6, 6, 7, 4, 5, 6, 6, 7, 7, 5, 6, 6, 7, 7, 8, 6, 7, 7, 7, 8, 6, 7, 7, 8, 8,
  ]
  private static let byteCounts = [
    3, 4, 5, 5, 6, 4, 5, 5, 6, 6, 3, 5, 5, 6, 6, 7, 4, 5, 6, 6, 7, 7, 6, 6, 7, 7, 7, 6, 6, 7, 7, 8,
  ]
  private static let kanjiCounts = [
    2, 3, 4, 5, 5, 3, 4, 5, 5, 6, 2, 4, 5, 5, 6, 6, 3, 5, 5, 6, 6, 7, 5, 5, 6, 6, 7, 5, 6, 6, 6, 7,
  ]

  var rules: QRSegmentRules {
    .rectangular(
      numeric: Self.numericCounts[index], alphanumeric: Self.alphanumericCounts[index],
      byte: Self.byteCounts[index], kanji: Self.kanjiCounts[index])
  }

  /// How the codewords are divided, at level M or H.
  func blocks(isHigh: Bool) -> QRBlocks {
    let total = Self.codewords[index]
    let data = (isHigh ? Self.dataHigh : Self.dataMedium)[index]
    let count = (isHigh ? Self.blocksHigh : Self.blocksMedium)[index]
    return QRBlocks(
      correctionPerBlock: (total - data) / count, shortBlocks: count - data % count, shortData: data / count,
      longBlocks: data % count)
  }
}

/// Format information of rMQR Code: a BCH(18, 6) code of the version and the level that stands beside the finder pattern
/// and, masked otherwise, beside the finder sub pattern.
package enum RectangularQRFormat {
  /// The sequences of both places by their six data bits: level H, then five of the version.
  package static let sequences: [[UInt32]] = [0x1FAB2, 0x20A7B].map {
    BCHCode(length: 18, dataBits: 6, generator: 0x1F25, mask: $0).codewords
  }

  /// Column and row of the modules beside the finder pattern, bit 0 first.
  static let places: [(x: Int, y: Int)] = (0..<18).map { (8 + $0 / 5, 1 + $0 % 5) }

  /// The same beside the finder sub pattern.
  static func subPlaces(columns: Int, rows: Int) -> [(x: Int, y: Int)] {
    (0..<18).map { $0 < 15 ? (columns - 8 + $0 / 5, rows - 6 + $0 % 5) : (columns - 20 + $0, rows - 6) }
  }
}
