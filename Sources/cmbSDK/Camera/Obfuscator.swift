import ScanSession

/// Replaces some characters of results by asterisks, as long as there is no licence.
package final class Obfuscator: Sendable {
  private let random: Locked<SplitMix>
  /// Whether results have to be obfuscated at this moment.
  private let isNeeded: @Sendable () -> Bool

  /// One character of so many is replaced, at least one: enough that nobody works with the result, while everybody
  /// sees that it was read.
  private static let share = 3
  private static let asterisk = UInt8(ascii: "*")

  /// - Parameter seed: the same seed replaces the same characters.
  package init(
    seed: UInt64 = .random(in: 0...UInt64.max), isNeeded: @escaping @Sendable () -> Bool = { true }
  ) {
    random = Locked(SplitMix(state: seed))
    self.isNeeded = isNeeded
  }

  package func obfuscate(_ report: ScanReport) -> ScanReport {
    guard report.isGoodRead, isNeeded() else { return report }
    return report.replacing(report.barcodes.map { obfuscate($0) })
  }

  private func obfuscate(_ barcode: Barcode) -> Barcode {
    var text = Array(barcode.text)
    let places = places(among: text.count)
    for place in places { text[place] = "*" }
    let hidden = String(text)
    var bytes = barcode.bytes
    if bytes.elementsEqual(barcode.text.utf8) {
      bytes = Array(hidden.utf8)
    } else {
      // In another character set; the same places where each character is a byte.
      for place in bytes.count == text.count ? places : self.places(among: bytes.count) { bytes[place] = Self.asterisk }
    }
    return barcode.replacing(text: hidden, bytes: bytes)
  }

  /// Different places below a number.
  private func places(among count: Int) -> [Int] {
    guard count > 0 else { return [] }
    return random.withLock { random in
      var all = Array(0..<count)
      all.shuffle(using: &random)
      return Array(all.prefix((count + Self.share - 1) / Self.share))
    }
  }
}

/// Numbers that look random and follow from a seed.
private struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  // The constants of Steele, Lea and Flood's SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
