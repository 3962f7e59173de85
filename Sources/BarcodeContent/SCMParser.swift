/// Labels of UPS in MaxiCode: a message of ISO/IEC 15434 in format 01.
enum SCMParser {
  private static let names: [(key: String, name: String)] = [
    ("POST", "Ship to postal code"), ("CTRY", "Ship to country"), ("SVC", "Class of service"),
    ("TRK", "Tracking number"), ("SCAC", "Carrier"), ("SHPR", "Shipper number"), ("DAY", "Day of pickup"),
    ("ID", "Shipment"), ("PKG", "Package of packages"), ("WGT", "Weight"), ("VAL", "Address validation"),
    ("STRT", "Ship to street"), ("CITY", "Ship to city"), ("ST", "Ship to state"),
  ]
  /// Year of the standard, before the postal code.
  private static let versionLength = 2

  static func parse(_ text: String) -> ParsedContent? {
    guard let message = TransferMessage(text), message.format == "01", var postal = message.body.first,
      message.body.count >= 4
    else { return nil }
    let version = postal.prefix(versionLength)
    guard version.count == versionLength, version.isDigits else { return nil }
    postal = postal.dropFirst(versionLength)
    let values = [postal] + message.body.dropFirst()
    var fields = [ContentField(key: "VER", name: "Version", value: String(version))]
    for (column, value) in zip(names, values) where !value.isEmpty {
      fields.append(
        ContentField(
          key: column.key, name: column.name, value: String(value), meaning: meaning(of: value, column.key)))
    }
    var problems: [String] = []
    for (index, key) in ["POST", "CTRY", "SVC", "TRK", "SCAC"].enumerated()
    where values.count <= index || values[index].isEmpty {
      problems.append("\(key) is missing")
    }
    return ParsedContent(format: .scm, fields: fields, problems: problems)
  }

  private static func meaning(of value: Substring, _ key: String) -> String? {
    switch key {
    case "PKG":
      let parts = value.split(separator: "/")
      return parts.count == 2 ? "\(parts[0]) of \(parts[1])" : nil
    case "VAL": return value == "Y" ? "yes" : value == "N" ? "no" : nil
    default: return nil
    }
  }
}
