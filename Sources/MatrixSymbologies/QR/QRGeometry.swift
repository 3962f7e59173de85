import BarcodeCore

/// The three finder patterns of a symbol with their sides sorted out, in the order top left, top right, bottom left
/// (of the symbol as it would be without mirroring).
struct QRAnchors {
  /// A pattern's centre and one module along the symbol's rows and columns.
  struct Anchor {
    var center: Point
    var along: Point
    var down: Point
    /// How fast the modules shrink along rows and columns.
    var tilt: Point
    /// How much the centre and the sides count in a fit.
    var centerWeight = QRAnchors.centerWeight
    var weight: Double

    /// The place in the picture that lies so many modules along the rows and columns from the centre.
    func place(_ x: Double, _ y: Double) -> Point {
      center + (along * x + down * y) / max(0.25, 1 + tilt.x * x + tilt.y * y)
    }
  }

  var topLeft: Anchor
  var topRight: Anchor
  var bottomLeft: Anchor
  let isDark: Bool
  let darkLevel: Double
  let lightLevel: Double

  /// Sides of round patterns are guessed.
  private static let roundWeight = 0.02
  private static let sideWeight = 0.5
  private static let centerWeight = 2.0
  /// The centre of a pattern that was not seen.
  private static let guessedWeight = 0.02

  init(_ a: QRFinder, right b: QRFinder, below c: QRFinder) {
    let along = b.center - a.center
    let down = c.center - a.center
    func anchor(_ f: QRFinder) -> Anchor {
      guard f.hasSides else {
        return Anchor(
          center: f.center, along: along.normalized * f.module, down: down.normalized * f.module, tilt: Point(0, 0),
          centerWeight: f.quality > 0 ? Self.centerWeight : Self.guessedWeight, weight: Self.roundWeight)
      }
      // The side nearer to the direction of the row; the other one is the column.
      let du = abs(f.u.normalized.dot(along.normalized)) + abs(f.v.normalized.dot(down.normalized))
      let dv = abs(f.v.normalized.dot(along.normalized)) + abs(f.u.normalized.dot(down.normalized))
      let (p, q) = du >= dv ? (f.u, f.v) : (f.v, f.u)
      let tilt = du >= dv ? f.tilt : Point(f.tilt.y, f.tilt.x)
      let (isBack, isUp) = (p.dot(along) < 0, q.dot(down) < 0)
      return Anchor(
        center: f.center, along: isBack ? -p : p, down: isUp ? -q : q,
        tilt: Point(isBack ? -tilt.x : tilt.x, isUp ? -tilt.y : tilt.y), weight: Self.sideWeight)
    }
    topLeft = anchor(a)
    topRight = anchor(b)
    bottomLeft = anchor(c)
    isDark = a.isDark
    darkLevel = (a.darkLevel + b.darkLevel + c.darkLevel) / 3
    lightLevel = (a.lightLevel + b.lightLevel + c.lightLevel) / 3
  }

  /// Distance of the grey values of light and dark modules; at least 1.
  var contrast: Double { max(1, lightLevel - darkLevel) }

  /// Pairs of module and pixel places that the patterns give, for a symbol of so many modules.
  func pairs(dimension n: Int) -> [PointPair] {
    var out: [PointPair] = []
    out.reserveCapacity(16)
    let far = Double(n) - 3.5
    for (anchor, place) in [
      (topLeft, Point(3.5, 3.5)), (topRight, Point(far, 3.5)), (bottomLeft, Point(3.5, far)),
    ] {
      out.append(PointPair(place, anchor.center, weight: anchor.centerWeight))
      for s in [-3.0, 3.0] {
        out.append(PointPair(place + Point(s, 0), anchor.place(s, 0), weight: anchor.weight))
        out.append(PointPair(place + Point(0, s), anchor.place(0, s), weight: anchor.weight))
      }
    }
    return out
  }
}

/// Finds the grid of a symbol from its finder patterns.
struct QRFitter {
  let luma: LumaView
  let anchors: QRAnchors
  private let grey: GreyReader

  init?(luma: LumaView, anchors: QRAnchors) {
    guard let grey = GreyReader(luma) else { return nil }
    self.grey = grey
    self.luma = luma
    self.anchors = anchors
  }

