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
