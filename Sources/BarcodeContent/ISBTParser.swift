/// ISBT 128: structures that begin with `=` or `&` and a character that says what they are, one or several in a row.
enum ISBTParser {
  static func parse(_ text: String) -> ParsedContent? {
    var rest = text[...]
    var fields: [ContentField] = []
    var problems: [String] = []
    while let mark = rest.first {
      guard mark == "=" || mark == "&", let second = rest.dropFirst().first else { return nil }
      let isDonation = mark == "=" && isFacility(second)
      let key = isDonation ? "=" : String([mark, second])
      let body = rest.dropFirst(key.count)
      let data = body.prefix { $0 != "=" && $0 != "&" }
      rest = body.dropFirst(data.count)
      guard data.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
      let structure = isDonation ? ISBTTable.donation : ISBTTable.structures[key]
      // The first one decides whether this is such a text at all.
      if fields.isEmpty, structure == nil || structure?.length != data.count { return nil }
      if let length = structure?.length, length != data.count { problems.append("(\(key)): wrong length") }
      let value = String(data)
      let shown = structure.flatMap { meaning(of: value, $0.meaning) }
      if let structure, structure.meaning.isDate, shown == nil { problems.append("(\(key)): no such date") }
      fields.append(ContentField(key: key, name: structure?.name ?? "Data", value: value, meaning: shown))
    }
    return fields.isEmpty ? nil : ParsedContent(format: .isbt128, fields: fields, problems: problems)
  }

  /// Donation numbers begin with the first character of a facility's number.
  private static func isFacility(_ character: Character) -> Bool {
    ("A"..."N").contains(character) || ("P"..."Z").contains(character) || ("1"..."9").contains(character)
  }

  private static func meaning(of value: String, _ meaning: ISBTTable.Meaning) -> String? {
    switch meaning {
    case .none: return nil
    case .donation: return donation(value)
    case .bloodGroup: return ISBTTable.bloodGroups[String(value.prefix(2))]
    case .day: return day(value)
    case .dayAndTime:
      guard let day = day(String(value.prefix(6))), let time = CalendarDate.time(String(value.suffix(4))) else {
        return nil
      }
      return day + " " + time
    }
  }

  /// The facility, the year, the number, the flags and the character that people check it by.
  private static func donation(_ value: String) -> String {
    let number = value.prefix(13)
    return "\(number.prefix(5)) \(number.dropFirst(5).prefix(2)) \(number.dropFirst(7)) \(value.suffix(2))"
      + " \(checkCharacter(number))"
  }

  private static let checkAlphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*")

  /// ISO/IEC 7064, modulus 37, radix 2.
  static func checkCharacter(_ text: Substring) -> Character {
    var sum = 0
    for character in text {
      sum = ((sum + (checkAlphabet.firstIndex(of: character) ?? 0)) * 2) % 37
    }
    return checkAlphabet[(38 - sum) % 37]
  }

  /// The last three digits of the year and the day of the year. Years from 900 on are those of the last century.
  private static func day(_ digits: String) -> String? {
    guard digits.count == 6, digits.isDigits, let year = Int(digits.prefix(3)), let day = Int(digits.suffix(3)) else {
      return nil
    }
    return CalendarDate.iso(year >= 900 ? 1000 + year : 2000 + year, dayOfYear: day)
  }
}

enum ISBTTable {
  enum Meaning: Sendable {
    case none
    case donation
    case bloodGroup
    case day
    case dayAndTime

    var isDate: Bool {
      switch self {
      case .day, .dayAndTime: true
      case .none, .donation, .bloodGroup: false
      }
    }
  }

  struct Structure: Sendable {
    let name: String
    /// Characters after the identifier; nil: it says itself.
    let length: Int?
    let meaning: Meaning

    init(_ name: String, _ length: Int?, _ meaning: Meaning = .none) {
      self.name = name
      self.length = length
      self.meaning = meaning
    }
  }

  static let donation = Structure("Donation identification number", 15, .donation)

  static let structures: [String: Structure] = [
    "=%": .init("Blood group", 4, .bloodGroup), "=<": .init("Product code", 8),
    "=>": .init("Expiration date", 6, .day), "&>": .init("Expiration date and time", 10, .dayAndTime),
    "=*": .init("Collection date", 6, .day), "&*": .init("Collection date and time", 10, .dayAndTime),
    "=}": .init("Production date", 6, .day), "&}": .init("Production date and time", 10, .dayAndTime),
    "&(": .init("Special testing, general", 5), "={": .init("Special testing, red cell antigens, general", 18),
    "=\\": .init("Special testing, red cell antigens", 18), "&{": .init("Special testing, platelets", 18),
    "=[": .init("Special testing, HLA-A and -B", 18), "=\"": .init("Special testing, HLA-DRB1", 18),
    "=)": .init("Container manufacturer and catalogue number", 10), "&)": .init("Container lot number", 10),
    "=;": .init("Donor identification number", 21), "='": .init("Staff member", 21),
    "=-": .init("Manufacturer and catalogue number", 10), "&-": .init("Lot number", 10),
    "=+": .init("Compound message", 5), "=#": .init("Patient's date of birth", 8),
    "&#": .init("Patient identification number", nil), "=]": .init("Expiration month and year", 6),
    "&\"": .init("Transmissible infection markers", 18), "=$": .init("Product consignment", 20),
    "&$": .init("Dimensions", 20), "=,": .init("Product divisions", 6),
    "=/": .init("Processor's product identification code", 6), "&+": .init("Processing facility", nil),
    "&:": .init("Global registration identifier for donors", nil),
  ]

  static let bloodGroups = [
    "95": "O RhD negative", "51": "O RhD positive", "06": "A RhD negative", "62": "A RhD positive",
    "17": "B RhD negative", "73": "B RhD positive", "28": "AB RhD negative", "84": "AB RhD positive", "55": "O",
    "66": "A", "77": "B", "88": "AB",
  ]
}
