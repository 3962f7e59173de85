import BarcodeEngine
import TestSupport

/// What a fixture of Data Matrix holds.
struct DataMatrixFixture: Decodable, Sendable, CustomStringConvertible {
  struct Append: Decodable, Sendable {
    let index: Int
    let count: Int
  }

  let file: String
  let size: String
  let text: String?
  let bytesBase64: String?
  let identifier: String?
  let gs1: Bool?
  let programming: Bool?
  let append: Append?

  private enum CodingKeys: String, CodingKey {
    case file, size, text, identifier, gs1, programming, append
    case bytesBase64 = "bytes_b64"
  }

  var description: String { file }

  func picture() throws -> LumaImage { try Fixtures.picture("datamatrix", file) }

  static func named(_ name: String) throws -> DataMatrixFixture {
    guard let found = all.first(where: { $0.file == name + ".png" }) else { throw MissingFixture() }
    return found
  }

  /// Empty when the manifest cannot be read, which a test of its own reports.
  static let all: [DataMatrixFixture] =
    (try? Fixtures.manifest("datamatrix", of: DataMatrixFixture.self)) ?? []

  struct MissingFixture: Error {}
}

extension LumaImage {
  /// Reads Data Matrix symbols alone.
  func dataMatrices(_ change: (inout ReaderOptions) -> Void = { _ in }) throws -> [Barcode] {
    var options = ReaderOptions(symbologies: [.dataMatrix])
    change(&options)
    return try BarcodeReader(options: options).read(self)
  }

  /// The picture seen through a map from a new picture to this one; light where it ends.
  func warped(width: Int, height: Int, _ map: (Point) -> Point) -> LumaImage {
    var out = LumaImage(width: width, height: height)
    withView { view in
      for y in 0..<height {
        for x in 0..<width {
          let p = map(Point(Double(x) + 0.5, Double(y) + 0.5))
          if view.contains(p) {
            out.pixels[y * width + x] = UInt8(min(max(view.sample(p.x, p.y).rounded(), 0), 255))
          }
        }
      }
    }
    return out
  }

  /// Turned clockwise about the middle, on a larger light ground.
  func turned(degrees: Double) -> LumaImage {
    let side = Int((Double(width * width + height * height)).squareRoot()) + 8
    let (c, s) = (BarcodeMath.cos(degrees * .pi / 180), BarcodeMath.sin(degrees * .pi / 180))
    let (middle, center) = (Double(side) / 2, Point(Double(width) / 2, Double(height) / 2))
    return warped(width: side, height: side) { p in
      let d = Point(p.x - middle, p.y - middle)
      return center + Point(d.x * c + d.y * s, d.y * c - d.x * s)
    }
  }

  /// Tilted about the upright axis: a camera at three widths' distance.
  func tilted(degrees: Double) -> LumaImage {
    let (c, s) = (BarcodeMath.cos(degrees * .pi / 180), BarcodeMath.sin(degrees * .pi / 180))
    let (w, h) = (Double(width), Double(height))
    let distance = 3 * w
    return warped(width: width, height: height) { p in
      // The ray through p meets the tilted plane at x along the plane.
      let (dx, dy) = (p.x - w / 2, p.y - h / 2)
      let x = dx * distance / (distance * c - dx * s)
      let z = distance + x * s
      return Point(w / 2 + x, h / 2 + dy * z / distance)
    }
  }

  func mirrored() -> LumaImage {
    let w = Double(width)
    return warped(width: width, height: height) { Point(w - $0.x, $0.y) }
  }

  func inverted() -> LumaImage {
    LumaImage(width: width, height: height, pixels: pixels.map { 255 - $0 })
  }
}
