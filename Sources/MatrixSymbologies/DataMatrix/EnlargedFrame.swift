import BarcodeCore

/// A small frame made larger, so that modules of single pixels get an inside and an outside.
package final class EnlargedFrame {
  /// Pixels for each pixel of the original, across and down.
  package static let factor = 3

  private let greys: UnsafeMutablePointer<UInt8>
  private let pixels: UnsafeMutablePointer<UInt8>
  package let luma: LumaView
  package let plane: BinaryPlane
  package let tiles: TileMap

  package init(_ frame: Frame) {
    let factor = Self.factor
    let original = frame.plane
    let (width, height) = (frame.luma.width * factor, frame.luma.height * factor)
    greys = .allocate(capacity: max(width * height, 1))
    pixels = .allocate(capacity: max(width * height, 1))
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = ((Double(x) + 0.5) / Double(factor), (Double(y) + 0.5) / Double(factor))
        greys[y * width + x] = UInt8(min(max(frame.luma.sample(u, v).rounded(), 0), 255))
        pixels[y * width + x] = original[x / factor, y / factor]
      }
    }
    luma = LumaView(base: UnsafePointer(greys), width: width, height: height, stride: width)
    plane = BinaryPlane(base: UnsafePointer(pixels), width: width, height: height, stride: width)
    let (columns, rows) = ((width + TileMap.size - 1) / TileMap.size, (height + TileMap.size - 1) / TileMap.size)
    // So few tiles are all worth a look, as if they had clear edges.
    let count = columns * rows
    tiles = TileMap(
      columns: columns, rows: rows, energy: [Float](repeating: 2, count: count),
      axis: [SIMD2<Float>](repeating: .zero, count: count))
  }

  deinit {
    greys.deallocate()
    pixels.deallocate()
  }
}
