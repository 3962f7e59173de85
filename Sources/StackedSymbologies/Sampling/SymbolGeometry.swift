import BarcodeCore

/// Where the modules of a stacked symbol lie in the picture: x in modules from the left edge, y in rows from the top.
struct SymbolGeometry {
  let layout: SymbolLayout
  let rows: Int
  private(set) var map: Homography

  /// From readings of row numbers at the ends. Nil when they do not fit together.
  init?(
    place: StackedPlace, layout: SymbolLayout, rows: Int, left leftAnchors: [RowAnchor], right rightAnchors: [RowAnchor]
  ) {
    let left = RowFit(leftAnchors, rows: rows)
    let right = RowFit(rightAnchors, rows: rows)
    guard let any = [left, right].compactMap({ $0 }).max(by: { $0.support < $1.support }) else { return nil }
    // An end without rows of its own takes those of the other.
    var l = left ?? any
    var r = right ?? any
    if (l.slope > 0) != (r.slope > 0) || l.slope / r.slope > 3 || r.slope / l.slope > 3 {
      l = any
      r = any
    }
    self.layout = layout
    self.rows = rows
    let width = Double(layout.modules) * place.module * place.sign
    func edge(_ fit: RowFit, _ row: Double, isLeft: Bool) -> Point {
      let v = fit.v(ofRow: row)
      let u: Double
      switch (isLeft, place.left, place.right) {
      case (true, let column?, _), (false, _, let column?): u = column.outer.value(at: v)
      case (true, nil, let column?): u = column.outer.value(at: v) - width
      case (false, let column?, nil): u = column.outer.value(at: v) + width
      default: u = 0
      }
      return place.grid.point(u, v)
    }
    let height = Double(rows)
    let quad = Quad(
      edge(l, 0, isLeft: true), edge(r, 0, isLeft: false), edge(r, height, isLeft: false),
      edge(l, height, isLeft: true))
    guard quad.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), quad.area > 16 else { return nil }
    let modules = Double(layout.modules)
    let flat = Quad(Point(0, 0), Point(modules, 0), Point(modules, height), Point(0, height))
    guard let map = Homography(from: flat, to: quad) else { return nil }
    self.map = map
    fitPerspective(place, left: left == nil ? [] : leftAnchors, right: right == nil ? [] : rightAnchors, quad: quad)
    guard let inverse = self.map.inverse else { return nil }
    leftShift = SymbolGeometry.shift(place.left, x: 0, sign: 1, place: place, inverse: inverse)
    rightShift = SymbolGeometry.shift(place.right, x: modules, sign: -1, place: place, inverse: inverse)
  }

  /// - Parameter map: From modules and rows to the picture. Nil when it makes no area of them.
  init?(layout: SymbolLayout, rows: Int, map: Homography) {
    self.layout = layout
    self.rows = rows
    self.map = map
    let outline = corners
    guard outline.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), outline.area > 16 else { return nil }
  }

  /// The same rows and columns under another map.
  func with(_ map: Homography) -> SymbolGeometry {
    var geometry = self
    geometry.map = map
    geometry.leftShift = LinearFit()
    geometry.rightShift = LinearFit()
    return geometry
  }

  /// Changes places in the symbol before they are mapped.
  mutating func move(_ change: Homography) { map = map.after(change) }

  /// Fits the map to both edges of the guards, which tell the perspective along the rows, and to the rows' numbers.
  private mutating func fitPerspective(_ place: StackedPlace, left: [RowAnchor], right: [RowAnchor], quad: Quad) {
    guard place.left != nil, place.right != nil, let inverse = map.inverse else { return }
    let width = Double(layout.modules)
    var fit = HomographyFit(center: quad.center, scale: quad.topLeft.distance(to: quad.bottomRight) / 2)
    for (column, edge, sign, anchors) in [(place.left, 0.0, 1.0, left), (place.right, width, -1.0, right)] {
      guard let column else { continue }
      for step in 0...4 {
        let v = column.firstV + (column.lastV - column.firstV) * Double(step) / 4
        fit.addX(place.grid.point(column.outer.value(at: v), v), edge, weight: 10)
        fit.addX(place.grid.point(column.inner.value(at: v), v), edge + sign * column.modules, weight: 10)
      }
      var near = 0
      for anchor in anchors {
        let p = place.grid.point(column.inner.value(at: anchor.v), anchor.v)
        let y = Double(anchor.row) + 0.5
        guard abs(inverse(p).y - y) < SymbolGeometry.anchorReach else { continue }
        near += 1
        fit.addY(p, y)
      }
      // An end whose rows are hardly known keeps those of the first guess.
      if near < SymbolGeometry.leastAnchors {
        for step in 0...4 {
          let y = Double(rows) * Double(step) / 4
          fit.addY(map(Point(edge, y)), y, weight: 0.5)
        }
      }
    }
    if let better = fit.map(), isPlausible(better) { map = better }
  }

  /// Readings farther from the first guess are wrong, in rows.
  private static let anchorReach = 2.0
  private static let leastAnchors = 5

  /// Whether a map keeps the corners about where they are.
  func isPlausible(_ other: Homography) -> Bool {
    let old = corners
    let new = SymbolGeometry.corners(other, width: Double(layout.modules), height: Double(rows))
    let reach = 0.25 * (old.topLeft.distance(to: old.bottomRight))
    return zip(old.points, new.points).allSatisfy { $0.distance(to: $1) < reach }
  }

  private static func corners(_ map: Homography, width w: Double, height h: Double) -> Quad {
    Quad(map(Point(0, 0)), map(Point(w, 0)), map(Point(w, h)), map(Point(0, h)))
  }

  /// Displacements, in modules, of the inner edges of the guards as functions of the row: what bending does to the
  /// pitch near the ends.
  private var leftShift = LinearFit()
  private var rightShift = LinearFit()

  /// How far a guard's inner edge lies from where the map has it.
  private static func shift(
    _ column: GuardColumn?, x: Double, sign: Double, place: StackedPlace, inverse: Homography
  ) -> LinearFit {
    guard let column else { return LinearFit() }
    let points = [column.firstV, column.lastV].map { v -> (x: Double, y: Double) in
      let p = inverse(place.grid.point(column.inner.value(at: v), v))
      return (p.y, p.x - (x + sign * column.modules))
    }
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), abs(points[0].x - points[1].x) > 1 else {
      return LinearFit()
    }
    return LinearFit(points, tolerance: 10)
  }

  /// The displacement to expect at a place in the symbol, in modules.
  func shift(x: Double, y: Double) -> Double {
    let width = Double(layout.modules)
    let guardWidth = layout.kind == .microPDF417 ? 10.0 : 17.0
    let t = max(0, min(1, (x - guardWidth) / max(1, width - 2 * guardWidth)))
    return leftShift.value(at: y) * (1 - t) + rightShift.value(at: y) * t
  }

  /// The place in the picture of a place in the symbol.
  func point(_ x: Double, _ y: Double) -> Point { map(Point(x, y)) }

  /// The symbol's corners.
  var corners: Quad { SymbolGeometry.corners(map, width: Double(layout.modules), height: Double(rows)) }

  /// Mean width of a module, in pixels.
  var module: Double {
    let c = corners
    return (c.topLeft.distance(to: c.topRight) + c.bottomLeft.distance(to: c.bottomRight)) / 2
      / Double(layout.modules)
  }

  /// Mean height of a row, in pixels.
  var rowHeight: Double {
    let c = corners
    return (c.topLeft.distance(to: c.bottomLeft) + c.topRight.distance(to: c.bottomRight)) / 2 / Double(rows)
  }
}
