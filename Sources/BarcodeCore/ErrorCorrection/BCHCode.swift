/// A short systematic binary cyclic code, all of whose codewords can be listed, such as those of QR Code's format and
/// version information.
package struct BCHCode: Sendable {
  /// Number of bits of a codeword, at most 32.
  package let length: Int
  /// Every codeword with the mask applied; the index is the data.
  package let codewords: [UInt32]

  /// - Parameters:
  ///   - length: Number of bits of a codeword, at most 32.
  ///   - dataBits: Number of data bits, at most 12; they are the codeword's highest bits.
  ///   - generator: The generator polynomial in bits, of degree `length - dataBits`.
  ///   - mask: Bits that the symbology inverts in every codeword.
  package init(length: Int, dataBits: Int, generator: UInt32, mask: UInt32 = 0) {
    self.length = length
    let checkBits = length - dataBits
    codewords = (0..<(UInt32(1) << UInt32(dataBits))).map { data in
      let shifted = data << UInt32(checkBits)
      var remainder = shifted
      for bit in stride(from: length - 1, through: checkBits, by: -1) where remainder >> UInt32(bit) & 1 == 1 {
        remainder ^= generator << UInt32(bit - checkBits)
      }
      return (shifted | remainder) ^ mask
    }
  }

  /// The codeword nearest to what was read.
  package struct Match: Sendable, Hashable {
    /// Data bits of the nearest codeword.
    package var data: Int
    /// Bits in which it differs from what was read.
    package var distance: Int
    /// Bits in which the next nearest codeword differs; equal to `distance` when the match is ambiguous.
    package var nextDistance: Int
  }

  /// The codeword nearest to `bits`, the first one sent being the highest of `length` bits.
  package func nearest(to bits: UInt32) -> Match {
    var match = Match(data: 0, distance: length + 1, nextDistance: length + 1)
    for (data, codeword) in codewords.enumerated() {
      let distance = (codeword ^ bits).nonzeroBitCount
      if distance < match.distance {
        match = Match(data: data, distance: distance, nextDistance: match.distance)
      } else if distance < match.nextDistance {
        match.nextDistance = distance
      }
    }
    return match
  }
}

extension BCHCode {
  /// QR Code's format information: 2 bits of error correction level, 3 bits of mask.
  package static let qrFormat = BCHCode(length: 15, dataBits: 5, generator: 0x537, mask: 0x5412)
  /// Micro QR Code's format information: 3 bits of symbol number, 2 bits of mask.
  package static let microQRFormat = BCHCode(length: 15, dataBits: 5, generator: 0x537, mask: 0x4445)
  /// QR Code's version information, from version 7 on.
  package static let qrVersion = BCHCode(length: 18, dataBits: 6, generator: 0x1F25)
}
