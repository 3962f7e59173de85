import BarcodeCore

extension ScanLine {
  /// A symbol character as found between edges.
  struct Character {
    var reading: SymbolCharacters.Reading
    /// First edge of the character and of what follows, as distances from the line's origin.
    var begin: Float
    var end: Float
    /// Largest deviation of an edge distance from whole modules.
    var residual: Float
  }

  /// How far a character's ends may lie from where they are expected, in modules.
  private static let reach: Float = 0.9
  /// Largest deviation that is accepted; at 0.5 a distance is as near to the next whole number.
  private static let residualLimit: Float = 0.46

  /// Reads the symbol character between two expected places.
  func character(from begin: Float, to end: Float, isInverted: Bool) -> Character? {
    let reach = (end - begin) / Float(SymbolCharacters.modules) * ScanLine.reach
    guard reach > 0, let first = nearestEdge(to: begin, intoDark: !isInverted, reach: reach), first + 8 < edges.count
    else { return nil }
    let shift = edges[first] - begin
    // A shift at the beginning mostly holds for the end, too.
    guard abs(edges[first + 8] - end - shift * 0.5) <= reach else { return nil }
    return character(first: first, width: end - begin)
  }

  /// Reads the symbol character that ends at one expected place and begins about at another.
  func character(endingAt end: Float, from begin: Float, isInverted: Bool) -> Character? {
    let reach = (end - begin) / Float(SymbolCharacters.modules) * ScanLine.reach
    // What follows begins with a bar.
    guard reach > 0, let last = nearestEdge(to: end, intoDark: !isInverted, reach: reach), last >= 8 else { return nil }
    return character(first: last - 8, width: end - begin)
  }

  /// Reads the symbol character that begins at one expected place and ends about at another.
  func character(beginningAt begin: Float, to end: Float, isInverted: Bool) -> Character? {
    let reach = (end - begin) / Float(SymbolCharacters.modules) * ScanLine.reach
    guard reach > 0, let first = nearestEdge(to: begin, intoDark: !isInverted, reach: reach), first + 8 < edges.count
    else { return nil }
    return character(first: first, width: end - begin)
  }

  /// Share by which a character may be wider or narrower than expected, where perspective changes the pitch.
  private static let widthTolerance: Float = 0.13

  private func character(first: Int, width: Float) -> Character? {
    guard abs(edges[first + 8] - edges[first] - width) <= width * ScanLine.widthTolerance else { return nil }
    var residual: Float = 0
    let reading = edges.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { SymbolCharacters.read($0 + first, residual: &residual) }
    }
    guard let reading, residual <= ScanLine.residualLimit else { return nil }
    return Character(reading: reading, begin: edges[first], end: edges[first + 8], residual: residual)
  }

  /// Samples between two places, as a template bank wants them: normalised, bars dark.
  func characterValues(from begin: Float, to end: Float, isInverted: Bool) -> [SIMD4<Float>] {
    var values = [Float](repeating: 0, count: TemplateBank.samples)
    addCharacterValues(from: begin, to: end, into: &values)
    if isInverted { for i in values.indices { values[i] = -values[i] } }
    return TemplateBank.normalized(values)
  }

  /// Adds the samples between two places to sums.
  func addCharacterValues(from begin: Float, to end: Float, into sums: inout [Float]) {
    addCharacterValues(from: begin, to: end, into: &sums) { $0 }
  }

  /// Adds the samples between two places of a symbol to sums.
  func addCharacterValues(
    from begin: Float, to end: Float, _ projection: LineProjection, into sums: inout [Float]
  ) {
    addCharacterValues(from: begin, to: end, into: &sums) { projection.distance(of: $0) }
  }

  @inline(__always)
  private func addCharacterValues(
    from begin: Float, to end: Float, into sums: inout [Float], _ distance: (Float) -> Float
  ) {
    guard count > 1, begin.isFinite, end.isFinite else { return }
    let n = sums.count
    let scale = (end - begin) / Float(n)
    let perStep = 1 / Float(step)
    let first = Float(lead)
    samples.withUnsafeBufferPointer { f in
      for i in 0..<n {
        let at = (distance(begin + (Float(i) + 0.5) * scale) - first) * perStep
        // Written so that what is no number becomes the first place.
        let place = max(0, min(Float(count - 2), at))
        let k = Int(place)
        let t = place - Float(k)
        sums[i] += f[k] + (f[k &+ 1] - f[k]) * t
      }
    }
  }
}
