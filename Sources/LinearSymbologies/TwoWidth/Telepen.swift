import BarcodeCore

/// Telepen: bytes of even parity, the lowest bit first, as bars and spaces of one or three modules.
package enum Telepen {
  /// The characters that start and end a symbol.
  static let start: UInt8 = 0x5F
  static let stop: UInt8 = 0x7A
  static let startPattern = WidthPattern("nnnnnnnnnnww", code: start)
  /// The stop without its last space, which is part of the quiet zone.
  static let stopPattern = WidthPattern("wwnnnnnnnnn", code: stop)

  /// The check character makes the sum of all between start and stop a multiple of 127.
  package static func verify(_ characters: ArraySlice<UInt8>) -> Bool {
    characters.count >= 2 && characters.reduce(0) { $0 + Int($1) } % 127 == 0
  }

  /// What the characters from start to stop (both included) say, or nil when they break a rule.
  package static func interpret(_ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    let inner = codes.dropFirst().dropLast()
    guard verify(inner) else { return nil }
    let data = inner.dropLast()
    var bytes = Array(data)
    var modifier = 0
    if let read = numeric(data), options.telepen.isNumeric || holdsControls(data) {
      bytes = read.bytes
      modifier = read.endsInASCII ? 2 : 1
    } else if options.telepen.isNumeric {
      return nil
    }
    guard options.lengths(of: .telepen).contains(bytes.count) else { return nil }
    return LinearContent(
      symbology: .telepen, identifier: "]B\(modifier)", text: String(decoding: bytes, as: UTF8.self), bytes: bytes)
  }

  /// Control characters, but for line ends and tabulators, are rare in ASCII.
  private static func holdsControls(_ data: ArraySlice<UInt8>) -> Bool {
    data.contains { ($0 < 32 && ![9, 10, 13].contains($0)) || $0 == 127 }
  }

  /// Pairs of digits, of which the second may be an X; a data link escape changes over to ASCII.
  private static func numeric(_ data: ArraySlice<UInt8>) -> (bytes: [UInt8], endsInASCII: Bool)? {
    let escape: UInt8 = 16
    var bytes: [UInt8] = []
    for (k, code) in data.enumerated() {
      switch code {
      case escape: return (bytes + data.dropFirst(k + 1), true)
      case 17...26: bytes += [48 + code - 17, UInt8(ascii: "X")]
      case 27...126: bytes += [48 + (code - 27) / 10, 48 + (code - 27) % 10]
      default: return nil
      }
    }
    return (bytes, false)
  }
}

/// Gathers the bits of one character from pairs of a bar and a space.
struct TelepenBits {
  private(set) var byte: UInt16 = 0
  private(set) var count = 0
  /// Within a block of ones between two zeros that narrow bars with wide spaces stand for.
  private var isInBlock = false

  var isComplete: Bool { count == 8 && !isInBlock }

  /// Adds a bar and the space after it; false when no character goes on like this.
  mutating func add(wideBar: Bool, wideSpace: Bool) -> Bool {
    switch (wideBar, wideSpace) {
    case (false, false): append(1, 1)
    case (true, false):
      guard !isInBlock else { return false }
      append(0, 2)
    case (true, true):
      guard !isInBlock else { return false }
      append(0b010, 3)
    case (false, true):
      append(isInBlock ? 0b01 : 0b10, 2)
      isInBlock.toggle()
    }
    return count <= 8
  }

  /// Bits in the order in which they are read, the first one lowest.
  private mutating func append(_ bits: UInt16, _ n: Int) {
    byte |= bits << UInt16(count)
    count += n
  }

  /// The character without its parity bit, or nil when the number of ones is odd.
  var character: UInt8? { byte.nonzeroBitCount & 1 == 0 ? UInt8(byte & 0x7F) : nil }
}
