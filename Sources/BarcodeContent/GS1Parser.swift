/// GS1 element strings.
struct GS1Parser {
  let year: Int

  /// Identifiers have two to four digits.
  private static let identifierLengths = 2...4

  func parse(_ text: String) -> ParsedContent? {
    var rest = Substring(text.first == "(" ? Self.unbracketed(text) : text)
    var fields: [ContentField] = []
    var problems: [String] = []
    while true {
      while rest.first == Control.groupSeparator { rest = rest.dropFirst() }
      guard !rest.isEmpty else { break }
      guard let (identifier, key) = Self.identifier(at: rest) else {
        // What begins like nothing known is no element string at all.
        if fields.isEmpty { return nil }
        problems.append("no application identifier at: \(rest.prefix(8))")
        break
      }
      rest = rest.dropFirst(key.count)
      let data: Substring
      if let length = GS1Table.knownLengths[String(key.prefix(2))] {
        data = rest.prefix(length - key.count)
      } else {
        data = rest.prefix { $0 != Control.groupSeparator }
      }
      rest = rest.dropFirst(data.count)
      let element = element(identifier, key: key, String(data))
      fields.append(element.field)
      problems += element.problems.map { "(\(key)): \($0)" }
    }
    return fields.isEmpty ? nil : ParsedContent(format: .gs1, fields: fields, problems: problems)
  }

  /// From the form for people, with identifiers in brackets.
  private static func unbracketed(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while rest.first == "(", let end = rest.firstIndex(of: ")") {
      let key = rest[rest.index(after: rest.startIndex)..<end]
      guard key.isDigits, identifierLengths.contains(key.count) else { break }
      rest = rest[rest.index(after: end)...]
      // Brackets may be data, too; an identifier has to follow them.
      var data = ""
      while let next = rest.first, !(next == "(" && startsIdentifier(rest)) {
        data.append(next)
        rest = rest.dropFirst()
      }
      result += key + data + String(Control.groupSeparator)
    }
    return result + rest
  }

  private static func startsIdentifier(_ text: Substring) -> Bool {
    guard let end = text.firstIndex(of: ")") else { return false }
    let key = text[text.index(after: text.startIndex)..<end]
    return key.isDigits && identifierLengths.contains(key.count) && identifier(at: key + "0") != nil
  }

  private static func identifier(at text: Substring) -> (GS1Identifier, key: String)? {
    for length in identifierLengths {
      let digits = text.prefix(length)
      guard digits.count == length, digits.isDigits, let found = GS1Table.identifiers[String(digits)] else { continue }
      guard found.hasDecimals else { return (found, String(digits)) }
      let key = text.prefix(length + 1)
      guard key.count == length + 1, let decimals = key.last?.wholeNumberValue, decimals <= found.mostDecimals else {
        return nil
      }
      return (found, String(key))
    }
    return nil
  }

  // MARK: One element

  private func element(
    _ identifier: GS1Identifier, key: String, _ data: String
  ) -> (field: ContentField, problems: [String]) {
    var problems: [String] = []
    var meanings: [String] = []
    var rest = data[...]
    let decimals = identifier.hasDecimals ? key.last?.wholeNumberValue ?? 0 : 0
    for part in identifier.parts {
      if rest.isEmpty, part.isOptional { continue }
      let piece = String(rest.prefix(part.lengths.upperBound))
      rest = rest.dropFirst(piece.count)
      guard piece.count >= part.lengths.lowerBound else {
        problems.append("too short")
        break
      }
      guard GS1Check.contains(part.characters, piece) else {
        problems.append("characters that are not allowed")
        continue
      }
      let (meaning, problem) = meaning(of: piece, part.meaning, decimals: decimals)
      meanings.append(meaning ?? piece)
      if let problem { problems.append(problem) }
    }
    if !rest.isEmpty { problems.append("too long") }
    let meaning = meanings.joined(separator: " ")
    return (
      ContentField(
        key: key, name: identifier.title, value: data,
        meaning: problems.isEmpty && meaning != data && hasMeaning(identifier) ? meaning : nil), problems
    )
  }

  private func hasMeaning(_ identifier: GS1Identifier) -> Bool {
    identifier.parts.contains {
      switch $0.meaning {
      case .date, .time, .hour, .number: true
      case .none, .checkDigit, .checkPair: false
      }
    }
  }

  private func meaning(
    of piece: String, _ meaning: GS1Part.Meaning, decimals: Int
  ) -> (meaning: String?, problem: String?) {
    switch meaning {
    case .none: return (nil, nil)
    case .checkDigit: return (nil, GS1Check.isCheckDigit(piece) ? nil : "wrong check digit")
    case .checkPair: return (nil, GS1Check.isCheckPair(piece) ? nil : "wrong check characters")
    case .date(let allowsNoDay):
      let date = date(piece, allowsNoDay: allowsNoDay)
      return (date, date == nil ? "no such date" : nil)
    case .time:
      let time = CalendarDate.time(piece)
      return (time, time == nil ? "no such time" : nil)
    case .hour:
      guard let date = date(String(piece.prefix(6)), allowsNoDay: false),
        let time = CalendarDate.time(String(piece.suffix(2)))
      else { return (nil, "no such time") }
      return (date + " " + time, nil)
    case .number:
      return (Self.number(piece, decimals: decimals), nil)
    }
  }

  private func date(_ digits: String, allowsNoDay: Bool) -> String? {
    let parts = CalendarDate.pairs(digits)
    guard parts.count == 3 else { return nil }
    return CalendarDate.iso(
      CalendarDate.fullYear(parts[0], near: year), parts[1], parts[2], allowsNoDay: allowsNoDay)
  }

  /// Without zeros in front.
  static func number(_ digits: String, decimals: Int) -> String {
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals).drop { $0 == "0" }
    let head = whole.isEmpty ? "0" : String(whole)
    return decimals == 0 ? head : head + "." + padded.suffix(decimals)
  }
}
