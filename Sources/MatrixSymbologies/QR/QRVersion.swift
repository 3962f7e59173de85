/// Error correction level of a QR Code symbol.
package enum QRLevel: Int, Sendable, CaseIterable {
  case low = 0
  case medium = 1
  case quartile = 2
  case high = 3

  /// The letter of the standard.
  package var letter: String { ["L", "M", "Q", "H"][rawValue] }

  /// The level that the two indicator bits of the format information stand for.
  package init(indicator: Int) {
    switch indicator & 3 {
    case 0: self = .medium
    case 1: self = .low
    case 2: self = .high
    default: self = .quartile
    }
  }
}

/// How the codewords of a symbol are divided into Reed-Solomon blocks. Long blocks have one data codeword more and
/// follow the short ones.
package struct QRBlocks: Sendable {
  package let correctionPerBlock: Int
  package let shortBlocks: Int
  package let shortData: Int
  package let longBlocks: Int

  package var blockCount: Int { shortBlocks + longBlocks }
  package var dataCount: Int { shortBlocks * shortData + longBlocks * (shortData + 1) }
}

/// A version (size) of QR Code model 2.
package struct QRVersion: Sendable, Equatable {
  /// From 1 to 40.
  package let number: Int

  /// Nil unless the number lies from 1 to 40.
  package init?(_ number: Int) {
    guard (1...40).contains(number) else { return nil }
    self.number = number
  }

  /// Modules on a side.
  package var dimension: Int { 17 + 4 * number }

  /// Rows (and columns) of the centres of alignment patterns, ascending; empty for version 1.
  package var alignmentCentres: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    // The distances are even and equal but for the first, which takes the remainder; version 32 rounds otherwise.
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    var centres = [6]
    for i in stride(from: count - 2, through: 0, by: -1) { centres.append(dimension - 7 - i * step) }
    return centres
  }

  /// Codewords that the symbol holds, those of error correction included.
  package var codewordCount: Int {
    let n = dimension
    var modules = n * n - 3 * 64 - 2 * 15 - 1 - 2 * (n - 16)
    let a = alignmentCentres.count
    if a > 0 {
      modules -= (a * a - 3) * 25
      // Those on the timing patterns share five modules with them.
      modules += 2 * (a - 2) * 5
    }
    if number >= 7 { modules -= 36 }
    return modules / 8
  }

  package func blocks(_ level: QRLevel) -> QRBlocks {
    let count = qrBlockCount[level.rawValue][number - 1]
    let correction = qrCorrectionPerBlock[level.rawValue][number - 1]
    let total = codewordCount
    let long = total % count
    return QRBlocks(
      correctionPerBlock: correction, shortBlocks: count - long, shortData: total / count - correction,
      longBlocks: long)
  }
}