  /// How well the timing patterns alternate that a symbol of so many modules would have, from -1 to 1.
  func timingScore(dimension n: Int) -> Double {
    let a = anchors.topLeft
    let b = anchors.topRight
    let c = anchors.bottomLeft
    let first = timing(
      from: a.place(0, 3), to: b.place(0, 3), scales: (a.along.length, b.along.length), n)
    let second = timing(
      from: a.place(3, 0), to: c.place(3, 0), scales: (a.down.length, c.down.length), n)
    // One of the two may be damaged.
    return max((first + second) / 2, max(first, second) * 0.75)
  }

  /// Follows a timing pattern between the middles of two finder patterns' sides. The modules' width changes on the way
  /// as perspective makes it, from the one scale to the other.
  private func timing(from p: Point, to q: Point, scales: (Double, Double), _ n: Int) -> Double {
    let span = Double(n - 7)
    let w = (max(scales.1, 1e-6) / max(scales.0, 1e-6)).squareRoot()
    var signed = 0.0
    var total = 1e-9
    var previous = 0.0
    for i in 7...(n - 8) {
      let m = Double(i) - 3
      let value = Double(grey(p + (q - p) * (m / (m + w * (span - m)))))
      if i > 7 {
        // Even modules are dark.
        let step = i & 1 == 0 ? previous - value : value - previous
        signed += step
        total += abs(step)
      }
      previous = value
    }
    let steps = Double(n - 15)
    // Steps far below the finder patterns' contrast are noise on a plain ground.
    let share = min(1, total / steps / (anchors.contrast * Self.leastStep))
    return signed / total * share * (anchors.isDark ? 1 : -1)
  }

  /// Share of the contrast that the steps of a timing pattern keep under the strongest blur that can be read.
  private static let leastStep = 0.15

  /// Places of a symbol's alignment patterns, and the fit that they give.
  func fit(_ version: QRVersion, usesAlignment: Bool = true) -> GridFit? {
    let n = version.dimension
    var pairs = anchors.pairs(dimension: n)
    guard let rough = Homography(fitting: pairs) else { return nil }
    guard version.number > 1, usesAlignment else { return GridFit(map: rough) }
    let corner = Point(Double(n) - 6.5, Double(n) - 6.5)
    let reach = min(8, 2.5 + Double(n) / 20)
    guard let found = searchAlignment(rough, corner, near: rough(corner), reach: reach) else {
      return version.number >= 7 ? mesh(version, rough) : GridFit(map: rough)
    }
    // It stands alone against three patterns far away, so it counts more than a side.
    pairs.append(PointPair(corner, found.place, weight: 4))
    guard let map = Homography(fitting: pairs) else { return GridFit(map: rough) }
    return mesh(version, map)
  }

  /// A map bent so that the corners of the finder patterns lie where these patterns themselves have them; on a curved
  /// surface the modules at the symbol's sides are narrower than those between.
  func bentFit(_ version: QRVersion, from flat: GridFit) -> GridFit {
    let n = Double(version.dimension)
    let nodes = [0, 7, n - 7, n]
    var shifts = [Point](repeating: Point(0, 0), count: 16)
    for j in 0..<4 {
      for i in 0..<4 where i < 2 || j < 2 {
        let anchor = i > 1 ? anchors.topRight : j > 1 ? anchors.bottomLeft : anchors.topLeft
        let seen = anchor.place(i % 2 == 0 ? -3.5 : 3.5, j % 2 == 0 ? -3.5 : 3.5)
        shifts[j * 4 + i] = seen - flat.map(Point(nodes[i], nodes[j]))
      }
    }
    // The fourth corner has no pattern: what its column and its row have in common with the others.
    for j in 2..<4 {
      for i in 2..<4 { shifts[j * 4 + i] = shifts[4 + i] + shifts[j * 4 + 1] - shifts[5] }
    }
    return GridFit(map: flat.map, columns: nodes, rows: nodes, shifts: shifts)
  }

