/// The card design standard of AAMVA, all versions: a header that says where each subfile is, and subfiles of elements
/// with names of three letters.
enum AAMVAParser {
  /// Subfiles of a card; more are none.
  private static let maximumSubfiles = 99

  static func parse(_ text: String) -> ParsedContent? {
    let bytes = Array(text.utf8)
    guard let header = Header(bytes) else { return nil }
    var fields = [
      ContentField(key: "IIN", name: "Issuer", value: header.issuer, meaning: AAMVATable.issuers[header.issuer]),
      ContentField(key: "VER", name: "Version", value: header.version),
    ]
    var problems: [String] = []
    for subfile in header.subfiles {
      guard let body = body(of: subfile, in: bytes, after: header.end) else {
        problems.append("subfile \(subfile.type) is missing")
        continue
      }
      fields += elements(of: body)
    }
    guard fields.count > 2 else { return nil }
    problems += missing(fields)
    return ParsedContent(format: .aamva, fields: fields, problems: problems)
  }

  // MARK: Header

  private struct Subfile {
    let type: String
    let offset: Int
    let length: Int
  }

  private struct Header {
    let issuer: String
    let version: String
    let subfiles: [Subfile]
    /// Where the header ends.
    let end: Int

    init?(_ bytes: [UInt8]) {
      // `@`, line feed, record separator, carriage return; some issuers leave one out or put another in their place.
      guard bytes.first == UInt8(ascii: "@") else { return nil }
      var at = 1
      while at < bytes.count, bytes[at] < 0x21 { at += 1 }
      func text(_ count: Int) -> String? {
        guard at + count <= bytes.count else { return nil }
        defer { at += count }
        return String(decoding: bytes[at..<at + count], as: UTF8.self)
      }
      guard let name = text(5), name == "ANSI " || name == "AAMVA", let issuer = text(6), issuer.isDigits,
        let version = text(2), version.isDigits, let number = Int(version)
      else { return nil }
      // The first version has no number of the jurisdiction's own version.
      if number >= 2 { guard text(2) != nil else { return nil } }
      guard let count = text(2).flatMap({ Int($0) }), (1...AAMVAParser.maximumSubfiles).contains(count) else {
        return nil
      }
      var subfiles: [Subfile] = []
      for _ in 0..<count {
        guard let type = text(2), let offset = text(4).flatMap({ Int($0) }), let length = text(4).flatMap({ Int($0) })
        else { break }
        subfiles.append(Subfile(type: type, offset: offset, length: length))
      }
      guard !subfiles.isEmpty else { return nil }
      self.issuer = issuer
      self.version = version
      self.subfiles = subfiles
      end = at
    }
  }

  // MARK: Subfiles

  /// The bytes of a subfile without its type. Offsets of many issuers are a little wrong, then it is searched for.
  private static func body(of subfile: Subfile, in bytes: [UInt8], after start: Int) -> ArraySlice<UInt8>? {
    let type = Array(subfile.type.utf8)
    func isAt(_ place: Int) -> Bool {
      place >= 0 && place + 2 <= bytes.count && bytes[place..<place + 2].elementsEqual(type)
    }
    let place: Int? =
      isAt(subfile.offset)
      ? subfile.offset
      : (start..<max(start, bytes.count - 1)).first { at in
        isAt(at) && (at == start || bytes[at - 1] < 0x21)
      }
    guard let place else { return nil }
    // A subfile ends in a carriage return; its length is as unreliable as its offset.
    let rest = bytes[(place + 2)...]
    let end = rest.firstIndex(of: 0x0D) ?? rest.endIndex
    return rest[..<end]
  }

  private static func elements(of body: ArraySlice<UInt8>) -> [ContentField] {
    body.split(separator: 0x0A).compactMap { line -> ContentField? in
      let text = String(decoding: line, as: UTF8.self)
      guard text.count >= 3 else { return nil }
      let key = String(text.prefix(3))
      guard key.utf8.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) }) else { return nil }
      let value = String(text.dropFirst(3).reversed().drop { $0 == " " }.reversed())
      return ContentField(
        key: key, name: AAMVATable.names[key] ?? "Element \(key)", value: value,
        meaning: meaning(of: value, key: key))
    }
  }

  private static func meaning(of value: String, key: String) -> String? {
    if AAMVATable.dates.contains(key) { return date(value) }
    return AAMVATable.codes[key]?[value]
  }

  /// The United States put the year last, Canada and the first version first. A year is never below 1800, and neither
  /// month and day nor day and month are above 1231, so that the digits say it themselves.
  private static func date(_ digits: String) -> String? {
    guard digits.count == 8, digits.isDigits, let first = Int(digits.prefix(4)), let last = Int(digits.suffix(4)) else {
      return nil
    }
    return first >= 1800
      ? CalendarDate.iso(first, last / 100, last % 100) : CalendarDate.iso(last, first / 100, first % 100)
  }

  /// What every card has to say.
  private static func missing(_ fields: [ContentField]) -> [String] {
    let keys = Set(fields.map(\.key))
    let mandatory: [(String, [String])] = [
      ("the name", ["DCS", "DAB", "DAA"]), ("the number", ["DAQ"]), ("the date of birth", ["DBB", "DBL"]),
    ]
    return mandatory.compactMap { what, any in keys.isDisjoint(with: any) ? "\(what) is missing" : nil }
  }
}
