/// General-purpose data compaction of GS1 DataBar Expanded (ISO/IEC 24724) and of composite components
/// (ISO/IEC 24723): digits in pairs, capital letters, or most of ISO/IEC 646, with latches between them.
package struct GS1Compaction: Sendable {
  package enum Mode: Sendable {
    case numeric
    case alphanumeric
    case iso646
  }

  /// FNC1 between element strings, as it is transmitted.
  package static let separator: UInt8 = 0x1D

  private var stream: GS1BitStream
  private var mode: Mode
  private let startsWithIdentifiers: Bool
  private var bytes: [UInt8] = []

  /// - Parameters:
  ///   - stream: Read from its position to its end.
  ///   - mode: In which the data begins.
  ///   - startsWithIdentifiers: What follows a separator begins with an application identifier, thus with digits.
  package init(_ stream: GS1BitStream, mode: Mode = .numeric, startsWithIdentifiers: Bool = true) {
    self.startsWithIdentifiers = startsWithIdentifiers
    self.stream = stream
    self.mode = mode
  }

  /// The characters, separators included but for those at the end; nil when bits stand for nothing.
  package mutating func run() -> [UInt8]? {
    while stream.count > 0 {
      let isTaken: Bool
      switch mode {
      case .numeric: isTaken = takeDigits()
      case .alphanumeric: isTaken = takeLetter(self.alphanumeric)
      case .iso646: isTaken = takeLetter(self.iso646)
      }
      if !isTaken { return nil }
    }
    while bytes.last == Self.separator { bytes.removeLast() }
    return bytes
  }

  /// Whether nothing but padding is left: a latch to letters, then latches between the modes for letters.
  private var isPadded: Bool {
    var rest = stream
    rest.skip(4)
    while let five = rest.take(min(5, max(1, rest.count))) {
      let isCut = rest.count == 0
      if five != 4, !(isCut && five <= 2) { return false }
    }
    return true
  }

  /// Two digits in seven bits; a last one in four.
  private mutating func takeDigits() -> Bool {
    // What is left after the last character is padding.
    guard let four = stream.peek(4) else {
      stream.skip(4)
      return true
    }
    if four == 0 {
      stream.skip(4)
      mode = .alphanumeric
      return true
    }
    guard let value = stream.take(7) else {
      stream.skip(7)
      guard four <= 10 else { return false }
      bytes.append(UInt8(47 + four))
      return true
    }
    // Four bits that are not all 0 make at least 8.
    for digit in [(value - 8) / 11, (value - 8) % 11] {
      bytes.append(digit == 10 ? Self.separator : UInt8(48 + digit))
    }
    return true
  }

  /// A character of one of the two modes for letters, a latch, or padding at the end.
  private mutating func takeLetter(_ character: (Int, Int) -> UInt8?) -> Bool {
    if stream.peek(3) == 0 {
      stream.skip(3)
      mode = .numeric
      return true
    }
    guard let five = stream.peek(5) else {
      // The beginning of a latch fills up the last character.
      stream.skip(5)
      return true
    }
    if five == 4 {
      stream.skip(5)
      mode = mode == .alphanumeric ? .iso646 : .alphanumeric
      return true
    }
    if five == 15 {
      stream.skip(5)
      bytes.append(Self.separator)
      mode = .numeric
      // Application identifiers begin with digits, so that no letters can follow: some encoders latch to digits a
      // second time.
      if startsWithIdentifiers, stream.peek(4) == 0, !isPadded { stream.skip(3) }
      return true
    }
    if (5..<15).contains(five) {
      stream.skip(5)
      bytes.append(UInt8(43 + five))
      return true
    }
    for length in 6...8 {
      guard let value = stream.peek(length) else { return false }
      if let byte = character(length, value) {
        stream.skip(length)
        bytes.append(byte)
        return true
      }
    }
    return false
  }

  private func alphanumeric(_ length: Int, _ value: Int) -> UInt8? {
    guard length == 6 else { return nil }
    switch value {
    case 32..<58: return UInt8(33 + value)
    case 58: return UInt8(ascii: "*")
    case 59..<63: return UInt8(value - 15)
    default: return nil
    }
  }

  private static let punctuation = Array("!\"%&'()*+,-./:;<=>?_ ".utf8)

  private func iso646(_ length: Int, _ value: Int) -> UInt8? {
    switch (length, value) {
    case (7, 64..<90): return UInt8(value + 1)
    case (7, 90..<116): return UInt8(value + 7)
    case (8, 232..<253): return Self.punctuation[value - 232]
    default: return nil
    }
  }
}
