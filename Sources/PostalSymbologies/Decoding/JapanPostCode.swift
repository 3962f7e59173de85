import BarcodeCore

/// The customer bar code of Japan Post: 67 bars, three a character.
///
/// Between start (full, descender) and stop (descender, full) stand 20 characters and a check character that makes the
/// sum of values a multiple of 19. Letters take two characters: one of three control codes and a digit. A fourth
/// control code fills up what is left.
enum JapanPostCode {
  static let bars = 67
  private static let characters = 20
  /// Patterns of the values 0 to 18: the digits, the hyphen, the control codes 1 to 8.
  private static let patterns: [[BarState]] = [
    "FTT", "FFT", "FDA", "DFA", "FAD", "FTF", "DAF", "AFD", "ADF", "TFF", "TFT", "DAT", "DTA", "ADT", "TDA", "ATD",
    "TAD", "TTF", "FFF",
  ].map {
    $0.map { letter in letter == "F" ? .full : letter == "A" ? .ascender : letter == "D" ? .descender : .tracker }
  }
  private static let hyphen = 10
  private static let letterCodes = 11...13
  private static let filler = 14
  /// log10 of the share of three bars that are a character, of right sums, and of right start and stop.
  private static let characterChance = -0.527
  private static let sumChance = -1.279
  private static let frameChance = -2.408

  static func decode(_ states: BarStates) -> PostalMessage? {
    guard states.count == bars, states.isFourState else { return nil }
    let ends = states.cost(from: 0, [.full, .descender]) + states.cost(from: bars - 2, [.descender, .full])
    guard ends < BarStates.hopeless else { return nil }
    var trellis = ChecksumTrellis(modulus: 19, of: states)
    for character in 0...characters {
      trellis.append(
        patterns.indices.map {
          .init(value: $0, cost: states.cost(from: 2 + 3 * character, patterns[$0]), addend: $0)
        })
    }
    guard let path = trellis.path(), let text = text(Array(path.values.dropLast())) else { return nil }
    return PostalMessage(
      symbology: .japanPost, text: text, cost: path.cost + ends, gap: path.gap,
      chance: Double(characters + 1) * characterChance + sumChance + frameChance)
  }

  /// The text of 20 values, or nil when they break the rules of letters and filling.
  private static func text(_ values: [Int]) -> String? {
    var text = ""
    var index = 0
    while index < values.count {
      let value = values[index]
      index += 1
      if value < hyphen {
        text += String(value)
      } else if value == hyphen {
        text += "-"
      } else if letterCodes.contains(value) {
        // A letter that no longer fits leaves its control code behind as the last character.
        guard index < values.count else { break }
        let letter = (value - letterCodes.lowerBound) * 10 + values[index]
        guard values[index] < 10, letter < 26 else { return nil }
        text.unicodeScalars.append(Unicode.Scalar(UInt8(65 + letter)))
        index += 1
      } else {
        guard value == filler, values[index...].allSatisfy({ $0 == filler }) else { return nil }
        break
      }
    }
    return text.isEmpty ? nil : text
  }
}
