import BarcodeEngine
import TestSupport
import Testing

/// Symbols whose finder patterns are covered or broken.
@Suite struct LostMarksTests {
  private let reader = BarcodeReader(options: ReaderOptions(symbologies: [.qr]))

  /// One of the three finder patterns is covered, by light or by dark.
  @Test(arguments: ["version-2", "version-4", "version-8"], [0, 1, 2])
  func readsQRCodeWithTwoFinderPatterns(_ name: String, _ lost: Int) throws {
    let fixture = try #require(QRFixture.named(name))
    let n = fixture.dimension
    for isDark in [false, true] {
      var drawing = GridDrawing(fixture)
      for y in 0..<7 {
        for x in 0..<7 {
          let (column, row) = (lost == 1 ? n - 1 - x : x, lost == 2 ? n - 1 - y : y)
          drawing.modules[row * n + column] = isDark
        }
      }
      for degrees in [0.0, 31, 200] {
        let found = try reader.read(drawing.rotated(degrees: degrees))
        #expect(found.first?.text == fixture.text, "\(degrees) degrees")
      }
    }
  }

  /// The middles of two finder patterns are covered: only the sides and one pattern are left.
  @Test(arguments: ["version-2", "version-4", "version-8"], [0, 1, 2])
  func readsQRCodeWithOneFinderPattern(_ name: String, _ kept: Int) throws {
    let fixture = try #require(QRFixture.named(name))
    let n = fixture.dimension
    var drawing = GridDrawing(fixture)
    for (pattern, corner) in [(3, 3), (n - 4, 3), (3, n - 4)].enumerated() where pattern != kept {
      for y in corner.1 - 1...corner.1 + 1 {
        for x in corner.0 - 1...corner.0 + 1 { drawing.modules[y * n + x] = false }
      }
    }
    for degrees in [0.0, 31, 200] {
      let found = try reader.read(drawing.rotated(degrees: degrees))
      #expect(found.first?.text == fixture.text, "\(degrees) degrees")
    }
  }

  /// Spots all along both legs.
  @Test(arguments: ["size-18x18", "size-24x24", "size-16x48"])
  func readsDataMatrixWithSpottedLegs(_ name: String) throws {
    var picture = try DataMatrixFixture.named(name).picture()
    let barcode = try #require(try picture.dataMatrices().first)
    let (c, module) = (barcode.corners, barcode.moduleSize)
    for end in [c.topLeft, c.bottomRight] {
      for share in [0.15, 0.4, 0.65, 0.9] {
        let middle = c.bottomLeft + (end - c.bottomLeft) * share
        for y in 0..<picture.height {
          for x in 0..<picture.width
          where Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: middle) < 1.1 * module {
            picture.pixels[y * picture.width + x] = 255
          }
        }
      }
    }
    #expect(try picture.dataMatrices().first?.text == barcode.text)
  }

  /// Scratches across both legs.
  @Test(arguments: ["size-18x18", "size-24x24", "size-16x48"])
  func readsDataMatrixWithBrokenLegs(_ name: String) throws {
    var picture = try DataMatrixFixture.named(name).picture()
    let barcode = try #require(try picture.dataMatrices().first)
    let (c, module) = (barcode.corners, barcode.moduleSize)
    for share in [0.35, 0.6] {
      for end in [c.topLeft, c.bottomRight] {
        let middle = c.bottomLeft + (end - c.bottomLeft) * share
        for y in 0..<picture.height {
          for x in 0..<picture.width
          where Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: middle) < 1.2 * module {
            picture.pixels[y * picture.width + x] = 255
          }
        }
      }
    }
    #expect(try picture.dataMatrices().first?.text == barcode.text)
  }
}
