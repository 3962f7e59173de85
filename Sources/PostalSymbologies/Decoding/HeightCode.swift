import BarcodeCore

/// POSTNET and PLANET of the United States Postal Service: bars of two heights on one base line.
///
/// A tall bar stands at either end; between them five bars a digit, weighing 7, 4, 2, 1 and 0, of which two are tall in
/// POSTNET and two short in PLANET. The last digit makes the sum of digits a multiple of ten.
enum HeightCode {
  /// Which of the five bars differ from the rest, as bits from the left.
  private static let patterns: [Int] = [
    0b11000, 0b00011, 0b00101, 0b00110, 0b01001, 0b01010, 0b01100, 0b10001, 0b10010, 0b10100,
  ]
  /// log10 of the share of five bars that are a digit, of right sums, and of tall bars at both ends.
  private static let digitChance = -0.505
  private static let sumChance = -1.0
  private static let frameChance = -0.6

  /// Digits without the check digit, of the symbol of a number of bars; nil where there is none.
  static func length(bars: Int, _ symbology: Symbology) -> Int? {
    let lengths = symbology == .postnet ? [5, 9, 11] : [11, 12, 13]
    return lengths.first { 5 * ($0 + 1) + 2 == bars }
  }

  static func decode(_ states: BarStates, _ symbology: Symbology, _ options: PostalOptions) -> PostalMessage? {
    guard states.hasAscenders, !states.hasDescenders, let length = length(bars: states.count, symbology) else {
      return nil
    }
    let isTall = symbology == .postnet
    var trellis = ChecksumTrellis(modulus: 10, of: states)
    for digit in 0...length {
      trellis.append(
        patterns.indices.map { value in
          var cost = 0.0
          for bar in 0..<5 {
            let isMarked = patterns[value] >> (4 - bar) & 1 == 1
            cost += BarStates.cost(states.up[1 + 5 * digit + bar], isLong: isMarked == isTall)
          }
          return .init(value: value, cost: cost, addend: value)
        })
    }
    guard let path = trellis.path() else { return nil }
    let ends =
      BarStates.cost(states.up[0], isLong: true) + BarStates.cost(states.up[states.count - 1], isLong: true)
    let transmits = isTall ? options.transmitsCheckOfPOSTNET : options.transmitsCheckOfPLANET
    return PostalMessage(
      symbology: symbology, text: path.values.dropLast(transmits ? 0 : 1).map(String.init).joined(),
      cost: path.cost + ends,
      gap: path.gap, chance: Double(length + 1) * digitChance + sumChance + frameChance)
  }
}
