/// Unique identification of items by MIL-STD-130: messages of ISO/IEC 15434 in the formats 05 (GS1), 06 (data
/// identifiers) and 12 (text element identifiers).
enum IUIDParser {
  static func parse(_ text: String) -> ParsedContent? {
    guard let message = TransferMessage(text) else { return nil }
    var fields: [ContentField] = []
    switch message.format {
    case "05":
      guard let content = GS1Parser(year: 2000).parse(message.body.joined(separator: String(Control.groupSeparator)))
      else { return nil }
      fields = content.fields
    case "06": fields = message.body.compactMap { dataIdentifier($0) }
    case "12": fields = message.body.compactMap { textElement($0) }
    default: return nil
    }
    guard !fields.isEmpty else { return nil }
    guard let item = uniqueIdentifier(fields) else {
      return ParsedContent(format: .iuid, fields: fields, problems: ["the unique identifier is not complete"])
    }
    return ParsedContent(
      format: .iuid, fields: fields + [ContentField(key: "UII", name: "Unique item identifier", value: item)])
  }

  // MARK: Elements

  /// Digits and a letter, then the datum.
  private static func dataIdentifier(_ text: Substring) -> ContentField? {
    let digits = text.prefix { $0.isNumber }
    guard let letter = text.dropFirst(digits.count).first, letter.isASCII, letter.isUppercase else { return nil }
    let key = digits + String(letter)
    return ContentField(
      key: String(key), name: dataNames[String(key)] ?? "Data identifier \(key)",
      value: String(text.dropFirst(key.count)))
  }

  /// Three letters and a space, then the datum; readers may have dropped the space.
  private static func textElement(_ text: Substring) -> ContentField? {
    let key = String(text.prefix(3))
    guard key.count == 3, key.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) else { return nil }
    let rest = text.dropFirst(3)
    return ContentField(
      key: key, name: textNames[key] ?? "Element \(key)", value: String(rest.first == " " ? rest.dropFirst() : rest))
  }

  private static let dataNames = [
    "17V": "Enterprise (CAGE)", "3V": "Enterprise (GS1)", "12V": "Enterprise (DUNS)", "7L": "Enterprise (DoDAAC)",
    "18V": "Enterprise with its agency", "1P": "Original part number", "S": "Serial number",
    "18S": "Enterprise (CAGE) and serial number", "25S": "Unique item identifier", "1T": "Lot",
    "30T": "Current lot", "30P": "Current part number", "20P": "Part number", "I": "Vehicle identification",
    "22S": "Cellular identifier",
  ]

  private static let textNames = [
    "MFR": "Manufacturer (CAGE)", "CAG": "Enterprise (CAGE)", "SPL": "Supplier (CAGE)", "DUN": "Enterprise (DUNS)",
    "EUC": "Enterprise (GS1)", "SER": "Serial number within the enterprise",
    "SEQ": "Serial number within the part number", "UCN": "Unique component number", "PNO": "Original part number",
    "PNR": "Current part number", "LOT": "Lot", "BAT": "Batch", "UID": "Unique item identifier",
    "USN": "Unique serial number", "UST": "Unique serial number of a tool",
  ]

  // MARK: The identifier

  /// Agencies that give out numbers of enterprises.
  private static let agencies = [
    "17V": "D", "12V": "UN", "7L": "LD", "3V": "", "18V": "", "CAG": "D", "MFR": "D", "SPL": "D", "DUN": "UN",
    "EUC": "",
  ]

  /// Complete, or put together: the enterprise, within it the part or the lot where the serial number is theirs, and the
  /// serial number.
  private static func uniqueIdentifier(_ fields: [ContentField]) -> String? {
    func value(_ keys: String...) -> String? {
      keys.lazy.compactMap { key in fields.first { $0.key == key && !$0.value.isEmpty }?.value }.first
    }
    if let complete = value("25S", "UID", "8004", "8003", "I", "22S") { return complete }
    if let both = value("18S") { return "D" + both }
    if let complete = value("USN", "UST") { return complete }
    if let product = value("01"), let serial = value("21") { return product + serial }
    guard let enterprise = fields.first(where: { agencies[$0.key] != nil }) else { return nil }
    let head = (agencies[enterprise.key] ?? "") + enterprise.value
    if let serial = value("SER", "UCN") { return head + serial }
    guard let serial = value("S", "SEQ") else { return nil }
    return head + (value("1P", "PNO", "1T", "LOT", "BAT") ?? "") + serial
  }
}

/// A message of ISO/IEC 15434 with one format.
struct TransferMessage {
  let format: Substring
  let body: [Substring]

  init?(_ text: String) {
    let head = "[)>" + Control.recordSeparator
    guard text.hasPrefix(head) else { return nil }
    let rest = text.dropFirst(head.count)
    let format = rest.prefix(2)
    guard format.count == 2, format.isDigits, rest.dropFirst(2).first == Control.groupSeparator else { return nil }
    // Readers may have dropped the end of the message.
    let message = rest.dropFirst(3).prefix { String($0) != Control.recordSeparator && $0 != Control.endOfTransmission }
    self.format = format
    body = message.split(separator: Control.groupSeparator, omittingEmptySubsequences: false)
  }
}
