import BarcodeCore

/// Three finder patterns that may belong to one symbol.
struct QRTriple {
  /// The pattern at the symbol's corner between the two others: top left.
  var corner: Int
  /// Top right, unless the symbol is mirrored.
  var right: Int
  /// Bottom left, unless the symbol is mirrored.
  var below: Int
  /// Distance of the centres along the sides, in modules.
  var distance: Double
  /// By how much the distances along the two sides differ, in modules.
  var difference: Double
  /// The smaller, the better the three fit together.
  var misfit: Double
  /// The part of it that speaks against large symbols.
  var sizePart: Double
}

/// Finds finder patterns that lie as those of one symbol do.
struct QRGrouping {
  let finders: [QRFinder]
  /// Neighbours kept in each of the four directions of a pattern.
  let neighbours: Int

  /// Centres of a version 1 symbol are 14 modules apart, of version 40 170; with slack for wrong module sizes.
  private static let leastDistance = 10.5
  private static let mostDistance = 200.0
  /// Tangent of the angle by which the direction to another pattern may differ from the sides.
  private static let skew = 0.22
  /// Ratio of the module sizes of two patterns of one symbol.
  private static let sizeRatio = 2.2

  private struct Neighbour {
    var index: Int
    /// 0 and 1 along `u`, 2 and 3 along `v`.
    var direction: Int
    var distance: Double
    var skew: Double
  }

  /// In a picture of many symbols the patterns of neighbours fit together, too: so many triples of a pattern are looked
  /// at beyond the limit, if they fit as well as those of symbols seen from the front do.
  private static let triplesAFinder = 6
  private static let clearMisfit = 0.45

  /// Triples from the best to the worst.
  ///
  /// - Parameter limit: How many, unless many patterns fit together well.
  func triples(limit: Int) -> [QRTriple] {
    guard finders.count >= 3 else { return [] }
    let lists = neighbourhoods()
    var out: [QRTriple] = []
    for corner in finders.indices {
      let list = lists[corner]
      for i in list.indices {
        for j in list.indices where j > i {
          if let triple = join(corner, list[i], list[j]) { out.append(triple) }
        }
      }
    }
    out.sort {
      $0.misfit != $1.misfit
        ? $0.misfit < $1.misfit : ($0.corner, $0.right, $0.below) < ($1.corner, $1.right, $1.below)
    }
    let most = max(limit, finders.count * Self.triplesAFinder)
    let clear = out.prefix(most).dropFirst(limit).filter { $0.misfit - $0.sizePart < Self.clearMisfit }
    return out.prefix(limit) + clear
  }

  /// What is compared of a pattern with all others.
  private struct Place {
    let center: Point
    let isDark: Bool
    let hasSides: Bool
    let module: Double
    /// Products with them are the modules along `u` and `v`.
    let along: Point
    let across: Point

    init(_ f: QRFinder) {
      (center, isDark, hasSides, module) = (f.center, f.isDark, f.hasSides, f.module)
      let det = f.u.cross(f.v)
      let scale = abs(det) > 1e-9 ? 1 / det : 0
      along = Point(f.v.y, -f.v.x) * scale
      across = Point(-f.u.y, f.u.x) * scale
    }
  }

