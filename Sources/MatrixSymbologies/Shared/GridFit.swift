import BarcodeCore

/// Where the modules of a symbol lie in the picture: a projective map, and on curved or creased surfaces a mesh of
/// shifts on top of it.
package struct GridFit: Sendable {
  /// From modules (top left corner of the symbol at (0, 0)) to pixels.
  package let map: Homography
  /// Columns and rows (in modules) on which the nodes of the mesh lie, ascending; empty without a mesh.
  package private(set) var columns: [Double] = []
  package private(set) var rows: [Double] = []
  /// Shift of each node in pixels, row by row.
  package private(set) var shifts: [Point] = []

  package init(map: Homography) { self.map = map }

  /// Adds a mesh; `shifts` has `columns.count * rows.count` elements, both at least 2 (otherwise it is ignored).
  package init(map: Homography, columns: [Double], rows: [Double], shifts: [Point]) {
    self.map = map
    guard columns.count >= 2, rows.count >= 2, shifts.count == columns.count * rows.count else { return }
    self.columns = columns
    self.rows = rows
    self.shifts = shifts
  }

  /// The place in the picture of a place in modules.
  package func callAsFunction(_ p: Point) -> Point {
    let q = map(p)
    guard !shifts.isEmpty else { return q }
    let (i, s) = Self.locate(p.x, columns)
    let (j, t) = Self.locate(p.y, rows)
    let n = columns.count
    let a = shifts[j * n + i]
    let b = shifts[j * n + i + 1]
    let c = shifts[(j + 1) * n + i]
    let d = shifts[(j + 1) * n + i + 1]
    let top = a + (b - a) * s
    let bottom = c + (d - c) * s
    return q + top + (bottom - top) * t
  }

  /// The cell of the mesh and the place in it. Outside, the outermost cell continues for half of its size.
  private static func locate(_ x: Double, _ nodes: [Double]) -> (Int, Double) {
    var i = 0
    while i + 2 < nodes.count, x > nodes[i + 1] { i += 1 }
    let t = (x - nodes[i]) / (nodes[i + 1] - nodes[i])
    return (i, max(-0.5, min(1.5, t.isFinite ? t : 0)))
  }

  /// Corners of a symbol of so many modules.
  package func corners(columns n: Int, rows m: Int) -> Quad {
    let w = Double(n)
    let h = Double(m)
    return Quad(self(Point(0, 0)), self(Point(w, 0)), self(Point(w, h)), self(Point(0, h)))
  }
}
