/// Builds one JSON value as text.
struct JSON {
  private(set) var text = ""
  private var needsComma = false

  /// Opens an object or, with a key, one as a member.
  mutating func beginObject(_ key: String? = nil) { open("{", key) }
  mutating func endObject() { close("}") }
  mutating func beginArray(_ key: String? = nil) { open("[", key) }
  mutating func endArray() { close("]") }

  mutating func member(_ key: String, _ value: String) {
    separate(key)
    append(quoted: value)
  }

  mutating func member(_ key: String, _ value: Int) {
    separate(key)
    text += String(value)
  }

  mutating func member(_ key: String, _ value: Bool) {
    separate(key)
    text += value ? "true" : "false"
  }

  /// A number with so many places after the point.
  mutating func member(_ key: String, _ value: Double, places: Int) {
    separate(key)
    text += Self.number(value, places: places)
  }

  /// Points as arrays of two numbers.
  mutating func member(_ key: String, points: [(x: Double, y: Double)]) {
    separate(key)
    let pairs = points.map { "[\(Self.number($0.x, places: 2)),\(Self.number($0.y, places: 2))]" }
    text += "[" + pairs.joined(separator: ",") + "]"
  }

  private mutating func open(_ bracket: String, _ key: String?) {
    separate(key)
    text += bracket
    needsComma = false
  }

  private mutating func close(_ bracket: String) {
    text += bracket
    needsComma = true
  }

  private mutating func separate(_ key: String?) {
    if needsComma { text += "," }
    needsComma = true
    if let key {
      append(quoted: key)
      text += ":"
    }
  }

  private mutating func append(quoted value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5c: text += "\\\\"
      case 0x0a: text += "\\n"
      case 0x0d: text += "\\r"
      case 0x09: text += "\\t"
      // Line separators end a line for some readers of JSON lines.
      case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: text += "\\u" + Self.hex(scalar.value, digits: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A decimal number; what is not finite becomes 0, since JSON has no word for it.
  static func number(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let units = Int64((abs(value) * scale).rounded())
    let whole = units / Int64(scale)
    let part = units % Int64(scale)
    let sign = value < 0 && units != 0 ? "-" : ""
    if part == 0 { return "\(sign)\(whole)" }
    var digits = String(part)
    digits = String(repeating: "0", count: places - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

/// Bytes in base 64.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let left = min(3, bytes.count - i)
      let b = (0..<3).map { $0 < left ? Int(bytes[i + $0]) : 0 }
      let bits = b[0] << 16 | b[1] << 8 | b[2]
      for k in 0..<4 {
        out.append(k <= left ? alphabet[bits >> (18 - 6 * k) & 63] : 0x3d)
      }
      i += 3
    }
    return String(decoding: out, as: UTF8.self)
  }
}
