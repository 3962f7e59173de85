import BarcodeCore

/// Format information: error correction level and mask, a BCH(15, 5) code that stands twice in the symbol.
package struct QRFormat: Sendable, Equatable {
  package let level: QRLevel
  /// From 0 to 7.
  package let mask: Int

  /// The 32 sequences as they stand in the symbol, by their five data bits.
  package static let sequences: [UInt32] =
    BCHCode(length: 15, dataBits: 5, generator: 0x537, mask: 0x5412).codewords

  package init(data: Int) {
    level = QRLevel(indicator: data >> 3)
    mask = data & 7
  }

  /// The modules of the two copies, bit 0 (the least significant) first, as `y * dimension + x`.
  package static func places(dimension n: Int) -> [[Int]] {
    func at(_ x: Int, _ y: Int) -> Int { y * n + x }
    var first: [Int] = []
    var second: [Int] = []
    for i in 0..<15 {
      switch i {
      case 0...5: first.append(at(8, i))
      case 6, 7: first.append(at(8, i + 1))
      case 8: first.append(at(7, 8))
      default: first.append(at(14 - i, 8))
      }
      second.append(i < 8 ? at(n - 1 - i, 8) : at(8, n - 15 + i))
    }
    return [first, second]
  }
}

/// Version information of versions 7 and above: a BCH(18, 6) code that stands twice in the symbol.
package enum QRVersionInformation {
  /// The sequences of versions 7 to 40.
  package static let sequences: [UInt32] =
    Array(BCHCode(length: 18, dataBits: 6, generator: 0x1F25).codewords[7...40])

  /// The modules of the two copies, bit 0 (the least significant) first, as `y * dimension + x`.
  package static func places(dimension n: Int) -> [[Int]] {
    let topRight = (0..<18).map { $0 / 3 * n + n - 11 + $0 % 3 }
    let bottomLeft = (0..<18).map { (n - 11 + $0 % 3) * n + $0 / 3 }
    return [topRight, bottomLeft]
  }

  /// The version whose sequence lies nearest to what was seen, with the agreement from -1 to 1, or nil when the
  /// dimension has no version information.
  package static func read(_ soft: [Float], dimension n: Int) -> (version: Int, agreement: Float)? {
    guard n >= 45, soft.count == n * n else { return nil }
    var best: (version: Int, agreement: Float)?
    for copy in places(dimension: n) {
      for (i, sequence) in sequences.enumerated() {
        let agreement = bchAgreement(soft, copy, sequence)
        if agreement > best?.agreement ?? -2 { best = (i + 7, agreement) }
      }
    }
    return best
  }
}

/// How well the modules agree with a bit sequence, from -1 to 1; clear modules count more than doubtful ones.
func bchAgreement(_ soft: [Float], _ places: [Int], _ sequence: UInt32) -> Float {
  var sum: Float = 0
  for (bit, place) in places.enumerated() {
    let value = Swift.max(-1, Swift.min(1, soft[place]))
    sum += sequence >> UInt32(bit) & 1 != 0 ? value : -value
  }
  return sum / Float(Swift.max(1, places.count))
}
