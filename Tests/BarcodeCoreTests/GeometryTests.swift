import BarcodeCore
import Testing

@Suite struct HomographyTests {
  @Test func mapsCornersToCorners() throws {
    let a = Quad(Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))
    let b = Quad(Point(3, 4), Point(90, 10), Point(80, 120), Point(-5, 70))
    let h = try #require(Homography(from: a, to: b))
    for (p, q) in zip(a.points, b.points) {
      #expect(h(p).distance(to: q) < 1e-9)
    }
  }
}

@Suite struct QuadTests {
  private static let quads = [
    Quad(Point(3, 2), Point(17, 2), Point(17, 12), Point(3, 12)),
    Quad(Point(9.5, 1), Point(18.2, 9), Point(10, 17.5), Point(1.3, 8)),
    Quad(Point(2, 3), Point(4, 16), Point(15, 14), Point(12, 1.5)),
    Quad(Point(5, 5), Point(14, 6), Point(15.5, 7), Point(4, 18)),
  ]

  @Test(arguments: quads)
  func rowsHoldThePointsInside(_ quad: Quad) {
    for y in 0..<20 {
      let span = quad.span(atY: Double(y) + 0.25)
      for x in 0..<20 {
        let p = Point(Double(x) + 0.25, Double(y) + 0.25)
        #expect(quad.contains(p) == (span.map { $0.left <= p.x && p.x <= $0.right } ?? false), "\(p)")
      }
    }
  }

  @Test func boundsMeet() {
    let quad = Self.quads[1]
    #expect(quad.boundsOverlap(Self.quads[0]))
    #expect(!quad.boundsOverlap(Quad(Point(30, 0), Point(40, 0), Point(40, 9), Point(30, 9))))
  }
}
