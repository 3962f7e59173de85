/// Finds symbols among the edges of a line: one for each way in which symbologies are built.
protocol LineMatcher: Sendable {
  /// Reads every symbol in the sequence, which runs in reading direction.
  ///
  /// - Parameter inverted: Light bars on dark ground are looked for, too.
  func match(_ edges: EdgeSequence, inverted: Bool, emit: (LineHit) -> Void)

  /// Whether edges of strongly sharpened lines are trusted: sharpening cuts wide bars of clear pictures into several,
  /// which only a symbology with a structure of its own notices.
  var trustsSharpening: Bool { get }
}

extension LineMatcher {
  var trustsSharpening: Bool { true }
}
