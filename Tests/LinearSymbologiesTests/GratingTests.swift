import LinearSymbologies
import Testing

/// Marks at equal distances, whose widths beat against the pixels.
@Suite struct GratingTests {
  /// Edges of marks of a share of a period, rounded to pixels.
  private static func marks(period: Float, share: Float) -> [Float] {
    (0..<40).flatMap { k in
      let start = 40 + Float(k) * period
      return [start.rounded(), (start + share * period).rounded()]
    }
  }

  @Test(arguments: [5.3, 7.9, 15.4] as [Float], [0.4, 0.6] as [Float])
  func partsOfAGratingAreKnownByTheRestOfIt(_ period: Float, _ share: Float) {
    let grating = LineGrating(positions: Self.marks(period: period, share: share))
    #expect(grating.holds(from: 40, to: 40 + 39 * period))
    #expect(grating.holds(from: 40 + 10 * period, to: 40 + 16 * period))
    #expect(grating.holds(from: 40 + 10 * period, to: 40 + 16 * period, mayBeRegular: true))
    #expect(!grating.holds(from: 40, to: 40 + 39 * period, mayBeRegular: true))
  }

  /// Start and some characters of Code 128, of Code 39 and of MSI, a module being 1.2 pixels.
  @Test(arguments: [
    "211232" + "231113" + "212132" + "123221" + "2331112",
    "1211212111" + "2112111121" + "1121112112" + "121121211",
    "21" + "12211221" + "21121221" + "121",
  ])
  func symbolsAreNoGratings(_ widths: String) {
    var positions: [Float] = [20]
    for width in widths.compactMap(\.wholeNumberValue) {
      positions.append(positions[positions.count - 1] + 1.2 * Float(width))
    }
    let line = LineGrating(positions: positions)
    #expect(!line.holds(from: 20, to: positions[positions.count - 1]))
  }
}
