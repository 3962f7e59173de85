import BarcodeCore

/// A linear symbology as data: characters of a fixed number of elements and modules between a start and a stop.
struct LinearGrammar: Sendable {
  let symbology: Symbology
  /// Elements (bars and spaces) of a character, and the modules that they fill.
  let elements: Int
  let modules: Int
  /// Element widths of every character in modules, one character after the other, the bar first.
  let widths: [UInt8]
  /// Characters that start a symbol.
  let starts: [UInt8]
  /// The character that ends a symbol, and the width of the bar that follows it.
  let stop: UInt8
  let terminationBar: Int
  /// Fewest and most characters between start and stop, check characters included.
  let lengths: ClosedRange<Int>
  /// Quiet zone that the standard asks for, in modules.
  let quietZone: Float
  /// log10 of the probability that check characters of a wrong text fit.
  let checkChance: Double
  /// Whether the check characters fit the characters from start to stop (both included).
  let verify: @Sendable (_ codes: [UInt8]) -> Bool
  /// What the characters say, or nil when they break a rule.
  let interpret: @Sendable (_ codes: [UInt8], _ options: LinearOptions) -> LinearContent?

  /// Positions of the inner edges of every character in modules from its first edge: those that end spaces (the second,
  /// fourth … edge), and those that end bars.
  private(set) var evenEdges: [SIMD4<Float>] = []
  private(set) var oddEdges: [SIMD4<Float>] = []
  private(set) var frame = SymbolFrame()

  init(
    symbology: Symbology, elements: Int, modules: Int, widths: [UInt8], starts: [UInt8], stop: UInt8,
    terminationBar: Int, lengths: ClosedRange<Int>, quietZone: Float, checkChance: Double,
    verify: @escaping @Sendable ([UInt8]) -> Bool,
    interpret: @escaping @Sendable ([UInt8], LinearOptions) -> LinearContent?
  ) {
    self.symbology = symbology
    self.elements = elements
    self.modules = modules
    self.widths = widths
    self.starts = starts
    self.stop = stop
    self.terminationBar = terminationBar
    self.lengths = lengths
    self.quietZone = quietZone
    self.checkChance = checkChance
    self.verify = verify
    self.interpret = interpret
    precondition(elements <= 8 && elements % 2 == 0)
    for c in 0..<(widths.count / elements) {
      var sum: Float = 0
      var even = SIMD4<Float>.zero
      var odd = SIMD4<Float>.zero
      for j in 1..<elements {
        sum += Float(widths[c * elements + j - 1])
        if j & 1 == 1 { odd[j >> 1] = sum } else { even[j >> 1 - 1] = sum }
      }
      evenEdges.append(even)
      oddEdges.append(odd)
    }
    frame = SymbolFrame(
      starts: starts.map { self.widths(of: $0) },
      stops: [self.widths(of: stop) + (terminationBar > 0 ? [terminationBar] : [])],
      inner: lengths.lowerBound * elements, period: elements, hasLeanQuiet: true)
  }

  /// Element widths of a character in modules.
  func widths(of code: UInt8) -> [Int] {
    widths[Int(code) * elements..<(Int(code) + 1) * elements].map { Int($0) }
  }

  /// Number of characters in the alphabet, start and stop included.
  var characterCount: Int { widths.count / elements }
}
