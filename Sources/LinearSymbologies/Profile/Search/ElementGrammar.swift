import BarcodeCore

/// A symbology as runs of element widths that follow each other, for comparison with grey values.
struct ElementGrammar: Sendable {
  /// Units of width in a module: wide elements may have two and a half narrow ones.
  static let perModule = 2

  /// A run of elements that stands for something.
  struct Pattern: Sendable {
    /// Widths in units, in reading order.
    var widths: [Int]
    var code: UInt8

    var units: Int { widths.reduce(0, +) }
    var reversed: Pattern { Pattern(widths: widths.reversed(), code: code) }
  }

  /// What a symbol is made of, one after the other. Bars and spaces alternate throughout; a bar is the first element and
  /// the last.
  struct Part: Sendable {
    var patterns: [Pattern]
    /// Whether any number of the patterns may follow each other, or just one.
    var isRepeated = false

    var reversed: Part { Part(patterns: patterns.map(\.reversed), isRepeated: isRepeated) }
  }

  let symbology: Symbology
  private(set) var parts: [Part]
  /// Width of the space between patterns, in units; 0 where they adjoin.
  var gap = 0

  /// The same from right to left.
  var reversed: ElementGrammar {
    var turned = self
    turned.parts = parts.reversed().map(\.reversed)
    return turned
  }

  /// Whether all spaces have one width: the bars alone tell characters apart.
  var hasEvenSpaces: Bool {
    let spaces = parts.flatMap(\.patterns).flatMap { pattern in
      stride(from: 1, to: pattern.widths.count, by: 2).map { pattern.widths[$0] }
    }
    return Set(gap > 0 ? spaces + [gap] : spaces).count == 1
  }

  /// Elements to a unit, on average.
  var density: Float {
    var elements: Float = 0
    var units: Float = 0
    for part in parts {
      let count = Float(part.patterns.count)
      // Repeated parts are most of a symbol.
      let weight: Float = part.isRepeated ? 8 : 1
      elements += weight * (Float(part.patterns.reduce(0) { $0 + $1.widths.count }) / count + (gap > 0 ? 1 : 0))
      units += weight * (Float(part.patterns.reduce(0) { $0 + $1.units }) / count + Float(gap))
    }
    return elements / units
  }

  init(symbology: Symbology, parts: [Part], gap: Int = 0) {
    self.symbology = symbology
    self.parts = parts
    self.gap = gap
  }

  /// Numbers of units of whole symbols up to a limit that has been reached by none of them before.
  func lengths(in range: ClosedRange<Int>) -> [Int] {
    var sums: Set<Int> = [-gap]
    for part in parts {
      let steps = Set(part.patterns.map { $0.units + gap })
      var reached = Set(sums.flatMap { s in steps.map { s + $0 } })
      if part.isRepeated {
        var latest = reached
        while true {
          latest = Set(latest.flatMap { s in steps.map { s + $0 } }.filter { $0 <= range.upperBound })
            .subtracting(reached)
          if latest.isEmpty { break }
          reached.formUnion(latest)
        }
      }
      sums = reached
    }
    return sums.filter { range.contains($0) }.sorted()
  }
}
