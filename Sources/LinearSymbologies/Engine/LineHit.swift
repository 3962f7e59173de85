import BarcodeCore

/// A symbol that one line alone reads.
struct LineHit {
  /// The symbology whose structure fitted; UPC-A is found as EAN-13 here.
  var symbology: Symbology
  /// Symbol characters or digits in reading order.
  var codes: [UInt8]
  /// Positions of the symbol's outermost bar edges on the line, in samples, `first < last`.
  var first: Float
  var last: Float
  /// Read against the direction of the line.
  var isReversed: Bool
  /// Light bars on dark ground.
  var isInverted: Bool
  /// Modules from the first edge to the last.
  var modules: Float
  /// Mean squared deviation of the edges from where they should be, in square modules a character.
  var cost: Float
  /// Quiet zones before the start and after the end, in modules; infinite where the line ends without another edge.
  var quietBefore: Float
  var quietAfter: Float
  /// Add-on beside a UPC/EAN symbol.
  var addOn: AddOnHit?
  /// log10 of the odds that what was read fits by chance, where the matcher knows better than `LinearEvidence`.
  var structure: Double?

  /// Whether an add-on may stand beside the symbol and is wanted.
  func takesAddOn(_ options: RetailOptions) -> Bool {
    symbology.info.family == .retail && options.addOns != .ignore
      && (symbology != .ean8 || options.readsAddOnsOfEAN8)
  }
  /// Samples a module.
  var module: Float { (last - first) / modules }
}

/// An add-on that the line of its main symbol reads.
struct AddOnHit {
  /// Two or five digits.
  var digits: [UInt8]
  /// Positions of its outermost bar edges, in samples, `first < last`.
  var first: Float
  var last: Float
  var cost: Float

  /// Of what lines saw, that whose digits most of them saw.
  static func mostAlike<Seen>(_ seen: [Seen], _ hit: (Seen) -> AddOnHit) -> [Seen] {
    var best: [Seen] = []
    for one in seen {
      let same = seen.filter { hit($0).digits == hit(one).digits }
      if same.count > best.count { best = same }
    }
    return best
  }

  /// The add-on with its positions multiplied.
  func scaled(by f: Float) -> AddOnHit { AddOnHit(digits: digits, first: first * f, last: last * f, cost: cost) }
}

/// What a symbol's characters say.
package struct LinearContent {
  /// The symbology that is reported.
  package var symbology: Symbology
  /// The AIM identifier.
  package var identifier: String
  /// The content as text, and as bytes before character sets.
  package var text: String
  package var bytes: [UInt8]
  /// FNC1 in first position.
  package var isGS1 = false
  /// A GS1 Composite component belongs to the symbol.
  package var isLinked = false
  /// FNC3: for the reader itself.
  package var isReaderInitialisation = false
  /// The place in a message of several symbols.
  package var structuredAppend: StructuredAppend?
  /// Function characters that are not part of the text, for people.
  package var details = ""
}
