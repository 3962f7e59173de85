import BarcodeCore

/// Where the modules of a symbol lie in the picture: a projective map, bent so that it meets the measured borders.
package struct DataMatrixGrid {
  package let size: DataMatrixSize
  /// From modules (0...columns, 0...rows from the upper left corner) to the picture.
  package var map: Homography
  /// How far the borders lie from where the map has them, in modules; nil for a flat symbol.
  package var bend: BorderBend?

  /// The place in the picture of a point in modules.
  @inline(__always)
  package func place(_ u: Double, _ v: Double) -> Point {
    guard let bend else { return map(Point(u, v)) }
    let d = bend.displacement(u, v)
    return map(Point(u + d.x, v + d.y))
  }

  package var corners: Quad {
    let (w, h) = (Double(size.columns), Double(size.rows))
    return Quad(place(0, 0), place(w, 0), place(w, h), place(0, h))
  }

  /// The mean width of a module, in pixels.
  package var moduleSize: Double {
    (corners.area / Double(size.rows * size.columns)).squareRoot()
  }

  /// Whether the corners are a sane quad: convex, of finite size, no side vanishing.
  package var isSane: Bool {
    let c = corners.points
    var positive = 0
    for i in 0..<4 {
      let a = c[(i + 1) & 3] - c[i]
      let b = c[(i + 2) & 3] - c[(i + 1) & 3]
      guard a.x.isFinite, a.y.isFinite, a.length > 6, a.length < 1e5 else { return false }
      let sine = a.cross(b) / (a.length * b.length)
      guard abs(sine) > 0.25 else { return false }
      if sine > 0 { positive += 1 }
    }
    return positive == 0 || positive == 4
  }
}

/// Displacements along the four borders, blended over the symbol.
package struct BorderBend {
  package var columns: Int
  package var rows: Int
  /// At whole modules from left to right: along and across the upper border, across the lower border.
  package var topAlong: [Double]
  package var topAcross: [Double]
  package var bottomAcross: [Double]
  /// At whole modules from top to bottom: along and across the right border, across the left border.
  package var rightAlong: [Double]
  package var rightAcross: [Double]
  package var leftAcross: [Double]

  @inline(__always)
  private func value(_ list: [Double], _ x: Double) -> Double {
    let clamped = min(max(x, 0), Double(list.count - 1))
    let i = min(Int(clamped), list.count - 2)
    let t = clamped - Double(i)
    return list[i] * (1 - t) + list[i + 1] * t
  }

  @inline(__always)
  package func displacement(_ u: Double, _ v: Double) -> Point {
    let s = u / Double(columns)
    let t = v / Double(rows)
    let du =
      value(topAlong, u) + (1 - s) * (value(leftAcross, v) - leftAcross[0])
      + s * (value(rightAcross, v) - rightAcross[0])
    let dv =
      value(rightAlong, v) + (1 - t) * (value(topAcross, u) - topAcross[columns])
      + t * (value(bottomAcross, u) - bottomAcross[columns])
    return Point(du, dv)
  }
}

/// Fits a grid of one size to legs and timing sides, and sharpens it on grey values.
package struct DataMatrixGridFit {
  package let field: InkField
  package let contrast: Float
  package let left: LegMeasurement
  package let bottom: LegMeasurement

  package init(field: InkField, left: LegMeasurement, bottom: LegMeasurement) {
    self.field = field
    self.left = left
    self.bottom = bottom
    contrast = (left.contrast + bottom.contrast) / 2
  }

  /// The grid that follows from the outer edges of the legs and the crossings of the timing sides.
  package func grid(_ size: DataMatrixSize, legs: FinderLegs, top: TimingSide, right: TimingSide)
    -> DataMatrixGrid?
  {
    let (columns, rows) = (Double(size.columns), Double(size.rows))
    let far = legs.leftEnd + legs.bottomVector
    var fit = ModuleMapFit(center: (legs.corner + far) / 2, size: legs.leastLength)
    for p in left.edge { fit.add(p, u: 0) }
    for p in bottom.edge { fit.add(p, v: rows) }
    for (index, _) in top.crossings.enumerated() where index < size.columns - 1 {
      let p = top.point(index)
      fit.add(p, u: Double(index + 1))
      fit.add(p, v: 0.5, weight: 0.3)
    }
    for (index, _) in right.crossings.enumerated() where index < size.rows - 1 {
      let p = right.point(index)
      fit.add(p, v: rows - Double(index + 1))
      fit.add(p, u: columns - 0.5, weight: 0.3)
    }
    guard let map = fit.solve() else { return nil }
    let grid = DataMatrixGrid(size: size, map: map, bend: nil)
    return grid.isSane ? grid : nil
  }

  /// Measures the borders where the grid has them, and fits the map anew. Bends the grid when what remains is more
  /// than noise.
  package func refined(_ grid: DataMatrixGrid, bends: Bool) -> DataMatrixGrid? {
    let size = grid.size
    let (columns, rows) = (Double(size.columns), Double(size.rows))
    let borders = BorderMeasurement(grid, field: field, contrast: contrast)
    var fit = ModuleMapFit(center: grid.corners.center, size: grid.moduleSize * max(columns, rows))
    for e in borders.topAlong { fit.add(grid.place(e.at + e.offset, 0.5), u: e.at, weight: e.weight) }
    for e in borders.rightAlong { fit.add(grid.place(columns - 0.5, e.at + e.offset), v: e.at, weight: e.weight) }
    for e in borders.topAcross { fit.add(grid.place(e.at, e.offset), v: 0, weight: e.weight) }
    for e in borders.rightAcross { fit.add(grid.place(columns + e.offset, e.at), u: columns, weight: e.weight) }
    for e in borders.leftAcross { fit.add(grid.place(e.offset, e.at), u: 0, weight: e.weight) }
    for e in borders.bottomAcross { fit.add(grid.place(e.at, rows + e.offset), v: rows, weight: e.weight) }
    guard let map = fit.solve() else { return nil }
    var next = DataMatrixGrid(size: size, map: map, bend: nil)
    guard next.isSane else { return nil }
    if bends { next.bend = BorderMeasurement(next, field: field, contrast: contrast).bend(size) }
    return next
  }
}

