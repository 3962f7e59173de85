/// Health industry bar codes: the supplier's primary and secondary data, and the provider's data.
struct HIBCParser {
  let year: Int

  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")
  /// Identification code of a supplier.
  private static let supplierLength = 4
  /// Number of the product, from 1 to 18 characters.
  private static let longestProduct = 18

  func parse(_ text: String) -> ParsedContent? {
    let characters = Array(text)
    guard characters.count >= 4, characters[0] == "+", Self.isChecked(characters) else { return nil }
    let body = String(characters[1..<characters.count - 1])
    let check = ContentField(key: "CHK", name: "Check character", value: String(characters[characters.count - 1]))
    guard let first = body.first else { return nil }
    var fields: [ContentField]
    var problems: [String] = []
    if first == "/" {
      fields = provider(body)
    } else if first.isLetter {
      var segments = body.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard let primary = primary(segments.removeFirst()) else { return nil }
      fields = primary
      for segment in segments { fields += secondary(segment, &problems) }
    } else {
      // The secondary data alone ends in the check character of the primary data.
      guard let link = body.last else { return nil }
      fields = secondary(String(body.dropLast()), &problems)
      fields.append(ContentField(key: "LNK", name: "Link character", value: String(link)))
    }
    guard !fields.isEmpty else { return nil }
    return ParsedContent(format: .hibc, fields: fields + [check], problems: problems)
  }

  /// The sum of the positions in the alphabet, modulo 43.
  private static func isChecked(_ characters: [Character]) -> Bool {
    var sum = 0
    for character in characters.dropLast() {
      guard let position = alphabet.firstIndex(of: character) else { return false }
      sum += position
    }
    return characters.last == alphabet[sum % alphabet.count]
  }

  private func primary(_ text: String) -> [ContentField]? {
    let characters = Array(text)
    guard characters.count >= Self.supplierLength + 2,
      characters.count <= Self.supplierLength + Self.longestProduct + 1, let unit = characters.last, unit.isNumber
    else { return nil }
    return [
      ContentField(key: "LIC", name: "Supplier", value: String(characters.prefix(Self.supplierLength))),
      ContentField(
        key: "PCN", name: "Product", value: String(characters[Self.supplierLength..<characters.count - 1])),
      ContentField(key: "UOM", name: "Unit of measure", value: String(unit)),
    ]
  }

  /// Where and what: a letter each, then the datum.
  private func provider(_ body: String) -> [ContentField] {
    body.split(separator: "/").compactMap { part in
      let place = part.prefix(2)
      guard place.count == 2 else { return nil }
      return ContentField(key: String(place), name: "Provider data", value: String(part.dropFirst(2)))
    }
  }

  // MARK: Secondary data

  private func secondary(_ segment: String, _ problems: inout [String]) -> [ContentField] {
    if segment.hasPrefix("$$+") { return dated(segment.dropFirst(3), isSerial: true, &problems) }
    if segment.hasPrefix("$$") { return dated(segment.dropFirst(2), isSerial: false, &problems) }
    if segment.hasPrefix("$+") { return [serial(segment.dropFirst(2))] }
    if segment.hasPrefix("$") { return [lot(segment.dropFirst())] }
    if segment.hasPrefix("16D") { return [date("MAN", "Manufactured", String(segment.dropFirst(3)), &problems)] }
    if segment.hasPrefix("14D") { return [date("EXP", "Expires", String(segment.dropFirst(3)), &problems)] }
    if segment.first == "S" { return [serial(segment.dropFirst())] }
    if segment.first == "Q" {
      return [ContentField(key: "QTY", name: "Quantity", value: String(segment.dropFirst()))]
    }
    let day = String(segment.prefix(5))
    if day.count == 5, day.isDigits {
      return [expiry(day, .yearAndDay, &problems), lot(segment.dropFirst(5))].filter { !$0.value.isEmpty }
    }
    problems.append("unknown data: \(segment.prefix(8))")
    return []
  }

  private func lot(_ text: Substring) -> ContentField { ContentField(key: "LOT", name: "Lot", value: String(text)) }