  /// Patterns that lie along a side of each one, the nearest of each direction.
  private func neighbourhoods() -> [[Neighbour]] {
    // By direction; round patterns have none, all their neighbours stand in the last list.
    var lists = [[Neighbour]](repeating: [], count: finders.count * Self.directions)
    let places = finders.map(Place.init)
    for i in places.indices {
      let a = places[i]
      for k in (i + 1)..<max(places.count, i + 1) where places[k].isDark == a.isDark {
        let b = places[k]
        if b.module > a.module * Self.sizeRatio || a.module > b.module * Self.sizeRatio { continue }
        let d = b.center - a.center
        let square = d.dot(d) / (a.module * b.module)
        if square < Self.spans.lowerBound || square > Self.spans.upperBound { continue }
        guard let from = look(a, d), let back = look(b, -d) else { continue }
        let distance = (from.distance * back.distance).squareRoot()
        if distance < Self.leastDistance || distance > Self.mostDistance { continue }
        let skew = from.skew + back.skew
        lists[i * Self.directions + from.direction].append(
          Neighbour(index: k, direction: from.direction, distance: distance, skew: skew))
        lists[k * Self.directions + back.direction].append(
          Neighbour(index: i, direction: back.direction, distance: distance, skew: skew))
      }
    }
    return finders.indices.map { nearest(Array(lists[($0 * Self.directions)..<(($0 + 1) * Self.directions)])) }
  }

  private func nearest(_ lists: [[Neighbour]]) -> [Neighbour] {
    var out: [Neighbour] = []
    for (direction, list) in lists.enumerated() {
      let count = direction == Self.directions - 1 ? neighbours * 4 : neighbours
      out += list.sorted { $0.distance != $1.distance ? $0.distance < $1.distance : $0.index < $1.index }.prefix(count)
    }
    return out
  }

  private static let directions = 5
  /// Squares of the distances in mean modules that are worth a look.
  private static let spans = (leastDistance * 0.6 * leastDistance * 0.6)...(mostDistance * 1.7 * mostDistance * 1.7)

  /// Direction, distance in modules and skew of a vector as seen by a pattern; nil when it follows no side.
  private func look(_ f: Place, _ d: Point) -> (direction: Int, distance: Double, skew: Double)? {
    let m = Point(d.dot(f.along), d.dot(f.across))
    if !f.hasSides { return (Self.directions - 1, m.length, Self.skew / 2) }
    let isAlong = abs(m.x) > abs(m.y)
    let (along, across) = isAlong ? (m.x, m.y) : (m.y, m.x)
    guard abs(across) < Self.skew * abs(along) else { return nil }
    return ((isAlong ? 0 : 2) + (along < 0 ? 1 : 0), abs(along), abs(across) / abs(along))
  }

  private func join(_ corner: Int, _ p: Neighbour, _ q: Neighbour) -> QRTriple? {
    // One of them along each pair of sides.
    if p.direction < 4 && q.direction < 4 && p.direction / 2 == q.direction / 2 { return nil }
    let ratio = max(p.distance, q.distance) / min(p.distance, q.distance)
    guard ratio < 1.45 else { return nil }
    let a = finders[corner]
    let b = finders[p.index]
    let c = finders[q.index]
    let ab = b.center - a.center
    let ac = c.center - a.center
    let cross = ab.cross(ac)
    let sine = cross / (ab.length * ac.length)
    // Below 25 degrees no reader gets anything out of it.
    guard abs(sine) > 0.4 else { return nil }
    let sizes = [a.module, b.module, c.module]
    let spread = (sizes.max() ?? 1) / (sizes.min() ?? 1)
    let distance = (p.distance + q.distance) / 2
    let difference = abs(p.distance - q.distance)
    let sizePart = distance * Self.sizePenalty
    let misfit =
      (ratio - 1) * 2 + p.skew + q.skew + (spread - 1) * 0.5 + (1 - abs(sine)) * 0.7
      + sizePart + (3 - a.quality - b.quality - c.quality) * 0.5
    // Top right lies clockwise before bottom left.
    return cross > 0
      ? QRTriple(
        corner: corner, right: p.index, below: q.index, distance: distance, difference: difference,
        misfit: misfit, sizePart: sizePart)
      : QRTriple(
        corner: corner, right: q.index, below: p.index, distance: distance, difference: difference,
        misfit: misfit, sizePart: sizePart)
  }

  /// Among several that fit, the smallest symbol is the likeliest: patterns of neighbouring symbols lie farther apart.
  private static let sizePenalty = 0.004
}
