import BarcodeEngine
import LinearSymbologies
import TestSupport
import Testing

/// Bars so low that no tile shows their direction.
@Suite struct LowStripTests {
  /// Rows of tiles, a character a tile: `#` has edges.
  private func tiles(_ rows: [String]) -> TileMap {
    let energy = rows.flatMap { $0.map { $0 == "#" ? Float(1) : 0 } }
    return TileMap(
      columns: rows[0].count, rows: rows.count, energy: energy, axis: [SIMD2](repeating: .zero, count: energy.count))
  }

  @Test func lowStripsHaveGroundOnBothSides() {
    let map = tiles([
      "################", "................", ".############...", "................", "################",
      "################", "................", "################", "################", "################",
    ])
    let rows = LowStrips(tiles: map, areColumns: false).lines
    #expect(rows.map(\.offset) == [4, 20, 40])
    #expect(rows[1].from == 8 && rows[1].to == 104)
    #expect(LowStrips(tiles: map, areColumns: true).lines.isEmpty)
  }

  /// Five rows of a symbol between two whole ones.
  @Test(arguments: [0.0, 90])
  func areReadBetweenOthers(_ degrees: Double) throws {
    let fixtures = try ["code128-upper", "code128-lower", "code128-digits-even"].map {
      try #require(LinearFixture.named($0).first)
    }
    let pictures = try fixtures.map { try $0.picture() }
    let low = 5
    let ground = 20
    let heights = [pictures[0].height, low, pictures[2].height]
    let width = pictures.map(\.width).max() ?? 0
    var whole = LumaImage(width: width, height: heights.reduce(0, +) + 4 * ground)
    for k in whole.pixels.indices { whole.pixels[k] = 255 }
    var top = ground
    for (picture, height) in zip(pictures, heights) {
      let from = (picture.height - height) / 2
      for y in 0..<height {
        for x in 0..<picture.width {
          whole.pixels[(top + y) * width + x] = picture.pixels[(from + y) * picture.width + x]
        }
      }
      top += height + ground
    }
    let picture = degrees == 0 ? whole : whole.turned(by: degrees)
    let found = try BarcodeReader(options: ReaderOptions(symbologies: [.code128])).read(picture)
    #expect(Set(found.map(\.text)) == Set(fixtures.flatMap { $0.expected.map(\.text) }))
  }
}
