import BarcodeEngine
import ImageFiles

/// Draws lines and text into a picture in colour.
struct Canvas {
  struct Colour {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let green = Colour(red: 0, green: 170, blue: 60)
    static let orange = Colour(red: 240, green: 120, blue: 0)
    static let black = Colour(red: 0, green: 0, blue: 0)
    static let white = Colour(red: 255, green: 255, blue: 255)
  }

  private(set) var picture: ColourImage

  init(_ image: LumaImage) { picture = ColourImage(image) }

  /// Fills the part of a rectangle that lies inside.
  mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: Colour) {
    let columns = max(0, x)..<max(max(0, x), min(picture.width, x + width))
    for row in max(0, y)..<max(max(0, y), min(picture.height, y + height)) {
      for column in columns {
        let at = 3 * (row * picture.width + column)
        picture.pixels[at] = colour.red
        picture.pixels[at + 1] = colour.green
        picture.pixels[at + 2] = colour.blue
      }
    }
  }

  /// A closed outline; ends outside the picture are cut.
  mutating func outline(_ quad: Quad, width: Int, _ colour: Colour) {
    let points = quad.points
    for i in 0..<4 { line(points[i], points[(i + 1) & 3], width: width, colour) }
  }

  private mutating func line(_ a: Point, _ b: Point, width: Int, _ colour: Colour) {
    // Corners may lie far outside, or nowhere; what is drawn stays near the picture.
    let reach = Double(2 * (picture.width + picture.height) + 16)
    guard [a.x, a.y, b.x, b.y].allSatisfy({ $0.isFinite && abs($0) <= reach }) else { return }
    let steps = max(1, Int(a.distance(to: b)))
    for i in 0...steps {
      let p = a + (b - a) * (Double(i) / Double(steps))
      fill(x: Int(p.x) - width / 2, y: Int(p.y) - width / 2, width: width, height: width, colour)
    }
  }

  /// Writes a line of text on a box, moved so that it lies inside when it fits. `scale` is the size of a dot.
  mutating func label(_ text: String, x: Int, y: Int, scale: Int, _ colour: Colour) {
    let advance = (DotFont.width + 1) * scale
    let room = max(1, (picture.width - 2 * scale) / advance)
    var scalars = Array(text.unicodeScalars)
    if scalars.count > room { scalars = Array(scalars.prefix(max(1, room - 2))) + Array("..".unicodeScalars) }
    let width = scalars.count * advance + scale
    let height = (DotFont.height + 2) * scale
    let left = max(0, min(x, picture.width - width))
    let top = max(0, min(y, picture.height - height))
    fill(x: left, y: top, width: width, height: height, colour)
    for (i, scalar) in scalars.enumerated() {
      for (row, dots) in DotFont.rows(of: scalar).enumerated() {
        for column in 0..<DotFont.width where dots >> (DotFont.width - 1 - column) & 1 == 1 {
          fill(
            x: left + i * advance + (column + 1) * scale, y: top + (row + 1) * scale, width: scale, height: scale,
            .white)
        }
      }
    }
  }
}
