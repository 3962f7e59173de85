import BarcodeEngine
import TestSupport
import Testing

/// What people make of equal parts: walls and gratings, which hold no symbol.
@Suite struct RegularPatternTests {
  /// A wall whose courses are nearly 15 pixels high: on a quarter of the picture three to four, which beat against the
  /// pixels and look like narrow and wide elements.
  @Test(arguments: [14.816, 14.836, 14.846, 14.856], [1, 2] as [UInt64])
  func readsNothingInBrickWalls(_ course: Double, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (width, height) = (640, 720)
    let (brick, joint) = (41.0, 1.5)
    let tints = (0..<4096).map { _ in Double.random(in: 0...38, using: &random) }
    var wall = LumaImage(width: width, height: height)
    for y in 0..<height {
      let row = Int(Double(y) / course)
      let isBed = Double(y).truncatingRemainder(dividingBy: course) < joint
      for x in 0..<width {
        let along = Double(x) + (row % 2 == 0 ? 0 : brick / 2)
        let isJoint = isBed || along.truncatingRemainder(dividingBy: brick) < joint
        wall.pixels[y * width + x] = UInt8(isJoint ? 150 : 40 + tints[(row * 67 + Int(along / brick)) % 4096])
      }
    }
    let options = ReaderOptions(symbologies: [.code25Matrix], effort: .thorough)
    let found = try BarcodeReader(options: options).read(wall)
    #expect(found.isEmpty, "\(found.map(\.text))")
  }

  /// A piece of a grating.
  struct Block {
    let across: Range<Int>
    let down: Range<Int>

    init(_ across: Range<Int>, _ down: Range<Int>) { (self.across, self.down) = (across, down) }
  }

  /// Blocks of a grating of bars of 8 pixels, 20 from one to the next, whose bars cover one half of a place or both.
  @Test(arguments: [
    // Bars do not end on one line.
    [
      Block(100..<300, 60..<130), Block(100..<196, 130..<200), Block(80..<300, 200..<300), Block(210..<290, 300..<360),
    ],
    // They do, but are alike for long.
    [Block(100..<300, 60..<130), Block(100..<200, 130..<230), Block(210..<310, 230..<350)],
    [Block(100..<300, 60..<200), Block(100..<198, 200..<280), Block(202..<300, 280..<380)],
  ])
  func readsNothingInBlocksOfGratings(_ blocks: [Block]) throws {
    var picture = LumaImage(width: 640, height: 480, grey: 150)
    for block in blocks {
      for y in block.down where y % 20 < 8 {
        for x in block.across { picture.pixels[y * picture.width + x] = 40 }
      }
    }
    let found = try BarcodeReader(options: ReaderOptions(symbologies: [.pharmacodeTwoTrack])).read(picture)
    #expect(found.isEmpty, "\(found.map(\.text))")
  }
}
