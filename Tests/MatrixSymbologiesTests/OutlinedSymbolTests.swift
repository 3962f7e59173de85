import BarcodeEngine
import TestSupport
import Testing

/// Symbols that their sides tell, since their finder patterns are covered or seen at too flat an angle.
@Suite struct OutlinedSymbolTests {
  /// A symbology with the middle of a mark of its symbols, in modules.
  struct Marked: Sendable, CustomStringConvertible {
    let kind: AztecFamilyTests.Kind
    /// The middle of a mark in a symbol of so many columns and rows.
    let mark: @Sendable (SymbolDrawing) -> Point
    /// Radius of what covers it, in modules.
    let radius: Double
    var description: String { kind.description }
  }

  static let marked = AztecFamilyTests.kinds.compactMap { kind -> Marked? in
    switch kind.symbology {
    case .aztec: Marked(kind: kind, mark: { Point($0.width / 2, $0.height / 2) }, radius: 1.4)
    case .maxiCode: Marked(kind: kind, mark: { Point(14.5, $0.height / 2) }, radius: 2.5)
    case .hanXin: Marked(kind: kind, mark: { _ in Point(5.5, 5.5) }, radius: 2)
    case .microQR, .rmqr: Marked(kind: kind, mark: { _ in Point(3.5, 3.5) }, radius: 2)
    default: nil
    }
  }

  /// Symbols of up to so many modules.
  private func pick(_ kind: AztecFamilyTests.Kind) -> [SymbolFixture] {
    let small = kind.fixtures.filter { $0.columns * $0.rows <= 1400 && $0.columns >= 15 }
    return stride(from: 0, to: small.count, by: max(1, small.count / 4)).map { small[$0] }
  }

  /// The mark is covered, by light or by dark.
  @Test(arguments: marked, [0.0, 25, 160])
  func readsSymbolsWithCoveredMarks(_ marked: Marked, _ degrees: Double) throws {
    for fixture in pick(marked.kind) {
      let drawing = SymbolDrawing(fixture, shape: marked.kind.shape)
      let (clean, corners) = drawing.turned(module: 5, degrees: degrees)
      let plane = Quad(
        Point(0, 0), Point(drawing.width, 0), Point(drawing.width, drawing.height), Point(0, drawing.height))
      let map = try #require(Homography(from: plane, to: corners))
      let middle = map(marked.mark(drawing))
      for level in [UInt8(235), 20] {
        var image = clean
        for y in 0..<image.height {
          for x in 0..<image.width
          where Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: middle) < marked.radius * 5 {
            image.pixels[y * image.width + x] = level
          }
        }
        let found = try marked.kind.reader.read(image)
        #expect(found.count == 1 && fixture.says(found[0]), "\(fixture), covered by \(level)")
        if let barcode = found.first { #expect(cornerError(barcode.corners, corners) < 7, "\(fixture)") }
      }
    }
  }

  /// Seen at a flat angle, dots are as near to those in the row beside as to those along the diagonals.
  @Test(arguments: AztecFamilyTests.kinds)
  func readsAtFlatAngles(_ kind: AztecFamilyTests.Kind) throws {
    for fixture in pick(kind) {
      for degrees in [0.0, 90, 20] {
        let (image, _) = SymbolDrawing(fixture, shape: kind.shape).turned(module: 6, degrees: degrees, tilt: 55)
        #expect(try kind.reader.read(image).contains { fixture.says($0) }, "\(fixture) at \(degrees)")
      }
    }
  }
}
