/// Characters of a coded character set by their place, decoded once from a string that is quick to compile.
struct CharacterTable: Sendable {
  /// Code points of the basic plane; `undefined` where the set has no character.
  let codePoints: [UInt16]

  /// Stands for a place without character in `codePoints`: U+FFFD, the replacement character.
  static let undefined: UInt16 = 0xFFFD

  /// - Parameter rows: The characters in order; a tilde is a place without character, line ends do not count.
  init(_ rows: String) {
    var codePoints: [UInt16] = []
    codePoints.reserveCapacity(rows.utf8.count / 3)
    for scalar in rows.unicodeScalars where scalar != "\n" {
      codePoints.append(scalar == "~" ? Self.undefined : UInt16(truncatingIfNeeded: scalar.value))
    }
    self.codePoints = codePoints
  }

  /// The code point at a place, `undefined` outside of the table.
  func codePoint(at index: Int) -> UInt32 {
    UInt32(codePoints.indices.contains(index) ? codePoints[index] : Self.undefined)
  }
}

/// Tables of character sets of one and two bytes; each stands in a file of its own.
enum DoubleByteTables {
  /// The hangul syllables that KS X 1001 lacks, in the order in which code page 949 adds them.
  static let addedHangul: [UInt16] = {
    let known = Set(korean.codePoints)
    return (UInt16(0xAC00)...0xD7A3).filter { !known.contains($0) }
  }()
}
