import BarcodeCore
import Foundation
import TestSupport

/// A symbol of a fixture: its modules and what they mean.
struct SymbolFixture: Decodable, Sendable, CustomStringConvertible {
  let name: String
  let encoder: String
  let columns: Int
  let rows: Int
  /// Row by row, four modules a hexadecimal digit, the first one the highest bit.
  let modules: String
  let text: String?
  let bytesBase64: String?
  let identifier: String?
  let index: Int?
  let count: Int?
  let group: String?
  let initialises: Bool?
  let mask: Int?

  private enum CodingKeys: String, CodingKey {
    case name
    case encoder
    case columns
    case rows
    case modules
    case text
    case bytesBase64 = "bytes_b64"
    case identifier
    case index
    case count
    case group
    case initialises
    case mask
  }

  var description: String { "\(encoder): \(name)" }

  static func all(_ area: String) -> [SymbolFixture] {
    (try? Fixtures.manifest(area, of: SymbolFixture.self)) ?? []
  }

  /// The modules, true for dark, row by row.
  var grid: [Bool] {
    var bits: [Bool] = []
    for digit in modules {
      let value = digit.hexDigitValue ?? 0
      for k in [3, 2, 1, 0] { bits.append(value >> k & 1 == 1) }
    }
    return Array(bits.prefix(columns * rows))
  }

  func says(_ barcode: Barcode) -> Bool {
    if let text { return barcode.text == text }
    guard let data = bytesBase64.flatMap({ Data(base64Encoded: $0) }) else { return false }
    return [UInt8](data) == barcode.bytes
  }
}

/// How modules are drawn.
enum ModuleShape {
  case square
  /// Round dots of 0.8 modules.
  case dot
  /// MaxiCode's hexagons, drawn as discs, and its bullseye.
  case hexagon
}

/// Draws symbols under any projective map, each pixel from nine samples.
struct SymbolDrawing {
  let grid: [Bool]
  let columns: Int
  let rows: Int
  let shape: ModuleShape
  var isInverted = false
  var dark: Double = 20
  var light: Double = 235

  init(_ fixture: SymbolFixture, shape: ModuleShape) {
    (grid, columns, rows, self.shape) = (fixture.grid, fixture.columns, fixture.rows, shape)
  }

  init(grid: [Bool], columns: Int, rows: Int, shape: ModuleShape) {
    (self.grid, self.columns, self.rows, self.shape) = (grid, columns, rows, shape)
  }

  /// Distance of rows, in modules.
  private var rowPitch: Double { shape == .hexagon ? 0.8660254 : 1 }
  var width: Double { Double(columns) }
  var height: Double { shape == .hexagon ? Double(rows - 1) * rowPitch + 1.1547 : Double(rows) }

  private func isDark(_ x: Double, _ y: Double) -> Bool {
    switch shape {
    case .square:
      guard x >= 0, y >= 0, x < width, y < height else { return false }
      return grid[Int(y) * columns + Int(x)]
    case .dot:
      guard x >= 0, y >= 0, x < width, y < height, grid[Int(y) * columns + Int(x)] else { return false }
      let dx = x - x.rounded(.down) - 0.5
      let dy = y - y.rounded(.down) - 0.5
      return dx * dx + dy * dy < 0.16
    case .hexagon:
      let cx = x - 14.5
      let cy = y - 0.57735 - 16 * rowPitch
      let r = (cx * cx + cy * cy).squareRoot()
      if r < 4.45 { return Int((r - 0.58) / 0.774 + 1) & 1 == 1 }
      let near = Int((y - 0.57735) / rowPitch + 0.5)
      let (low, high) = (max(0, near - 1), min(rows - 1, near + 1))
      guard low <= high else { return false }
      for row in low...high {
        let shift = row & 1 == 1 ? 0.5 : 0.0
        let column = Int((x - shift).rounded(.down))
        guard column >= 0, column < columns, grid[row * columns + column] else { continue }
        let dx = x - shift - Double(column) - 0.5
        let dy = y - 0.57735 - Double(row) * rowPitch
        if dx * dx + dy * dy < 0.25 { return true }
      }
      return false
    }
  }

  /// Draws the symbol; `map` takes the symbol's plane (in modules, top left corner at the origin) to pixels.
  func draw(width w: Int, height h: Int, map: Homography) -> LumaImage {
    var pixels = [UInt8](repeating: 0, count: w * h)
    guard let back = map.inverse else { return LumaImage(width: w, height: h) }
    for y in 0..<h {
      for x in 0..<w {
        var count = 0
        for sy in [1.0 / 6, 0.5, 5.0 / 6] {
          for sx in [1.0 / 6, 0.5, 5.0 / 6] {
            let p = back(Point(Double(x) + sx, Double(y) + sy))
            if isDark(p.x, p.y) { count += 1 }
          }
        }
        let share = Double(isInverted ? 9 - count : count) / 9
        pixels[y * w + x] = UInt8(light + (dark - light) * share)
      }
    }
    return LumaImage(width: w, height: h, pixels: pixels)
  }

  /// The symbol upright with a margin of four modules.
  func upright(module: Double) -> (image: LumaImage, corners: Quad) {
    turned(module: module, degrees: 0)
  }

  /// The symbol turned about its middle, perhaps mirrored, perhaps seen from the side (`tilt` in degrees).
  func turned(module: Double, degrees: Double, isMirrored: Bool = false, tilt: Double = 0)
    -> (image: LumaImage, corners: Quad)
  {
    let a = degrees * Double.pi / 180
    let t = tilt * Double.pi / 180
    let c = BarcodeMath.cos(a) * module
    let s = BarcodeMath.sin(a) * module
    let diagonal = (width * width + height * height).squareRoot()
    let side = Int((diagonal + 10) * module)
    let flip = isMirrored ? -1.0 : 1.0
    let center = Homography(1, 0, -width / 2, 0, 1, -height / 2, 0, 0, 1)
    let turn = Homography(c * flip, -s, 0, s * flip, c, 0, 0, 0, 1)
    // Turned about the horizontal axis and seen from three diagonals away.
    let far = 1 / (3 * diagonal * module)
    let view = Homography(1, 0, 0, 0, BarcodeMath.cos(t), 0, 0, BarcodeMath.sin(t) * far, 1)
    let place = Homography(1, 0, Double(side) / 2, 0, 1, Double(side) / 2, 0, 0, 1)
    let map = place.after(view).after(turn).after(center)
    let corners = Quad(Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)).map { map($0) }
    return (draw(width: side, height: side, map: map), corners)
  }
}

/// The farthest corner's distance from where it should be.
///
/// - Parameter anySide: Whether any side may be called the upper one, for a symbology that marks none.
func cornerError(_ found: Quad, _ expected: Quad, anySide: Bool = false) -> Double {
  (anySide ? 0..<4 : 0..<1).map { turn in
    (0..<4).map { found.points[($0 + turn) % 4].distance(to: expected.points[$0]) }.reduce(0, max)
  }.reduce(.infinity, min)
}
