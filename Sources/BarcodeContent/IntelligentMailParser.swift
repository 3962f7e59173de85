/// Intelligent Mail bar codes of the United States Postal Service (USPS-B-3200): a tracking code of 20 digits and a
/// routing code of none, 5, 9 or 11.
enum IntelligentMailParser {
  private static let trackingLength = 20
  /// Names of the routing code's parts, and after how many digits each ends.
  private static let routing = [
    (key: "ZIP", name: "ZIP code", end: 5), (key: "ZIP4", name: "ZIP+4 extension", end: 9),
    (key: "DP", name: "Delivery point", end: 11),
  ]
  /// The second digit of the bar code identifier is none of the greater ones.
  private static let mostIdentifier: Character = "4"
  /// Mailer identifiers of nine digits start with this one, those of six do not.
  private static let longMailer: Character = "9"

  static func parse(_ text: String) -> ParsedContent? {
    let digits = Array(text.filter { $0 != "-" })
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      digits.count == trackingLength
        || routing.contains(where: { trackingLength + $0.end == digits.count })
    else { return nil }
    var place = 0
    func next(_ key: String, _ name: String, _ count: Int) -> ContentField {
      defer { place += count }
      return ContentField(key: key, name: name, value: String(digits[place..<(place + count)]))
    }
    var fields = [next("BI", "Barcode identifier", 2), next("STID", "Service type identifier", 3)]
    let mailer = digits[place] == longMailer ? 9 : 6
    fields.append(next("MID", "Mailer identifier", mailer))
    fields.append(next("SN", "Serial number", 15 - mailer))
    for part in routing where place < digits.count {
      fields.append(next(part.key, part.name, part.end - (place - trackingLength)))
    }
    let problems = digits[1] > mostIdentifier ? ["the barcode identifier \(fields[0].value) is none"] : []
    return ParsedContent(format: .intelligentMail, fields: fields, problems: problems)
  }
}
