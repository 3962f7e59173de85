import BarcodeCore

/// Finds symbols among the edges of a line: one for each way in which symbologies are built.
protocol LineMatcher: AnyObject, Sendable {
  /// Those of the symbols that it finds.
  var symbologies: SymbologySet { get }

  /// How symbols begin and end.
  var frame: SymbolFrame { get }

  /// Reads every symbol in the sequence, which runs in reading direction.
  ///
  /// - Parameters:
  ///   - places: Edges at which symbols may begin, by their frame, in ascending order.
  ///   - inverted: Light bars on dark ground are looked for, too.
  func match(
    _ edges: EdgeSequence, at places: UnsafeBufferPointer<Int32>, inverted: Bool, emit: (LineHit) -> Void)

  /// Whether edges of strongly sharpened lines are trusted: sharpening cuts wide bars of clear pictures into several,
  /// which only a symbology with a structure of its own notices.
  var trustsSharpening: Bool { get }
}

extension LineMatcher {
  var trustsSharpening: Bool { true }
}
