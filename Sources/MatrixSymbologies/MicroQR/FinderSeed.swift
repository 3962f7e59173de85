import BarcodeCore

/// A finder pattern that belongs to no QR Code symbol, from which a symbol with a single one may start.
struct FinderSeed {
  /// From modules (the pattern's centre at the origin) to pixels; its handedness is that of the picture.
  private(set) var map: Homography
  let isDark: Bool
  /// Grey values of dark and light modules.
  let dark: Float
  let light: Float

  /// Nil for round patterns, whose sides are not known.
  init?(_ finder: QRFinder) {
    guard finder.hasSides, finder.lightLevel - finder.darkLevel >= 1 else { return nil }
    let isRight = finder.u.cross(finder.v) > 0
    let (u, v) = isRight ? (finder.u, finder.v) : (finder.v, finder.u)
    let tilt = isRight ? finder.tilt : Point(finder.tilt.y, finder.tilt.x)
    let c = finder.center
    map = Homography(
      u.x + c.x * tilt.x, v.x + c.x * tilt.y, c.x, u.y + c.y * tilt.x, v.y + c.y * tilt.y, c.y, tilt.x, tilt.y, 1)
    isDark = finder.isDark
    dark = Float(finder.darkLevel)
    light = Float(finder.lightLevel)
  }

  /// The pattern of a symbol whose place is known by other means.
  init(map: Homography, in place: OutlinedPlace) {
    self.map = map
    (isDark, dark, light) = (!place.isInverted, place.dark, place.light)
  }

  /// Fits the map to the edges of the pattern and its border.
  mutating func refine(_ luma: LumaView) {
    let growth = GridGrowth(luma: luma, dark: dark, light: light)
    for _ in 0..<2 { map = growth.grow(map, columns: -4...4, rows: -4...4, toColumn: 4, row: 4) }
  }

  /// The map of a symbol whose upper side points a number of quarter turns away from the pattern's first side.
  func map(quarterTurns: Int, isMirrored: Bool) -> Homography {
    let (c, s): (Double, Double) = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarterTurns & 3]
    // Of a mirrored symbol rows and columns are exchanged.
    let turn =
      isMirrored ? Homography(-s, c, 0, c, s, 0, 0, 0, 1) : Homography(c, -s, 0, s, c, 0, 0, 0, 1)
    return map.after(turn)
  }
}
