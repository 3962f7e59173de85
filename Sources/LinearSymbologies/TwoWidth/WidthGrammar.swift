import BarcodeCore

/// A symbology of narrow and wide elements, as data.
struct WidthGrammar: Sendable {
  let symbology: Symbology
  /// The alphabet; all of its patterns have as many elements. An even number of them adjoins, an odd number has spaces
  /// between characters.
  let characters: [WidthPattern]
  /// What begins and ends a symbol. Neither has the space that separates it from the characters.
  let starts: [WidthPattern]
  let stops: [WidthPattern]
  /// Width of the space between characters, in narrow elements.
  var gaps: ClosedRange<Float> = 0.4...2
  /// Whether the start has both narrow and wide elements, so that it says what wide elements measure.
  var startShowsRatio = true
  /// Largest deviation of a character, in squares of the difference between wide and narrow. Exchanging a wide with a
  /// narrow element costs 0.09 of these at the least.
  var characterLimit: Float = 0.07
  /// Largest mean deviation of start and stop, in squares of the difference between wide and narrow.
  var endsLimit = usualEndsLimit
  /// Wide bars of start and stop are wider than those of the characters in some prints, in narrow elements.
  var widerEnds: Int?
  /// Fewest and most characters between start and stop, check characters included, that are looked for at all.
  let lengths: ClosedRange<Int>
  /// Quiet zone that is asked for on both sides, in narrow elements.
  let quietZone: Float
  /// The same where the border of a label follows: weak symbologies may be part of something else.
  var borderedQuiet: Float = 2.4
  /// Largest mean deviation of a symbol's edges, in squares of the difference between wide and narrow.
  var costLimit: Float = 0.03
  /// log10 of the odds that elements of any widths fit by chance: of start, stop and the ends, and of a character.
  var endsChance: Double = -1
  let characterChance: Double
  /// What the characters from start to stop (both included) say, or nil when they break a rule.
  let interpret: @Sendable (_ codes: [UInt8], _ options: LinearOptions) -> LinearContent?
  /// log10 of the odds that the check characters of these codes fit by chance; 0 where none fit or none are asked for.
  var checkChance: @Sendable (_ codes: [UInt8], _ options: LinearOptions) -> Double = { _, _ in 0 }
  private(set) var frame = SymbolFrame()
  /// Wide elements of every character, where that is the same number for all.
  private(set) var wideCount: Int?

  /// The grammar with what follows from its patterns.
  var completed: WidthGrammar {
    var made = self
    let separator = isDiscrete ? 1 : 0
    made.frame = SymbolFrame(
      starts: starts.map(\.typicalWidths), stops: stops.map(\.typicalWidths),
      inner: separator + lengths.lowerBound * (elements + separator), period: elements + separator)
    if let count = characters.first?.wideCount, characters.allSatisfy({ $0.wideCount == count }) {
      made.wideCount = count
    }
    return made
  }
}

extension WidthGrammar {
  static let usualEndsLimit: Float = 0.07

  var elements: Int { characters.first?.elements ?? 0 }
  var isDiscrete: Bool { elements & 1 == 1 }
}
