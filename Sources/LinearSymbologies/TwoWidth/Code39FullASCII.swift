/// Full ASCII of Code 39: a sign and a letter stand for one character.
struct Code39FullASCII {
  let bytes: [UInt8]
  /// The characters, or nil when there is a sign that no letter follows which makes sense.
  ///
  /// - Parameter endsInCheck: The last character may be a check character, which is a sign sometimes.
  static func decode(_ plain: [UInt8], endsInCheck: Bool = false) -> Code39FullASCII? {
    var bytes: [UInt8] = []
    var k = 0
    while k < plain.count {
      let sign = plain[k]
      k += 1
      guard "$%/+".utf8.contains(sign), !(endsInCheck && k == plain.count) else {
        bytes.append(sign)
        continue
      }
      guard k < plain.count, let byte = pair(sign, plain[k]) else { return nil }
      bytes.append(byte)
      k += 1
    }
    return Code39FullASCII(bytes: bytes)
  }

  private static func pair(_ sign: UInt8, _ letter: UInt8) -> UInt8? {
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { return nil }
    let n = letter - UInt8(ascii: "A")
    switch sign {
    case UInt8(ascii: "$"): return 1 + n
    case UInt8(ascii: "+"): return UInt8(ascii: "a") + n
    case UInt8(ascii: "/"): return n == 25 ? UInt8(ascii: ":") : UInt8(ascii: "!") + n
    default: break
    }
    switch n {
    case 0...4: return 27 + n
    case 5...9: return UInt8(ascii: ";") + n - 5
    case 10...14: return UInt8(ascii: "[") + n - 10
    case 15...19: return UInt8(ascii: "{") + n - 15
    case 20: return 0
    case 21: return UInt8(ascii: "@")
    case 22: return UInt8(ascii: "`")
    default: return 127
    }
  }
}