  /// A mesh over all alignment patterns and the inner corners of the finder patterns.
  private func mesh(_ version: QRVersion, _ map: Homography) -> GridFit {
    let lines = version.alignmentCentres
    let count = lines.count
    let nodes = lines.map { Double($0) + 0.5 }
    var shifts = [Point?](repeating: nil, count: count * count)
    shifts[0] = anchors.topLeft.place(3, 3) - map(Point(nodes[0], nodes[0]))
    shifts[count - 1] = anchors.topRight.place(-3, 3) - map(Point(nodes[count - 1], nodes[0]))
    shifts[(count - 1) * count] = anchors.bottomLeft.place(3, -3) - map(Point(nodes[0], nodes[count - 1]))
    for sum in 1...(2 * count - 2) {
      for j in max(0, sum - count + 1)...min(sum, count - 1) {
        let i = sum - j
        if shifts[j * count + i] != nil { continue }
        let place = Point(nodes[i], nodes[j])
        var targets = [map(place) + predict(shifts, i, j, count)]
        // The corner's own sides lead to its neighbours, whatever the surface does farther away.
        if i <= 1 && j <= 1 { targets.append(anchors.topLeft.place(place.x - 3.5, place.y - 3.5)) }
        // The first ones may lie far off on a curved surface; they lead the way to the next.
        let reach = i + j < count ? 2.5 : 1.5
        let found = targets.compactMap { searchAlignment(map, place, near: $0, reach: reach) }
        if let best = found.max(by: { $0.likeness < $1.likeness }) { shifts[j * count + i] = best.place - map(place) }
      }
    }
    fill(&shifts, count)
    return dense(map, nodes, shifts.map { $0 ?? Point(0, 0) })
  }

  /// The mesh with more nodes, laid smoothly through those of the alignment patterns: a curved surface is not made of
  /// plane pieces.
  private func dense(_ map: Homography, _ nodes: [Double], _ shifts: [Point]) -> GridFit {
    let count = nodes.count
    guard count >= 3 else { return GridFit(map: map, columns: nodes, rows: nodes, shifts: shifts) }
    var finer: [Double] = []
    for (a, b) in zip(nodes, nodes.dropFirst()) { finer += [a, a + (b - a) / 3, a + (b - a) * 2 / 3] }
    if let last = nodes.last { finer.append(last) }
    let curves = (0..<count).map { j in finer.map { Self.smooth(nodes, Array(shifts[j * count..<(j + 1) * count]), $0) }
    }
    var out: [Point] = []
    for y in finer {
      for i in finer.indices { out.append(Self.smooth(nodes, curves.map { $0[i] }, y)) }
    }
    return GridFit(map: map, columns: finer, rows: finer, shifts: out)
  }

  /// The value at `x` of the parabolas through three nodes each, blended between the two that cover the interval.
  private static func smooth(_ nodes: [Double], _ values: [Point], _ x: Double) -> Point {
    var k = 0
    while k + 2 < nodes.count, x > nodes[k + 1] { k += 1 }
    func parabola(_ first: Int) -> Point {
      let (a, b, c) = (nodes[first], nodes[first + 1], nodes[first + 2])
      return values[first] * ((x - b) * (x - c) / ((a - b) * (a - c)))
        + values[first + 1] * ((x - a) * (x - c) / ((b - a) * (b - c)))
        + values[first + 2] * ((x - a) * (x - b) / ((c - a) * (c - b)))
    }
    if k == 0 { return parabola(0) }
    if k + 2 >= nodes.count { return parabola(k - 1) }
    let t = (x - nodes[k]) / (nodes[k + 1] - nodes[k])
    return parabola(k - 1) * (1 - t) + parabola(k) * t
  }

  /// The shift to expect at a node, from the nodes before it.
  private func predict(_ shifts: [Point?], _ i: Int, _ j: Int, _ count: Int) -> Point {
    let left = i > 0 ? shifts[j * count + i - 1] : nil
    let above = j > 0 ? shifts[(j - 1) * count + i] : nil
    let diagonal = i > 0 && j > 0 ? shifts[(j - 1) * count + i - 1] : nil
    if let left, let above, let diagonal { return left + above - diagonal }
    if let left, let above { return (left + above) / 2 }
    // Along the edges, as it went on so far.
    if let left, i > 1, let before = shifts[j * count + i - 2] { return left * 2 - before }
    if let above, j > 1, let before = shifts[(j - 2) * count + i] { return above * 2 - before }
    return left ?? above ?? diagonal ?? Point(0, 0)
  }

