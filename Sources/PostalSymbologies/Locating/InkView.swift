import BarcodeCore

/// A picture as dark ink on light paper, whichever way it was printed; outside of the picture there is paper.
struct InkView {
  let luma: LumaView
  /// The bars are light.
  let isInverted: Bool

  /// Grey value at a point: 0 for ink to 255 for paper.
  @inline(__always)
  func grey(_ p: Point) -> Float {
    guard luma.contains(p) else { return 255 }
    let value = luma.sample(p.x, p.y)
    return isInverted ? 255 - value : value
  }
}
