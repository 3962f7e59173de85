/// A place in the picture that may hold a symbol, as found by the locator.
@usableFromInline
package struct Candidate: Sendable {
  package enum Kind: Sendable {
    /// Parallel edges: linear and stacked symbols, postal bars.
    case bars
    /// Edges in two or more directions: matrix symbols (and text).
    case matrix
  }

  package var kind: Kind
  /// The place, a rectangle around the energetic tiles. For bars, topLeft to topRight runs along the reading axis
  /// (across the bars); which end is the start is not known.
  package var quad: Quad
  /// Direction across the bars, in radians, from -pi/2 to pi/2; 0 for upright bars. Of a matrix: its main edge.
  package var angle: Double
  /// Estimated distance of edges, in pixels: a lower bound of about a module. 0 where unknown.
  package var pitch: Double
  /// Gradient energy relative to the frame's noise, summed over its tiles; the strongest candidates are tried first.
  package var energy: Double

  package init(kind: Kind, quad: Quad, angle: Double, pitch: Double, energy: Double) {
    self.kind = kind
    self.quad = quad
    self.angle = angle
    self.pitch = pitch
    self.energy = energy
  }
}

/// Candidates of one kind, sought when they are first asked for.
package final class MadeCandidates {
  private let make: () -> [Candidate]
  package private(set) lazy var all: [Candidate] = make()

  package init(_ make: @escaping () -> [Candidate]) { self.make = make }

  /// Candidates that are there already.
  package convenience init(_ all: [Candidate]) { self.init { all } }
}