  /// Gives nodes without a pattern the mean of their neighbours.
  private func fill(_ shifts: inout [Point?], _ count: Int) {
    for _ in 0..<2 * count {
      var next = shifts
      var missing = false
      for j in 0..<count {
        for i in 0..<count where shifts[j * count + i] == nil {
          var sum = Point(0, 0)
          var seen = 0.0
          for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let x = i + dx
            let y = j + dy
            guard x >= 0, y >= 0, x < count, y < count, let s = shifts[y * count + x] else { continue }
            sum = sum + s
            seen += 1
          }
          if seen > 0 { next[j * count + i] = sum / seen } else { missing = true }
        }
      }
      shifts = next
      if !missing { return }
    }
  }

  /// Least likeness of an alignment pattern, from 0 to 1.
  private static let leastLikeness = 0.62
  /// Likeness beyond which nothing better is expected farther away.
  private static let clearLikeness = 0.8

  /// The place near `start` that looks most like an alignment pattern, or nil. `reach` is in modules.
  func searchAlignment(
    _ map: Homography, _ place: Point, near start: Point, reach: Double
  ) -> (place: Point, likeness: Double)? {
    let origin = map(place)
    let u = map(place + Point(1, 0)) - origin
    let v = map(place + Point(0, 1)) - origin
    guard u.x.isFinite, u.y.isFinite, v.x.isFinite, v.y.isFinite, luma.contains(start) else { return nil }
    let module = abs(u.cross(v)).squareRoot()
    guard module > 0.5, module < 400 else { return nil }
    var best = (place: start, likeness: -1.0, offset: Point(0, 0))
    let rings = Int(reach / 0.5)
    for ring in 0...rings {
      // A clear one was found, and nothing better nearby.
      if best.likeness > Self.clearLikeness, Double(ring) * 0.5 > best.offset.length + 1 { break }
      for j in -ring...ring {
        for i in -ring...ring where max(abs(i), abs(j)) == ring {
          let offset = Point(Double(i) * 0.5, Double(j) * 0.5)
          let p = start + u * offset.x + v * offset.y
          // Far ones must be clearer.
          let likeness = likeness(p, u, v) - offset.length * Self.distancePenalty
          if likeness > best.likeness { best = (p, likeness, offset) }
        }
      }
    }
    guard best.likeness > Self.leastLikeness - 0.1 else { return nil }
    var step = 0.25
    while step > 0.05 {
      let middle = best.place
      for (i, j) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] {
        let p = middle + u * (i * step) + v * (j * step)
        let value = likeness(p, u, v) - best.offset.length * Self.distancePenalty
        if value > best.likeness { best = (p, value, best.offset) }
      }
      if best.place == middle { step /= 2 }
    }
    return best.likeness > Self.leastLikeness ? (best.place, best.likeness) : nil
  }

  /// By how much an alignment pattern must look better for each module of distance from where it is expected.
  private static let distancePenalty = 0.025

  private static let gapPlaces: [(Double, Double)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]
  private static let ringPlaces: [(Double, Double)] = [
    (-2, -2), (-1, -2), (0, -2), (1, -2), (2, -2), (-2, -1), (2, -1), (-2, 0), (2, 0), (-2, 1), (2, 1), (-2, 2),
    (-1, 2), (0, 2), (1, 2), (2, 2),
  ]

  /// Correlation with an alignment pattern, weakened where the contrast is low.
  private func likeness(_ p: Point, _ u: Point, _ v: Point) -> Double {
    let sign = anchors.isDark ? 1.0 : -1.0
    let centre = Double(grey(p))
    var gap = 0.0
    var squares = centre * centre
    for (i, j) in Self.gapPlaces {
      let g = Double(grey(p + u * i + v * j))
      squares += g * g
      gap += g
    }
    // Without a dark centre in a light gap the ring need not be looked at.
    guard (gap / 8 - centre) * sign > anchors.contrast * 0.1 else { return 0 }
    var ring = 0.0
    for (i, j) in Self.ringPlaces {
      let g = Double(grey(p + u * i + v * j))
      squares += g * g
      ring += g
    }
    let dark = ring + centre
    let sum = dark + gap
    let variance = squares / 25 - sum / 25 * sum / 25
    guard variance > 1 else { return 0 }
    let difference = (gap / 8 - dark / 17) * sign
    // Standard deviation of the template with 17 dark and 8 light modules is sqrt(17 * 8) / 25.
    let correlation = difference * 0.4665 / variance.squareRoot()
    return correlation * min(1, difference / (anchors.contrast * 0.4))
  }
}
