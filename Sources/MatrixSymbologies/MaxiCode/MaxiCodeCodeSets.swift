/// The five code sets of MaxiCode.
enum MaxiCodeCodeSet {
  case a, b, c, d, e

  /// What a codeword means in a code set.
  enum Action {
    case byte(UInt8)
    case pad
    case latch(MaxiCodeCodeSet)
    /// Another set for so many codewords.
    case shift(MaxiCodeCodeSet, Int)
    /// The same shift inside of its own code set makes it last.
    case lockIn
    /// Five codewords that are nine digits.
    case numeric
    /// An extended channel interpretation.
    case eci
  }

  /// - Parameter code: From 0 to 63.
  func action(_ code: Int) -> Action {
    switch (self, code) {
    case (_, 27): .eci
    case (_, 31): .numeric
    case (.e, 28), (.e, 29), (.a, 33), (.b, 33), (.b, 55), (.b, 58): .pad
    case (.b, 56): .shift(.a, 2)
    case (.b, 57): .shift(.a, 3)
    case (.a, 59): .shift(.b, 1)
    case (.b, 59): .shift(.a, 1)
    case (.c, 58), (.d, 58), (.e, 58), (.b, 63): .latch(.a)
    case (.c, 60), (.d, 61), (.e, 62): .lockIn
    case (_, 60): .shift(.c, 1)
    case (_, 61): .shift(.d, 1)
    case (_, 62): .shift(.e, 1)
    case (_, 63): .latch(.b)
    case (.a, _): .byte(Self.setA[code])
    case (.b, _): .byte(Self.setB[code])
    case (.c, _): .byte(Self.setC[code])
    case (.d, _): .byte(Self.setD[code])
    case (.e, _): .byte(Self.setE[code])
    }
  }

  private static let controls: [UInt8] = [0, 28, 29, 30, 0]
  static let setA: [UInt8] =
    [13] + Array(65...90) + controls + [32, 0] + Array(34...47) + Array(48...58) + [0, 0, 0, 0, 0]
  private static let setB: [UInt8] =
    [96] + Array(97...122) + controls + [123, 0, 125, 126, 127] + Array(59...63) + Array(91...95)
    + Array(" ,./:@!|".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0]
  private static let setC: [UInt8] =
    Array(192...218) + controls + Array(219...223) + [170, 172, 177, 178, 179, 181, 185, 186, 188, 189, 190]
    + Array(128...137) + [0, 32, 0, 0, 0, 0]
  private static let setD: [UInt8] =
    Array(224...250) + controls + Array(251...255) + [161, 168, 171, 175, 176, 180, 183, 184, 187, 191]
    + Array(138...148) + [0, 32, 0, 0, 0, 0]
  private static let setE: [UInt8] =
    Array(0...26) + [0, 0, 0, 27, 0] + [28, 29, 30, 31, 159, 160, 162, 163, 164, 165, 166, 167, 169, 173, 174, 182]
    + Array(149...158) + [0, 32, 0, 0, 0, 0]
}
