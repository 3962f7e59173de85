/// Receives what the stages find, for people who want to see why a symbol was or was not read.
package protocol DebugSink: AnyObject {
  /// The picture's local threshold.
  func plane(_ plane: BinaryPlane)
  /// A located place.
  func candidate(_ candidate: Candidate)
  /// A stage's finding at a place, such as `qr`, `finder patterns found, version 3, format information unreadable`.
  func note(_ stage: String, at quad: Quad, _ message: String)
}
