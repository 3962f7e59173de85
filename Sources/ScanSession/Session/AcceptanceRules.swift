import BarcodeCore

/// What a symbol that was read must meet to be reported.
public struct AcceptanceRules: Sendable, Hashable {
  /// Numbers of characters that the text may have; any number for symbologies that are not listed.
  public var lengths: [Symbology: ClosedRange<Int>]
  /// In how many frames the same text must have been read; 1 for symbologies that are not listed.
  public var frames: [Symbology: Int]
  /// How many lines, over all frames, must have given the same text, for symbologies that are read by lines.
  public var lines: Int

  public init(lengths: [Symbology: ClosedRange<Int>] = [:], frames: [Symbology: Int] = [:], lines: Int = 0) {
    self.lengths = lengths
    self.frames = frames
    self.lines = lines
  }

  func allowsLength(_ barcode: Barcode) -> Bool {
    lengths[barcode.symbology]?.contains(barcode.text.unicodeScalars.count) ?? true
  }

  func isConfirmed(_ barcode: Barcode, _ sightings: Sightings) -> Bool {
    guard sightings.frames >= frames[barcode.symbology] ?? 1 else { return false }
    return !SymbologySet.linear.contains(barcode.symbology) || sightings.lines >= lines
  }
}

/// How often a text was read since scanning began.
struct Sightings: Sendable, Hashable {
  var frames = 0
  var lines = 0
}
