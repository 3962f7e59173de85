import BarcodeCore

/// Where a scan line crosses one end of a symbol.
struct GuardHit {
  /// Position of the scan line across the reading axis, in pixels.
  var v: Double
  /// Positions along the scan line, in pixels: the symbol's outer edge, and the guard's edge towards the data.
  var outer: Double
  var inner: Double
  /// Place in the cycle of row address patterns, for MicroPDF417.
  var address = 0
  /// What perspective does to the pitch: of the way from the outer to the inner edge, a share s in the symbol is the
  /// share s + bend s (1 - s) in the picture.
  var bend = 0.0

  /// The bend by an edge in between, from places along the line.
  ///
  /// - Parameter share: The edge's share of the way in the symbol.
  static func bend(outer: Float, between: Float, inner: Float, share: Float) -> Double {
    Double(((between - outer) / (inner - outer) - share) / (share * (1 - share)))
  }
}

/// Which end of which symbols a guard belongs to, and how it lies in the picture.
struct GuardKey: Hashable {
  enum Side: Hashable { case left, right }
  var side: Side
  var isMicro: Bool
  /// The symbol's left to right runs against the scan lines.
  var isReversed: Bool
  var isInverted: Bool
}

/// Hits on neighbouring scan lines that form one end of a symbol: a line in the picture.
struct GuardColumn {
  let key: GuardKey
  private(set) var hits: [GuardHit] = []
  /// The outer and inner edges as functions of `v`.
  private(set) var outer = LinearFit()
  private(set) var inner = LinearFit()
  /// The median of the hits' bends.
  private(set) var bend = 0.0
  /// Modules between the outer and the inner edge.
  let modules: Double

  init(key: GuardKey, modules: Double, first: GuardHit) {
    self.key = key
    self.modules = modules
    hits = [first]
  }

  /// - Parameter hits: At least one, in ascending order.
  init(key: GuardKey, hits: [GuardHit]) {
    self.key = key
    modules = GuardColumn.modules(key)
    self.hits = hits
    fit()
  }

  /// Modules between the outer and the inner edge of a row address pattern; behind the right one stands a bar more.
  static func modules(_ key: GuardKey) -> Double { key.side == .left ? 10 : 11 }

  /// Whether a hit lies on the column.
  func holds(_ hit: GuardHit, _ key: GuardKey) -> Bool {
    key == self.key && hit.v >= firstV - module && hit.v <= lastV + module
      && abs(outer.value(at: hit.v) - hit.outer) < 2 * module
  }

  var firstV: Double { hits[0].v }
  var lastV: Double { hits[hits.count - 1].v }
  /// Width of a module along the scan lines, in pixels.
  var module: Double { abs(inner.value(at: middle) - outer.value(at: middle)) / modules }
  /// The middle of the hits across the lines.
  var middle: Double { (firstV + lastV) / 2 }

  /// Whether a hit continues the column.
  func takes(_ hit: GuardHit, spacing: Double) -> Bool {
    let last = hits[hits.count - 1]
    // Two lines may miss the pattern (damage, borders of rows) before a column ends.
    guard hit.v > last.v, hit.v - last.v <= spacing * 3.5 else { return false }
    let size = abs(hit.inner - hit.outer)
    let lastSize = abs(last.inner - last.outer)
    guard size < lastSize * 1.3, lastSize < size * 1.3 else { return false }
    let expected = prediction(at: hit.v)
    // The column may lean by 35 degrees against the normal of the lines.
    let reach = (hits.count < 4 ? 0.7 * (hit.v - last.v) : 0.25 * (hit.v - last.v)) + 0.08 * lastSize
    return abs(hit.outer - expected) <= reach
  }

  /// Adds a hit that continues the column.
  mutating func append(_ hit: GuardHit) { hits.append(hit) }

  /// Whether row addresses count up or down along the column, as those of a symbol do and those of chance do not.
  var isSteady: Bool {
    guard key.isMicro else { return true }
    var up = 0
    var down = 0
    var wild = 0
    for (a, b) in zip(hits, hits.dropFirst()) {
      let half = RowAddressPatterns.count / 2
      let step = (b.address - a.address + half + RowAddressPatterns.count) % RowAddressPatterns.count - half
      // A row is at least two modules high, about half of it in perspective.
      let most = 1.5 + (b.v - a.v) / (0.9 * module)
      if abs(Double(step)) > most { wild += 1 } else if step > 0 { up += 1 } else if step < 0 { down += 1 }
    }
    return up + down > 0 && 5 * (wild + min(up, down)) < 2 * hits.count
  }

