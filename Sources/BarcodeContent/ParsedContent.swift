/// The meaning of a symbol's text.
public struct ParsedContent: Sendable, Hashable {
  public let format: ContentFormat
  /// In the order of the text.
  public let fields: [ContentField]
  /// What is wrong with the text; empty when nothing is.
  public let problems: [String]

  public init(format: ContentFormat, fields: [ContentField], problems: [String] = []) {
    self.format = format
    self.fields = fields
    self.problems = problems
  }

  public var isValid: Bool { problems.isEmpty }

  /// The first field of a key.
  public subscript(key: String) -> ContentField? { fields.first { $0.key == key } }

  /// A row a field: `(KEY) value`.
  public var text: String { fields.map { "(\($0.key)) \($0.value)" }.joined(separator: "\n") }

  /// An object of `format`, `valid`, `fields` (an array of objects of `key`, `name`, `value` and, where it says more
  /// than the value, `meaning`) and `problems` (an array of texts). All values but `valid` are texts.
  public var json: String {
    let fields = fields.map { field in
      var members = [("key", field.key), ("name", field.name), ("value", field.value)]
      if let meaning = field.meaning { members.append(("meaning", meaning)) }
      return "{" + members.map { JSONText.quoted($0.0) + ":" + JSONText.quoted($0.1) }.joined(separator: ",") + "}"
    }
    let problems = problems.map { JSONText.quoted($0) }
    return #"{"format":\#(JSONText.quoted(format.rawValue)),"valid":\#(isValid),"fields":["#
      + fields.joined(separator: ",") + #"],"problems":["# + problems.joined(separator: ",") + "]}"
  }
}

/// One datum of a text.
public struct ContentField: Sendable, Hashable {
  /// What the format calls it: `01`, `DAQ`.
  public let key: String
  /// For people.
  public let name: String
  /// As it stands in the text.
  public let value: String
  /// The value in a common form, where that is another one: dates as `YYYY-MM-DD`, quantities with their point.
  public let meaning: String?

  public init(key: String, name: String, value: String, meaning: String? = nil) {
    self.key = key
    self.name = name
    self.value = value
    self.meaning = meaning
  }
}

/// Ways to structure a text.
public enum ContentFormat: String, Sendable, CaseIterable {
  /// GS1 element strings: application identifiers and their data.
  case gs1 = "GS1"
  /// Driver licences and identity cards of North America.
  case aamva = "AAMVA"
  /// Health industry bar codes, of suppliers and of providers.
  case hibc = "HIBC"
  /// Blood, cells and tissues.
  case isbt128 = "ISBT 128"
  /// Unique identification by MIL-STD-130.
  case iuid = "IUID"
  /// Parcel labels of UPS in MaxiCode.
  case scm = "SCM"
  /// Tracking and routing of Intelligent Mail; digits alone do not tell, so it is never found by itself.
  case intelligentMail = "IMb"
}

/// Finds the meaning of texts.
public struct ContentParser: Sendable {
  /// Years of two digits mean the nearest to this one.
  public var year: Int

  public init(year: Int) { self.year = year }

  /// - Parameters:
  ///   - text: the symbol's content, with FNC1 between elements as the character GS (29).
  ///   - isGS1: the symbol says that its content is one of GS1.
  ///   - format: nil: whichever fits.
  /// - Returns: nil when the text is none of the format.
  public func parse(_ text: String, isGS1: Bool = false, as format: ContentFormat? = nil) -> ParsedContent? {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    switch format {
    case .gs1: return GS1Parser(year: year).parse(text)
    case .aamva: return AAMVAParser.parse(text)
    case .hibc: return HIBCParser(year: year).parse(text)
    case .isbt128: return ISBTParser.parse(text)
    case .iuid: return IUIDParser.parse(text)
    case .scm: return SCMParser.parse(text)
    case .intelligentMail: return IntelligentMailParser.parse(text)
    case nil: return parseAny(text, isGS1: isGS1)
    }
  }

  /// No symbol holds more.
  private static let maximumLength = 16_384

  private func parseAny(_ text: String, isGS1: Bool) -> ParsedContent? {
    if isGS1 { return parse(text, as: .gs1) }
    // In the order of how hard it is to take another text for one of the format.
    for format in [ContentFormat.aamva, .scm, .iuid, .isbt128, .hibc] {
      if let content = parse(text, as: format) { return content }
    }
    return nil
  }
}

enum JSONText {
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Control characters of messages.
enum Control {
  static let recordSeparator = "\u{1E}"
  static let groupSeparator: Character = "\u{1D}"
  static let endOfTransmission: Character = "\u{4}"
}