  private func serial(_ text: Substring) -> ContentField {
    ContentField(key: "SER", name: "Serial number", value: String(text))
  }

  private enum DateForm {
    case monthAndYear
    case monthDayYear
    case yearMonthDay
    case yearMonthDayHour
    case yearAndDay
    case yearDayHour

    /// The forms that a digit announces, with their number of digits.
    static let announced: [Character: (DateForm, Int)] = [
      "2": (.monthDayYear, 6), "3": (.yearMonthDay, 6), "4": (.yearMonthDayHour, 8), "5": (.yearAndDay, 5),
      "6": (.yearDayHour, 7),
    ]
  }

  /// Quantity, if there is one, expiry, and lot or serial number.
  private func dated(_ text: Substring, isSerial: Bool, _ problems: inout [String]) -> [ContentField] {
    var rest = text
    var fields: [ContentField] = []
    // 8 and 9 announce a quantity of two or five digits.
    if let digits = ["8": 2, "9": 5][rest.first.map(String.init) ?? ""] {
      let quantity = String(rest.dropFirst().prefix(digits))
      if quantity.count == digits, quantity.isDigits {
        fields.append(
          ContentField(
            key: "QTY", name: "Quantity", value: quantity, meaning: GS1Parser.number(quantity, decimals: 0)))
      } else {
        problems.append("wrong quantity")
      }
      rest = rest.dropFirst(1 + digits)
    }
    if let (form, count) = rest.first.flatMap({ DateForm.announced[$0] }) {
      fields.append(expiry(String(rest.dropFirst().prefix(count)), form, &problems))
      rest = rest.dropFirst(1 + count)
    } else if rest.first == "7" {
      rest = rest.dropFirst()
    } else if rest.first == "0" || rest.first == "1" {
      fields.append(expiry(String(rest.prefix(4)), .monthAndYear, &problems))
      rest = rest.dropFirst(4)
    }
    if !rest.isEmpty { fields.append(isSerial ? serial(rest) : lot(rest)) }
    return fields
  }

  private func expiry(_ digits: String, _ form: DateForm, _ problems: inout [String]) -> ContentField {
    let pairs = CalendarDate.pairs(digits)
    func full(_ index: Int) -> Int { CalendarDate.fullYear(pairs[index], near: year) }
    var meaning: String?
    if digits.isDigits {
      switch (form, digits.count) {
      case (.monthAndYear, 4): meaning = CalendarDate.iso(full(1), pairs[0], 0, allowsNoDay: true)
      case (.monthDayYear, 6): meaning = CalendarDate.iso(full(2), pairs[0], pairs[1])
      case (.yearMonthDay, 6): meaning = CalendarDate.iso(full(0), pairs[1], pairs[2])
      case (.yearMonthDayHour, 8):
        if let day = CalendarDate.iso(full(0), pairs[1], pairs[2]),
          let time = CalendarDate.time(String(digits.suffix(2)))
        {
          meaning = day + " " + time
        }
      case (.yearAndDay, 5): meaning = CalendarDate.iso(full(0), dayOfYear: Int(digits.suffix(3)) ?? 0)
      case (.yearDayHour, 7):
        if let day = CalendarDate.iso(full(0), dayOfYear: Int(digits.dropFirst(2).prefix(3)) ?? 0),
          let time = CalendarDate.time(String(digits.suffix(2)))
        {
          meaning = day + " " + time
        }
      default: break
      }
    }
    if meaning == nil { problems.append("no such date: \(digits)") }
    return ContentField(key: "EXP", name: "Expires", value: digits, meaning: meaning)
  }

  /// YYYYMMDD.
  private func date(_ key: String, _ name: String, _ digits: String, _ problems: inout [String]) -> ContentField {
    let pairs = CalendarDate.pairs(digits)
    let meaning =
      digits.count == 8 && digits.isDigits
      ? CalendarDate.iso(pairs[0] * 100 + pairs[1], pairs[2], pairs[3]) : nil
    if meaning == nil { problems.append("no such date: \(digits)") }
    return ContentField(key: key, name: name, value: digits, meaning: meaning)
  }
}
