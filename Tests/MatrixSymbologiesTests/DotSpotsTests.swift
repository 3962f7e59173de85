import BarcodeCore
import MatrixSymbologies
import Testing

@Suite("Spots of a plane")
struct DotSpotsTests {
  /// Spots of a picture of characters: `#` is dark.
  private func spots(_ rows: [String]) -> [(area: Int, center: Point, isDark: Bool, isCompact: Bool)] {
    let width = rows[0].utf8.count
    var spots = DotSpots(width: width)
    for (y, row) in rows.enumerated() {
      row.utf8.map { $0 == UInt8(ascii: "#") ? UInt8(1) : 0 }.withUnsafeBufferPointer {
        if let first = $0.baseAddress { spots.add(first, from: 0, to: width, y: y) }
      }
    }
    spots.endRow()
    return spots.closed.map { (Int($0.area), $0.center, $0.isDark, $0.isCompact) }
  }

  @Test func dotsHaveTheirMiddleAndArea() {
    let found = spots([
      "............",
      ".##......##.",
      ".##......##.",
      "............",
      ".....##.....",
      "............",
    ]).filter(\.isDark)
    #expect(found.map(\.area).sorted() == [2, 4, 4])
    let isIn = { (p: Point) in found.contains { $0.center.distance(to: p) < 1e-9 && $0.isCompact } }
    #expect(isIn(Point(2, 2)))
    #expect(isIn(Point(10, 2)))
    #expect(isIn(Point(6, 4.5)))
  }

  /// Arms that meet further down are one spot, however many they are.
  @Test func armsThatMeetAreOneSpot() {
    let found = spots([
      "#.#.#.#.",
      "#.#.#.#.",
      "###.###.",
      "..#.#...",
      "..###...",
    ])
    #expect(found.filter(\.isDark).map(\.area) == [19])
    #expect(found.filter { !$0.isDark }.map(\.area).sorted() == [2, 2, 4, 4, 9])
  }

  /// A spot within a ring ends before the ring does, and the ring's is not compact.
  @Test func ringsAreNoDots() {
    let found = spots([
      "#########",
      "#.......#",
      "#...#...#",
      "#.......#",
      "#########",
    ])
    #expect(found.contains { $0.isDark && $0.area == 1 && $0.center.distance(to: Point(4.5, 2.5)) < 1e-9 })
    #expect(found.contains { $0.isDark && $0.area == 24 })
    #expect(found.contains { !$0.isDark && $0.area == 20 })
  }

  @Test func longRunsAreNoDots() {
    let line = String(repeating: "#", count: 70) + "..."
    #expect(spots([line, line]).filter(\.isDark).isEmpty)
    #expect(spots(["##......", "........", "........"]).contains { $0.isDark && $0.isCompact })
  }

  /// More rows than there are places for spots: those that ended are used again.
  @Test func placesAreUsedAgain() {
    let found = spots((0..<200).map { $0 % 2 == 0 ? ".#.#.#." : "......." })
    #expect(found.filter(\.isDark).count == 300)
    #expect(found.filter(\.isDark).allSatisfy { $0.area == 1 })
  }
}
