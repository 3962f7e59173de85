import BarcodeCore

/// Where the modules of a symbol lie in the picture: a projective map, bent so that it meets the measured borders.
package struct DataMatrixGrid {
  package let size: DataMatrixSize
  /// From modules (0...columns, 0...rows from the upper left corner) to the picture.
  package var map: Homography
  /// How far the borders lie from where the map has them, in modules; nil for a flat symbol.
  package var bend: BorderBend?

  package init(size: DataMatrixSize, map: Homography, bend: BorderBend?) {
    (self.size, self.map, self.bend) = (size, map, bend)
  }

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

extension DataMatrixGrid {
  /// Of the neighbouring modules of both timing patterns, how many differ as they should: a quick look before all
  /// modules are sampled.
  package func timingShare(_ field: InkField) -> Double {
    let (columns, rows) = (Double(size.columns), Double(size.rows))
    var right = 0
    var last = field.at(place(0.5, 0.5))
    for column in 1..<size.columns {
      let value = field.at(place(Double(column) + 0.5, 0.5))
      if column % 2 == 1 ? value < last : value > last { right += 1 }
      last = value
    }
    last = field.at(place(columns - 0.5, 0.5))
    for row in 1..<size.rows {
      let value = field.at(place(columns - 0.5, Double(row) + 0.5))
      if row % 2 == 1 ? value > last : value < last { right += 1 }
      last = value
    }
    return Double(right) / (columns + rows - 2)
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
