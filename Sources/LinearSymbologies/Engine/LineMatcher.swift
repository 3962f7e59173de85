/// Finds symbols among the edges of a line: one for each way in which symbologies are built.
protocol LineMatcher: Sendable {
  /// Reads every symbol in the sequence, which runs in reading direction.
  ///
  /// - Parameter inverted: Light bars on dark ground are looked for, too.
  func match(_ edges: EdgeSequence, inverted: Bool, emit: (LineHit) -> Void)
}
