extension HanXinContent {
  /// Ways to write a part of a URI.
  private enum Part: Int {
    case lower = 1
    case upper = 2
    case any = 3
    case octets = 4
    case end = 7

    var bits: Int { self == .any ? 7 : 6 }
    var characters: [String] {
      switch self {
      case .lower: HanXinContent.lowerURI
      case .upper: HanXinContent.upperURI
      default: HanXinContent.anyURI
      }
    }
  }

  /// A uniform resource identifier: frequent pieces of them have codes of their own.
  mutating func readURI() -> Bool {
    while let part = take(3).flatMap(Part.init) {
      switch part {
      case .end: return true
      case .octets: guard readOctets() else { return false }
      default: guard readPieces(part) else { return false }
      }
    }
    return false
  }

  /// Bytes that are written as a percent sign and two digits.
  private mutating func readOctets() -> Bool {
    guard let count = take(8), count * 8 <= left else { return false }
    let digits = Array("0123456789ABCDEF".utf8)
    for _ in 0..<count {
      guard let byte = take(8) else { return false }
      builder.append(contentsOf: [0x25, digits[byte >> 4], digits[byte & 15]])
    }
    return true
  }

  /// Pieces up to the end of a part, with changes between its ways on the way.
  private mutating func readPieces(_ start: Part) -> Bool {
    var part = start
    while let code = take(part.bits) {
      let characters = part.characters
      if code < characters.count {
        builder.append(contentsOf: Array(characters[code].utf8))
        continue
      }
      switch (part, code) {
      case (.lower, 62): part = .upper
      case (.upper, 62), (.any, 125): part = .lower
      case (.any, 126): part = .upper
      default: return true
      }
    }
    return false
  }

  private static func characters(_ text: String) -> [String] { text.map { String($0) } }

  private static let lowercase = "abcdefghijklmnopqrstuvwxyz"
  private static let uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let beginnings = [
    "http://", "https://", "ftp://", "mailto:", "ldap://", "tel:", "urn:", "www.", ".com", ".net", ".gov", ".org",
    ".cn",
  ]
  private static let endings = [
    ".htm", ".html", ".asp", ".aspx", ".php", ".jsp", "gtin", "ser", "bat", "exp", "search", "id", ".jp", ".it", ".de",
    ".br", ".fr", "gs1",
  ]

  private static let lowerURI = characters(lowercase + "0123456789./-_~:@?#=+$&") + beginnings
  private static let upperURI = characters(uppercase + "!*(),{}|\\^[]'<>%\";") + endings
  private static let anyURI =
    characters(lowercase + uppercase + "0123456789$-_.+!*(),{}|\\^~[]'<>#%\";/?:@&=") + beginnings + endings
    + ["search"]
}
