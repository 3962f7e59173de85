import BarcodeEngine
import Foundation
import TestSupport

/// A symbol drawn by zint or BWIPP, and what it holds. `Scripts/make-stacked-fixtures` makes them.
struct StackedFixture: Decodable, Sendable, CustomStringConvertible {
  struct Macro: Decodable, Sendable {
    let index: Int
    let count: Int?
    let identifier: String
  }

  let file: String
  let symbology: String
  let text: String?
  let bytesBase64: String?
  let details: String?
  let identifier: String?
  let macro: Macro?
  let initialises: Bool?

  private enum CodingKeys: String, CodingKey {
    case file, symbology, text, details, identifier, macro, initialises
    case bytesBase64 = "bytes_b64"
  }

  var description: String { file }
  var bytes: [UInt8]? { bytesBase64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } }

  /// Width of a module and height of a row in the pictures, in pixels, and their white margin.
  static let module = 2
  static let margin = 8

  static let all: [StackedFixture] = (try? Fixtures.manifest("stacked", of: StackedFixture.self)) ?? []

  static func named(_ file: String) throws -> StackedFixture {
    guard let fixture = all.first(where: { $0.file == file }) else { throw CocoaError(.fileNoSuchFile) }
    return fixture
  }

  func picture() throws -> LumaImage { try Fixtures.picture("stacked", file) }

  /// Whether the result has this symbology and content.
  func matches(_ barcode: Barcode) -> Bool {
    guard barcode.symbology.rawValue == symbology else { return false }
    return text.map { $0 == barcode.text } ?? (bytes == barcode.bytes)
  }
}

extension LumaImage {
  /// The picture turned clockwise on a white ground large enough for it.
  func turned(degrees: Double) -> LumaImage {
    let angle = degrees * Double.pi / 180
    let (s, c) = (sin(angle), cos(angle))
    let w = Int((Double(width) * abs(c) + Double(height) * abs(s)).rounded(.up)) + 16
    let h = Int((Double(width) * abs(s) + Double(height) * abs(c)).rounded(.up)) + 16
    var out = LumaImage(width: w, height: h, grey: 255)
    withView { view in
      for y in 0..<h {
        for x in 0..<w {
          let dx = Double(x) + 0.5 - Double(w) / 2
          let dy = Double(y) + 0.5 - Double(h) / 2
          let px = dx * c + dy * s + Double(width) / 2
          let py = -dx * s + dy * c + Double(height) / 2
          guard px >= 0, py >= 0, px < Double(width), py < Double(height) else { continue }
          out.pixels[y * w + x] = UInt8(view.sample(px, py))
        }
      }
    }
    return out
  }

  var mirrored: LumaImage {
    var out = self
    for y in 0..<height {
      for x in 0..<width { out.pixels[y * width + x] = pixels[y * width + width - 1 - x] }
    }
    return out
  }

  var inverted: LumaImage { LumaImage(width: width, height: height, pixels: pixels.map { 255 - $0 }) }
}
