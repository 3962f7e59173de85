/// A run of narrow and wide elements that begins with a bar: a character, a start or a stop.
struct WidthPattern: Sendable {
  /// Bars and spaces.
  let elements: Int
  /// Which of them are wide; bit 0 is the first element.
  let wide: UInt32
  /// The character that it stands for.
  let code: UInt8

  /// - Parameter widths: One letter an element, `n` or `w`, in reading order.
  init(_ widths: String, code: UInt8 = 0) {
    elements = widths.utf8.count
    self.code = code
    var wide: UInt32 = 0
    for (k, letter) in widths.utf8.enumerated() where letter == UInt8(ascii: "w") { wide |= 1 << UInt32(k) }
    self.wide = wide
  }

  /// - Parameter wide: Bit 0 is the first element.
  init(elements: Int, wide: UInt32, code: UInt8) {
    self.elements = elements
    self.wide = wide
    self.code = code
  }

  /// Widths of the elements with wide ones of thrice the narrow.
  var typicalWidths: [Int] { (0..<elements).map { isWide($0) ? 3 : 1 } }

  var wideCount: Int { wide.nonzeroBitCount }

  @inline(__always)
  func isWide(_ k: Int) -> Bool { wide &>> UInt32(truncatingIfNeeded: k) & 1 == 1 }
}
