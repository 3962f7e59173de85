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

  /// Positions of the inner edges of every character in modules from its first edge: `elements - 1` a character.
  let templates: [Float]

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
    var t: [Float] = []
    for c in 0..<(widths.count / elements) {
      var sum = 0
      for j in 0..<(elements - 1) {
        sum += Int(widths[c * elements + j])
        t.append(Float(sum))
      }
    }
    templates = t
  }

  /// Number of characters in the alphabet, start and stop included.
  var characterCount: Int { widths.count / elements }
}