/// Offsets of the borders' edges from where a grid has them.
package struct BorderMeasurement {
  package struct Offset {
    /// Place along the border, in modules.
    package var at: Double
    /// In modules.
    package var offset: Double
    package var weight: Double
  }

  package var topAlong: [Offset] = []
  package var topAcross: [Offset] = []
  package var rightAlong: [Offset] = []
  package var rightAcross: [Offset] = []
  package var leftAcross: [Offset] = []
  package var bottomAcross: [Offset] = []

  /// Edges fainter than this share of the finder's contrast say nothing.
  private static let leastRise: Float = 0.12
  /// Edges farther than this, in modules, are others.
  private static let reach = 0.55

  package init(_ grid: DataMatrixGrid, field: InkField, contrast: Float) {
    let (columns, rows) = (Double(grid.size.columns), Double(grid.size.rows))
    func measure(_ u: Double, _ v: Double, _ du: Double, _ dv: Double, at: Double) -> Offset? {
      let direction = (grid.place(u + du / 2, v + dv / 2) - grid.place(u - du / 2, v - dv / 2))
      guard let edge = field.rise(at: grid.place(u, v), along: direction, reach: Self.reach),
        edge.rise > Self.leastRise * contrast
      else { return nil }
      let weight = Double(min(edge.rise / max(contrast, 1), 1))
      // In the direction of growing u or v.
      return Offset(at: at, offset: (du + dv) * edge.offset, weight: weight)
    }
    for k in 1..<grid.size.columns {
      let d: Double = k % 2 == 1 ? -1 : 1
      if let e = measure(Double(k), 0.5, d, 0, at: Double(k)) { topAlong.append(e) }
    }
    for k in 1..<grid.size.rows {
      // From the bottom: dark, light, dark …; rows are even, so the border between k - 1 and k rises downwards for odd k.
      let d: Double = k % 2 == 1 ? 1 : -1
      if let e = measure(columns - 0.5, Double(k), 0, d, at: Double(k)) { rightAlong.append(e) }
    }
    for k in stride(from: 0, to: grid.size.columns, by: 2) {
      if let e = measure(Double(k) + 0.5, 0, 0, 1, at: Double(k) + 0.5) { topAcross.append(e) }
    }
    for k in stride(from: 1, to: grid.size.rows, by: 2) {
      if let e = measure(columns, Double(k) + 0.5, -1, 0, at: Double(k) + 0.5) { rightAcross.append(e) }
    }
    for k in 0..<grid.size.rows {
      if let e = measure(0, Double(k) + 0.5, 1, 0, at: Double(k) + 0.5) { leftAcross.append(e) }
    }
    for k in 0..<grid.size.columns {
      if let e = measure(Double(k) + 0.5, rows, 0, -1, at: Double(k) + 0.5) { bottomAcross.append(e) }
    }
  }

  /// The bend that the offsets amount to, or nil when they are no more than noise.
  package func bend(_ size: DataMatrixSize) -> BorderBend? {
    let bend = BorderBend(
      columns: size.columns, rows: size.rows,
      topAlong: Self.smooth(topAlong, size.columns), topAcross: Self.smooth(topAcross, size.columns),
      bottomAcross: Self.smooth(bottomAcross, size.columns), rightAlong: Self.smooth(rightAlong, size.rows),
      rightAcross: Self.smooth(rightAcross, size.rows), leftAcross: Self.smooth(leftAcross, size.rows))
    let largest = [
      bend.topAlong, bend.topAcross, bend.bottomAcross, bend.rightAlong, bend.rightAcross, bend.leftAcross,
    ].joined().reduce(0) { max($0, abs($1)) }
    return largest > 0.08 ? bend : nil
  }

  /// Values at whole modules from scattered, noisy ones: a weighted mean over some modules around each place, robust
  /// against single outliers.
  private static func smooth(_ offsets: [Offset], _ count: Int) -> [Double] {
    var smoothed = [Double](repeating: 0, count: count + 1)
    guard offsets.count >= 4 else { return smoothed }
    var kept: [Offset] = []
    for i in offsets.indices {
      let around = offsets[max(0, i - 2)...min(offsets.count - 1, i + 2)].map(\.offset).sorted()
      if abs(offsets[i].offset - around[around.count / 2]) < 0.2 { kept.append(offsets[i]) }
    }
    let radius = 2.5
    for x in 0...count {
      // A local straight line, so that the ends keep their slope; towards zero where nothing was measured.
      var (s0, s1, s2, b0, b1) = (0.05, 0.0, 0.3, 0.0, 0.0)
      for e in kept {
        let d = e.at - Double(x)
        guard abs(d) <= 2 * radius else { continue }
        let near = 1 - d * d / (4 * radius * radius)
        let w = near * near * e.weight
        s0 += w
        s1 += w * d
        s2 += w * d * d
        b0 += w * e.offset
        b1 += w * d * e.offset
      }
      let det = s0 * s2 - s1 * s1
      smoothed[x] = det > 1e-9 ? (b0 * s2 - b1 * s1) / det : 0
    }
    return smoothed
  }
}
