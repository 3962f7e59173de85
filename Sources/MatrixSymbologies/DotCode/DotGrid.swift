import BarcodeCore

/// The grid of places (with dots on every other one) that a lattice of dots spans.
struct DotGrid {
  /// Two steps of the lattice that lead to the places right below and right above.
  typealias Axes = (p: (Int, Int), q: (Int, Int))

  /// From places (column, row) to pixels.
  let map: Homography
  let columns: Int
  let rows: Int
  /// Share of the dot places that have one.
  let fill: Double
  /// Whether dots stand where column and row are both even or both odd, counted from the corner.
  private let isEven: Bool

  init?(_ lattice: DotLattice, axes: Axes, stray: Double) {
    // A place's column and row grow along p by one each, along q by one and by minus one.
    let det = axes.p.0 * axes.q.1 - axes.p.1 * axes.q.0
    guard abs(det) == 1 else { return nil }
    var pairs = zip(lattice.places, lattice.points).map { place, point -> PointPair in
      let i = (place.a * axes.q.1 - place.b * axes.q.0) * det
      let j = (place.b * axes.p.0 - place.a * axes.p.1) * det
      return PointPair(Point(Double(i + j), Double(i - j)), point)
    }
    let step = min(lattice.u.length, lattice.v.length)
    guard var fit = Homography(fitting: pairs) else { return nil }
    for _ in 0..<2 {
      let kept = pairs.filter { fit($0.from).distance(to: $0.to) < stray * step }
      guard kept.count >= DotLattice.leastDots, kept.count * 4 >= pairs.count * 3,
        let better = Homography(fitting: kept)
      else { return nil }
      fit = better
      pairs = kept
    }
    var low = (x: Int.max, y: Int.max)
    var high = (x: Int.min, y: Int.min)
    for pair in pairs {
      low = (min(low.x, Int(pair.from.x)), min(low.y, Int(pair.from.y)))
      high = (max(high.x, Int(pair.from.x)), max(high.y, Int(pair.from.y)))
    }
    columns = high.x - low.x + 1
    rows = high.y - low.y + 1
    guard columns >= 4, rows >= 4, columns <= 210, rows <= 210 else { return nil }
    map = fit.after(Homography(1, 0, Double(low.x), 0, 1, Double(low.y), 0, 0, 1))
    fill = Double(pairs.count) / (Double(columns * rows) / 2)
    isEven = (low.x + low.y) & 1 == 0
  }

  var corners: Quad { quad(whole) }
  /// Distance of neighbouring places along rows and columns, in pixels.
  var module: Double { Self.module(map, columns, rows) }

  private func quad(_ w: Window) -> Quad {
    let (l, t, r, b) = (Double(w.left) - 0.5, Double(w.top) - 0.5, Double(w.right) + 0.5, Double(w.bottom) + 0.5)
    return Quad(map(Point(l, t)), map(Point(r, t)), map(Point(r, b)), map(Point(l, b)))
  }

  /// Share of the places that may lie between dot and no dot: what is regular by chance has all values.
  private static let mostDoubtful = 0.35
  /// A place is in doubt below this, of which 1 is a clear dot.
  private static let doubt: Float = 0.4

  /// Whether most places clearly have a dot or none.
  func isClear(_ luma: LumaView, isInverted: Bool) -> Bool {
    guard let soft = sample(whole, luma, isInverted: isInverted) else { return false }
    var doubtful = 0
    var count = 0
    for y in 0..<rows {
      for x in stride(from: hasDot(0, y) ? 0 : 1, to: columns, by: 2) {
        count += 1
        if abs(soft[y * columns + x]) < Self.doubt { doubtful += 1 }
      }
    }
    return Double(doubtful) <= Self.mostDoubtful * Double(count)
  }

  /// A part of the grid, borders included.
  struct Window {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
  }

  /// All of the grid.
  var whole: Window { Window(left: 0, top: 0, right: columns - 1, bottom: rows - 1) }

  /// The symbol fills the grid, or lacks a dot at one border, or has a stray one there.
  var windows: [Window] {
    var windows: [Window] = []
    let changes = [(0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0)]
    for (dx, _) in changes {
      for (dy, _) in changes where dx == 0 || dy == 0 || (abs(dx) == 1 && abs(dy) == 1) {
        var w = whole
        switch dx {
        case 1: w.right += 1
        case -1: w.left -= 1
        case 2: w.right -= 1
        case -2: w.left += 1
        default: break
        }
        switch dy {
        case 1: w.bottom += 1
        case -1: w.top -= 1
        case 2: w.bottom -= 1
        case -2: w.top += 1
        default: break
        }
        if (w.right - w.left + w.bottom - w.top) & 1 == 1 { windows.append(w) }
      }
    }
    return windows
  }

  /// One way to look at a window: the symbol's own columns and rows.
  struct View {
    let map: Homography
    let columns: Int
    let rows: Int
    let isMirrored: Bool
    let corners: Quad

    var module: Double { DotGrid.module(map, columns, rows) }

    /// Column and row in the window of a column and row of this view: those of the corner, and of a step along both.
    fileprivate let steps: (origin: (Int, Int), x: (Int, Int), y: (Int, Int))
    fileprivate let windowColumns: Int

