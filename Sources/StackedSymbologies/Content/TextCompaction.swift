/// Text compaction: two values below 30 a codeword, in four sub-modes of 30 characters.
struct TextCompaction {
  enum SubMode { case alpha, lower, mixed, punctuation }

  /// What a value stands for.
  private enum Meaning {
    case byte(UInt8)
    case latch(SubMode)
    case shift(SubMode)
  }

  private static let mixed = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
  private static let punctuation = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

  private(set) var mode = SubMode.alpha
  /// Holds for one value.
  private var shifted: SubMode?

  /// Takes a codeword below 900.
  mutating func take(_ codeword: Int, into output: (UInt8) -> Void) {
    take(value: codeword / 30, into: output)
    take(value: codeword % 30, into: output)
  }

  /// Begins anew, as after a latch to text compaction.
  mutating func reset() {
    mode = .alpha
    shifted = nil
  }

  /// Forgets a shift that no value followed: before functions it fills up a codeword.
  mutating func dropShift() { shifted = nil }

  private mutating func take(value: Int, into output: (UInt8) -> Void) {
    let current = shifted ?? mode
    shifted = nil
    switch TextCompaction.meaning(of: value, in: current) {
    case .byte(let byte): output(byte)
    case .latch(let next): mode = next
    case .shift(let next): shifted = next
    }
  }

  private static func meaning(of value: Int, in mode: SubMode) -> Meaning {
    switch (mode, value) {
    case (.alpha, 0..<26): .byte(65 + UInt8(value))
    case (.lower, 0..<26): .byte(97 + UInt8(value))
    case (.mixed, 0..<25): .byte(mixed[value])
    case (.punctuation, 0..<29): .byte(punctuation[value])
    case (.punctuation, _): .latch(.alpha)
    case (.mixed, 25): .latch(.punctuation)
    case (_, 26): .byte(32)
    case (.lower, 27): .shift(.alpha)
    case (_, 27): .latch(.lower)
    case (.mixed, 28): .latch(.alpha)
    case (_, 28): .latch(.mixed)
    default: .shift(.punctuation)
    }
  }
}