  /// Rows that the addresses count through.
  var rows: Int { 1 + zip(hits, hits.dropFirst()).count { $0.address != $1.address } }

  /// The column of those hits that fulfil a condition, or nil when too few are left.
  func keeping(_ condition: (GuardHit) -> Bool) -> GuardColumn? {
    let left = hits.filter(condition)
    guard left.count < hits.count else { return self }
    guard left.count >= GuardColumn.leastHits else { return nil }
    var column = self
    column.hits = left
    column.fit()
    return column
  }

  /// Lines on which a guard must be seen.
  static let leastHits = 3

  private func prediction(at v: Double) -> Double {
    let last = hits[hits.count - 1]
    guard hits.count >= 4 else { return last.outer }
    let earlier = hits[max(0, hits.count - 8)]
    return last.outer + (last.outer - earlier.outer) / max(last.v - earlier.v, 1e-6) * (v - last.v)
  }

  /// Fits the edges.
  mutating func fit() {
    let size = hits.map { abs($0.inner - $0.outer) }.sorted()[hits.count / 2]
    let tolerance = 0.6 * size / modules
    outer = LinearFit(hits.map { ($0.v, $0.outer) }, tolerance: tolerance)
    inner = LinearFit(hits.map { ($0.v, $0.inner) }, tolerance: tolerance)
    bend = hits.map(\.bend).sorted()[hits.count / 2]
  }
}

extension [GuardColumn] {
  /// Whether the middle of a column lies on one of these.
  func contains(_ column: GuardColumn) -> Bool {
    let hit = column.hits[column.hits.count / 2]
    return contains { $0.holds(hit, column.key) }
  }
}

/// A straight line through points, most of which lie on it.
struct LinearFit {
  private(set) var offset = 0.0
  private(set) var slope = 0.0
  /// Points that lie near the line.
  private(set) var support = 0

  init() {}

  init(offset: Double, slope: Double) {
    self.offset = offset
    self.slope = slope
  }

  /// Fits y over x; points farther than the tolerance from most others are left out.
  init(_ points: [(x: Double, y: Double)], tolerance: Double) {
    guard points.count > 1 else {
      offset = points.first?.y ?? 0
      support = points.count
      return
    }
    pickPair(points, tolerance: tolerance)
    for _ in 0..<3 {
      let near = points.filter { abs($0.y - value(at: $0.x)) <= tolerance }
      guard near.count > 1 else { break }
      support = near.count
      leastSquares(near)
    }
  }

  /// Starts with the line through two of the points that most others support.
  private mutating func pickPair(_ points: [(x: Double, y: Double)], tolerance: Double) {
    let n = points.count
    let stride = max(1, n / 24)
    var best = -1
    for i in Swift.stride(from: 0, to: n, by: stride) {
      for j in Swift.stride(from: i + max(1, n / 6), to: n, by: stride) {
        let run = points[j].x - points[i].x
        guard abs(run) > 1e-9 else { continue }
        let s = (points[j].y - points[i].y) / run
        let o = points[i].y - s * points[i].x
        var count = 0
        for p in points where abs(p.y - o - s * p.x) <= tolerance { count += 1 }
        if count > best {
          best = count
          slope = s
          offset = o
        }
      }
    }
  }

  private mutating func leastSquares(_ points: [(x: Double, y: Double)]) {
    let n = Double(points.count)
    let mx = points.reduce(0) { $0 + $1.x } / n
    let my = points.reduce(0) { $0 + $1.y } / n
    var sxx = 0.0
    var sxy = 0.0
    for p in points {
      sxx += (p.x - mx) * (p.x - mx)
      sxy += (p.x - mx) * (p.y - my)
    }
    guard sxx > 1e-9 else { return }
    slope = sxy / sxx
    offset = my - slope * mx
  }

  func value(at x: Double) -> Double { offset + slope * x }
}