    /// The places of the window in this view's order.
    func arranged(_ places: [Float]) -> [Float] {
      var out = [Float](repeating: 0, count: columns * rows)
      for y in 0..<rows {
        for x in 0..<columns {
          let u = steps.origin.0 + x * steps.x.0 + y * steps.y.0
          let v = steps.origin.1 + x * steps.x.1 + y * steps.y.1
          out[y * columns + x] = places[v * windowColumns + u]
        }
      }
      return out
    }
  }

  /// How much darker (lighter when inverted) each place of a window is than the ground between the dots around it,
  /// row by row, from about -1 to 1; nil when much lies outside of the picture.
  func sample(_ w: Window, _ luma: LumaView, isInverted: Bool) -> [Float]? {
    let columns = w.right - w.left + 1
    let rows = w.bottom - w.top + 1
    let own = map.after(Homography(1, 0, Double(w.left), 0, 1, Double(w.top), 0, 0, 1))
    guard columns > 1, rows > 1,
      let values = ModuleSampler(luma: luma).values(
        columns: columns, rows: rows, module: Self.module(own, columns, rows), at: { own(Point($0, $1)) })
    else { return nil }
    var rise = [Float](repeating: 0, count: values.count)
    var strong: [Float] = []
    for y in 0..<rows {
      for x in stride(from: hasDot(w.left, w.top + y) ? 0 : 1, to: columns, by: 2) {
        var sum: Float = 0
        var count: Float = 0
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)]
        where x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows {
          sum += values[(y + dy) * columns + x + dx]
          count += 1
        }
        let ground = sum / max(count, 1)
        let value = values[y * columns + x]
        rise[y * columns + x] = isInverted ? value - ground : ground - value
        strong.append(rise[y * columns + x])
      }
    }
    guard !strong.isEmpty else { return nil }
    // Five of nine places have a dot, so three quarters up is the middle of the dots.
    strong.sort()
    let dot = strong[strong.count * 3 / 4]
    let empty = strong[strong.count / 5]
    guard dot - empty > 3 else { return nil }
    let middle = (dot + empty) / 2
    return rise.map { ($0 - middle) / ((dot - empty) / 2) }
  }

  /// Whether a place of the grid may have a dot.
  private func hasDot(_ x: Int, _ y: Int) -> Bool { ((x + y) & 1 == 0) == isEven }

  private static func module(_ map: Homography, _ columns: Int, _ rows: Int) -> Double {
    let c = map(Point(Double(columns) / 2, Double(rows) / 2))
    let a = map(Point(Double(columns) / 2 + 1, Double(rows) / 2)) - c
    let b = map(Point(Double(columns) / 2, Double(rows) / 2 + 1)) - c
    return abs(a.cross(b)).squareRoot()
  }

  /// The turns of a window in which dots stand where they should; mirrored ones last.
  func views(_ w: Window, mirrored: Bool) -> [View] {
    var views: [View] = []
    let isEven = isEven == ((w.left + w.top) & 1 == 0)
    let (l, t, r, b) = (Double(w.left), Double(w.top), Double(w.right), Double(w.bottom))
    for turn in 0..<8 {
      // The corner that becomes the top left one, and the directions of the symbol's columns and rows.
      let (origin, x, y): (Point, Point, Point) =
        switch turn {
        case 0: (Point(l, t), Point(1, 0), Point(0, 1))
        case 1: (Point(r, t), Point(0, 1), Point(-1, 0))
        case 2: (Point(r, b), Point(-1, 0), Point(0, -1))
        case 3: (Point(l, b), Point(0, -1), Point(1, 0))
        case 4: (Point(l, t), Point(0, 1), Point(1, 0))
        case 5: (Point(r, t), Point(-1, 0), Point(0, 1))
        case 6: (Point(r, b), Point(0, -1), Point(-1, 0))
        default: (Point(l, b), Point(1, 0), Point(0, -1))
        }
      let fromCorner = Int(abs(origin.x - l) + abs(origin.y - t)) & 1 == 0
      guard fromCorner == isEven else { continue }
      let wide = x.y == 0 ? r - l : b - t
      let high = x.y == 0 ? b - t : r - l
      let own = map.after(Homography(x.x, y.x, origin.x, x.y, y.y, origin.y, 0, 0, 1))
      let frame = Quad(
        own(Point(-0.5, -0.5)), own(Point(wide + 0.5, -0.5)), own(Point(wide + 0.5, high + 0.5)),
        own(Point(-0.5, high + 0.5)))
      // Seen from the lattice's own axes a reflection may already be there.
      let u = own(Point(1, 0)) - own(Point(0, 0))
      let v = own(Point(0, 1)) - own(Point(0, 0))
      views.append(
        View(
          map: own, columns: Int(wide) + 1, rows: Int(high) + 1, isMirrored: u.cross(v) < 0, corners: frame,
          steps: (
            (Int(origin.x) - w.left, Int(origin.y) - w.top), (Int(x.x), Int(x.y)), (Int(y.x), Int(y.y))
          ), windowColumns: w.right - w.left + 1))
    }
    let upright = views.filter { !$0.isMirrored }
    return mirrored ? upright + views.filter(\.isMirrored) : upright
  }
}
