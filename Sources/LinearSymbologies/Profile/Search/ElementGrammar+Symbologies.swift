import BarcodeCore

extension ElementGrammar {
  private static let unit = perModule

  /// Characters of a fixed number of modules.
  init(_ g: LinearGrammar) {
    func pattern(_ code: UInt8) -> Pattern {
      Pattern(widths: g.widths(of: code).map { $0 * Self.unit }, code: code)
    }
    var stop = pattern(g.stop)
    if g.terminationBar > 0 { stop.widths.append(g.terminationBar * Self.unit) }
    let inner = (0..<g.characterCount).map { UInt8($0) }.filter { $0 != g.stop && !g.starts.contains($0) }
    self.init(
      symbology: g.symbology,
      parts: [
        Part(patterns: g.starts.map(pattern)), Part(patterns: inner.map(pattern), isRepeated: true),
        Part(patterns: [stop]),
      ])
  }

  /// Narrow and wide elements.
  ///
  /// - Parameter wide: Width of wide elements, in units.
  init(_ g: WidthGrammar, wide: Int) {
    func patterns(_ all: [WidthPattern]) -> [Pattern] { all.map { Pattern($0, wide: wide) } }
    func ends(_ all: [WidthPattern]) -> [Pattern] {
      patterns(all) + (g.widerEnds.map { wide in all.map { Pattern($0, wide: wide * Self.unit) } } ?? [])
    }
    self.init(
      symbology: g.symbology,
      parts: [
        Part(patterns: ends(g.starts)), Part(patterns: patterns(g.characters), isRepeated: true),
        Part(patterns: ends(g.stops)),
      ], gap: g.isDiscrete ? Self.unit : 0)
  }

  /// Telepen, whose characters have 16 modules, but not as many elements.
  static var telepen: ElementGrammar {
    let wide = 3 * unit
    func pattern(_ p: WidthPattern) -> Pattern { Pattern(p, wide: wide) }
    return ElementGrammar(
      symbology: .telepen,
      parts: [
        Part(patterns: [pattern(Telepen.startPattern)]),
        Part(patterns: Telepen.characters.map(pattern), isRepeated: true),
        Part(patterns: [pattern(Telepen.stopPattern)]),
      ])
  }

  /// UPC and EAN. The code of a digit of number set B is 10 more than that of set A or C.
  init(_ layout: RetailLayout) {
    let guards = layout.guards.map { g in
      Part(patterns: [Pattern(widths: [Int](repeating: Self.unit, count: g.elements), code: 0)])
    }
    func digits(_ sets: Int) -> Part {
      Part(
        patterns: (0..<(10 * sets)).map { code in
          let edges = [0] + (0..<3).map { Int(RetailTables.templates[code * 3 + $0]) } + [7]
          return Pattern(widths: zip(edges, edges.dropFirst()).map { ($1 - $0) * Self.unit }, code: UInt8(code))
        })
    }
    let left = [Part](repeating: digits(layout.symbology == .ean8 ? 1 : 2), count: layout.leftDigits)
    let right = [Part](repeating: digits(1), count: layout.digits.count - layout.leftDigits)
    self.init(
      symbology: layout.symbology,
      parts: [guards[0]] + left + [guards[1]] + right + (guards.count > 2 ? [guards[2]] : []))
  }
}

extension ElementGrammar.Pattern {
  /// - Parameter wide: Width of wide elements, in units.
  init(_ p: WidthPattern, wide: Int) {
    widths = (0..<p.elements).map { p.isWide($0) ? wide : ElementGrammar.perModule }
    code = p.code
  }
}

extension Telepen {
  /// Patterns of all characters.
  static let characters: [WidthPattern] = {
    var out: [WidthPattern] = []
    func extend(_ bits: TelepenBits, _ elements: Int, _ wide: UInt32) {
      if bits.isComplete {
        if let code = bits.character { out.append(WidthPattern(elements: elements, wide: wide, code: code)) }
        return
      }
      for pair in UInt32(0)..<4 {
        var next = bits
        guard next.add(wideBar: pair & 1 == 1, wideSpace: pair & 2 == 2) else { continue }
        extend(next, elements + 2, wide | pair << UInt32(elements))
      }
    }
    extend(TelepenBits(), 0, 0)
    return out
  }()
}
