import BarcodeCore

/// Code 93 (AIM USS-93): six elements in nine modules, two check characters, full ASCII by four shift characters.
package enum Code93 {
  private static let startStop: UInt8 = 47
  /// Characters of the alphabet that are no shift, as their values count.
  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// Values of the shift characters ($), (%), (/) and (+).
  private static let shifts: ClosedRange<UInt8> = 43...46
  private static let shiftSigns = Array("$%/+".utf8)

  static let grammar = LinearGrammar(
    symbology: .code93, elements: 6, modules: 9, widths: widths, starts: [startStop], stop: startStop,
    terminationBar: 1, lengths: 3...82, quietZone: 10, checkChance: -3.3, verify: verify,
    interpret: { interpret($0, isFullASCII: $1.code93.isFullASCII) })

  /// Widths of the characters 0 to 46 and of start and stop, the bar first.
  private static let widths: [UInt8] = [
    131112, 111213, 111312, 111411, 121113, 121212, 121311, 111114, 131211, 141111, 211113, 211212, 211311, 221112,
    221211, 231111, 112113, 112212, 112311, 122112, 132111, 111123, 111222, 111321, 121122, 131121, 212112, 212211,
    211122, 211221, 221121, 222111, 112122, 112221, 122121, 123111, 121131, 311112, 311211, 321111, 112131, 113121,
    211131, 121221, 312111, 311121, 122211, 111141,
  ].flatMap { digits($0) }

  private static func digits(_ number: Int) -> [UInt8] {
    [100_000, 10_000, 1000, 100, 10, 1].map { UInt8(number / $0 % 10) }
  }

  /// Both check characters are sums modulo 47, weighted from the right: by 1 to 20 and by 1 to 15.
  package static func verify(_ codes: [UInt8]) -> Bool {
    let data = codes.dropFirst().dropLast()
    guard data.count >= 3, data.allSatisfy({ $0 < startStop }) else { return false }
    let first = data.dropLast(2)
    return check(first, weights: 20) == data[data.endIndex - 2]
      && check(data.dropLast(), weights: 15) == data[data.endIndex - 1]
  }

  private static func check(_ data: ArraySlice<UInt8>, weights: Int) -> UInt8 {
    var sum = 0
    for (place, value) in data.reversed().enumerated() { sum += (place % weights + 1) * Int(value) }
    return UInt8(sum % 47)
  }

  /// What the characters from start to stop say; nil when a shift has no partner.
  package static func interpret(_ codes: [UInt8], isFullASCII: Bool = true) -> LinearContent? {
    guard codes.count >= 5 else { return nil }
    var bytes: [UInt8] = []
    var shift: UInt8?
    for code in codes[1..<(codes.count - 3)] {
      if let first = shift {
        shift = nil
        guard let byte = fullASCII(first, code) else { return nil }
        bytes.append(byte)
      } else if shifts.contains(code) {
        if isFullASCII { shift = code } else { bytes.append(shiftSigns[Int(code - shifts.lowerBound)]) }
      } else {
        guard code < 43 else { return nil }
        bytes.append(alphabet[Int(code)])
      }
    }
    guard shift == nil else { return nil }
    return LinearContent(
      symbology: .code93, identifier: "]G0", text: LinearText.decode(bytes), bytes: bytes)
  }

  /// The character that a shift and a letter stand for.
  private static func fullASCII(_ shift: UInt8, _ letter: UInt8) -> UInt8? {
    guard (10...35).contains(letter) else { return nil }
    let place = letter - 10
    switch shift {
    case 43: return place + 1
    case 46: return place + 97
    case 45: return place + 33
    default: break
    }
    switch place {
    case 0..<5: return place + 27
    case 5..<10: return place + 54
    case 10..<15: return place + 81
    case 15..<20: return place + 108
    case 20: return 0
    case 21: return 64
    case 22: return 96
    default: return 127
    }
  }
}
