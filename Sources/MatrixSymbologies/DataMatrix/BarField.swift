import BarcodeCore

/// Judges by the tiles which legs cannot be those of a symbol: bars of linear symbols meet their neighbours and the
/// picture's border in many corners that look like legs, and what was read before needs no second look.
struct BarField {
  private let tiles: TileMap

  /// Share of the energy in one direction from which a field holds bars. The legs of a symbol alone have both.
  private static let leastShare: Float = 0.8
  /// Fewer tiles say nothing.
  private static let fewestTiles = 6

  /// Part of the legs that is left out on all sides where the inside is looked at.
  private static let margin = 0.15
  /// Tiles inside from which on it can be said how many are filled: modules fill all of them unless they are far larger
  /// than tiles, and still a tenth when they are ten times as large.
  private static let leastRoom = 9
  private static let leastFilled = 0.06

  init(_ tiles: TileMap) { self.tiles = tiles }

  /// Whether the legs lie where nothing is left to read, or the parallelogram over them is empty or holds bars.
  func holds(_ legs: FinderLegs) -> Bool {
    guard hasEdges(from: legs.corner, legs.leftVector), hasEdges(from: legs.corner, legs.bottomVector) else {
      return true
    }
    let far = legs.leftEnd + legs.bottomVector
    let (up, along) = (legs.leftVector * Self.margin, legs.bottomVector * Self.margin)
    let inner = Quad(
      legs.leftEnd - up + along, far - up - along, legs.bottomEnd + up - along, legs.corner + up + along)
    if isEmpty(inner) { return true }
    let (share, count) = tiles.agreement(in: Quad(legs.leftEnd, far, legs.bottomEnd, legs.corner))
    return count >= Self.fewestTiles && share >= Self.leastShare
  }

  private func isEmpty(_ area: Quad) -> Bool {
    var (room, filled) = (0, 0)
    tiles.forEachTile(in: area) { tile in
      room += 1
      if tiles.energy[tile] > 0 { filled += 1 }
    }
    return room >= Self.leastRoom && Double(filled) < Self.leastFilled * Double(room)
  }

  /// Whether all that the frame shows is bars.
  var isAll: Bool {
    let size = Double(TileMap.size)
    let (right, bottom) = (Double(tiles.columns) * size, Double(tiles.rows) * size)
    let whole = Quad(Point(0, 0), Point(right, 0), Point(right, bottom), Point(0, bottom))
    return tiles.agreement(in: whole).share >= Self.leastShare
  }

  /// Whether tiles along a leg have energy.
  private func hasEdges(from corner: Point, _ leg: Point) -> Bool {
    let aside = leg.perpendicular.normalized * 2
    let onLine = [0.3, 0.5, 0.7].filter { share in
      let p = corner + leg * share
      return isEnergetic(p + aside) || isEnergetic(p - aside)
    }
    return onLine.count >= 2
  }

  private func isEnergetic(_ p: Point) -> Bool {
    let size = Double(TileMap.size)
    // A symbol that fills the picture has no edge at its border, which lies up to a tile inside of the grid.
    guard p.x >= 3, p.y >= 3, p.x < Double(tiles.columns - 1) * size - 3, p.y < Double(tiles.rows - 1) * size - 3
    else { return true }
    return tiles.energy[Int(p.y / size) * tiles.columns + Int(p.x / size)] > 0
  }
}
