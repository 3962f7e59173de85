/// Where the modules of a symbol lie on a line over a surface that may recede.
struct ModuleGrid {
  /// The first edge and the last, in samples.
  var first: Double
  var last: Double
  /// How much wider modules are at the first edge than on average, less one; 0 on surfaces that do not recede.
  var stretch: Double
  /// Units of width between first and last.
  var units: Int

  /// Samples from the first edge to a place in units.
  @inline(__always)
  func position(_ unit: Double) -> Double {
    let t = unit / Double(units)
    return first + (last - first) * t * (1 + stretch) / (1 + stretch * t)
  }

  /// Samples of a unit at a place.
  @inline(__always)
  func pitch(_ unit: Double) -> Double {
    let d = 1 + stretch * unit / Double(units)
    return (last - first) / Double(units) * (1 + stretch) / (d * d)
  }

  /// - Parameters:
  ///   - pitches: Samples of a unit at both ends.
  init(first: Double, last: Double, pitches: (Double, Double), units: Int) {
    self.first = first
    self.last = last
    self.units = units
    stretch = (pitches.0 / pitches.1).squareRoot() - 1
  }
}
