import BarcodeCore

/// The codes of two wide among five that are not interleaved.
enum Code25 {
  static let grammars = [industrial, iata, matrix, datalogic, coop, inverted]

  /// Bars alone show the digits; wide start and stop bars.
  private static let industrial = grammar(
    .code25Industrial, bars, start: "wnwnn", stop: "wnnnw", characterChance: -0.3)
  /// The digits of Industrial between the start and stop of Interleaved.
  private static let iata = grammar(
    .code25IATA, bars, start: "nnn", stop: "wnn", showsRatio: false, characterChance: -0.3)
  /// Bars and spaces show the digits. The wide bars of start and stop are wider than those of the digits in some prints.
  private static let matrix = grammar(
    .code25Matrix, elements, start: "wnnnn", stop: "wnnnn", showsRatio: false, endsLimit: 0.14, widerEnds: 4,
    characterChance: -0.35)
  /// The digits of Matrix between the start and stop of Interleaved.
  private static let datalogic = grammar(
    .code25Datalogic, elements, start: "nnn", stop: "wnn", showsRatio: false, characterChance: -0.35)
  /// Digits in an order of their own.
  private static let coop = grammar(
    .code25COOP, TwoOfFive.patterns(coopDigits, elements: 5) { $0 }, start: "wnw", stop: "nww", characterChance: -0.35)
  /// Spaces alone show the digits, between narrow bars; start and stop of Industrial.
  private static let inverted = grammar(
    .code25Inverted, TwoOfFive.patterns(elements: 10) { 2 * $0 + 1 }, start: "wnwnnn", stop: "wnnnw",
    characterChance: -0.3)

  private static let bars = TwoOfFive.patterns(elements: 9) { 2 * $0 }
  private static let elements = TwoOfFive.patterns(elements: 5) { $0 }
  /// Wide elements of the digits of COOP, which follow each other as combinations do.
  private static let coopDigits: [[Int]] = [
    [0, 1], [3, 4], [2, 4], [2, 3], [1, 4], [1, 3], [1, 2], [0, 4], [0, 3], [0, 2],
  ]

  private static func grammar(
    _ symbology: Symbology, _ digits: [WidthPattern], start: String, stop: String, showsRatio: Bool = true,
    endsLimit: Float = WidthGrammar.usualEndsLimit, widerEnds: Int? = nil, characterChance: Double
  ) -> WidthGrammar {
    WidthGrammar(
      symbology: symbology, characters: digits, starts: [WidthPattern(start)], stops: [WidthPattern(stop)],
      gaps: 0.5...1.8, startShowsRatio: showsRatio, endsLimit: endsLimit, widerEnds: widerEnds, lengths: 1...82,
      quietZone: 5,
      endsChance: -0.8, characterChance: characterChance,
      interpret: { interpret(symbology, $0, $1) },
      checkChance: { _, options in options.code25.isRequired ? -1 : 0 })
  }

  private static func interpret(_ symbology: Symbology, _ codes: [UInt8], _ options: LinearOptions) -> LinearContent? {
    guard let (digits, modifier) = TwoOfFive.checked(codes.dropFirst().dropLast(), options.code25) else { return nil }
    let identifier = symbology == .code25IATA ? "]R\(modifier)" : symbology == .code25Industrial ? "]S0" : "]X0"
    return TwoOfFive.content(symbology, identifier, digits, options)
  }
}
