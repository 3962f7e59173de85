import BarcodeCore

/// Dots that stand on one lattice, with their places on it.
struct DotLattice {
  /// Whole-numbered places; the lattice's basis are the two shortest steps between dots.
  var places: [(a: Int, b: Int)]
  var points: [Point]
  /// Mean steps.
  let u: Point
  let v: Point

  /// Fewest dots of a symbol.
  static let leastDots = 14
  /// Most dots that are followed.
  private static let mostDots = 12_000
  /// Dots of one symbol have areas within this factor of one another.
  private static let areaFactor = 2.6
  /// Farthest neighbour, in roots of a dot's area and pixels.
  private static let reach = (sizes: 5.0, pixels: 6.0)
  /// Where fewer neighbours stand in reach, dots are small for their distances, and it is doubled.
  private static let leastNeighbours = 4
  private static let cell = 16.0

  /// All lattices among the dots, the largest first.
  static func find(_ dots: [Dot], atMost limit: Int) -> [DotLattice] {
    guard dots.count >= leastDots else { return [] }
    let dots = DotField(DotIndex(dots, cell: cell)).regular
    guard dots.count >= leastDots, dots.count <= mostDots * 4 else { return [] }
    let index = DotIndex(dots, cell: cell)
    var taken = [Bool](repeating: false, count: dots.count)
    var lattices: [DotLattice] = []
    var steps = 0
    for seed in dots.indices where !taken[seed] {
      let cluster = index.cluster(from: seed, taken: &taken)
      guard cluster.count >= leastDots, cluster.count <= mostDots else { continue }
      steps += 1
      if let lattice = DotLattice(dots, cluster, index) { lattices.append(lattice) }
      if steps >= limit { break }
    }
    return lattices.sorted { $0.points.count > $1.points.count }
  }

  /// Share of the four nearest places of a dot that have one, too: 1 within a full lattice.
  var fullness: Double {
    struct Place: Hashable { var a, b: Int }
    let taken = Set(places.map { Place(a: $0.a, b: $0.b) })
    let neighbours = taken.reduce(0) { sum, p in
      sum + [(1, 0), (-1, 0), (0, 1), (0, -1)].count { taken.contains(Place(a: p.a + $0.0, b: p.b + $0.1)) }
    }
    return Double(neighbours) / Double(4 * max(1, taken.count))
  }

  /// Follows the steps from dot to dot through a cluster.
  private init?(_ dots: [Dot], _ cluster: [Int], _ index: DotIndex) {
    var best: (places: [Int: (Int, Int)], u: Point, v: Point)?
    let common = Self.basis(dots, cluster, index)
    // The walk may start at a stray dot; a few starts decide.
    for start in [cluster.count / 2, cluster.count / 3, cluster.count * 4 / 5] {
      // In perspective steps are alike near by only.
      let near = cluster.count <= Self.nearDots ? nil : index.around(cluster[start], atMost: Self.nearDots)
      guard let (u, v) = near.flatMap({ Self.basis(dots, $0, index) }) ?? common else { break }
      let walked = Self.walk(dots, from: cluster[start], u, v, index)
      if walked.count > best?.places.count ?? 0 { best = (walked, u, v) }
      if walked.count * 4 >= cluster.count * 3 { break }
    }
    guard let best, best.places.count >= Self.leastDots, best.places.count * 2 >= cluster.count else { return nil }
    (u, v) = (best.u, best.v)
    let order = best.places.keys.sorted()
    places = order.compactMap { best.places[$0] }.map { (a: $0.0, b: $0.1) }
    points = order.map { dots[$0].center }
  }

  /// Dots from whose neighbours the steps around a place are told.
  private static let nearDots = 60

  /// The two shortest steps that many dots have to a neighbour.
  private static func basis(_ dots: [Dot], _ cluster: [Int], _ index: DotIndex) -> (Point, Point)? {
    var steps: [Point] = []
    let stride = max(1, cluster.count / 80)
    for k in Swift.stride(from: 0, to: cluster.count, by: stride) {
      let i = cluster[k]
      for j in index.nearest(to: i) {
        var d = dots[j].center - dots[i].center
        if d.y < 0 || (d.y == 0 && d.x < 0) { d = -d }
        steps.append(d)
      }
    }
    guard steps.count >= 20 else { return nil }
    func support(_ s: Point) -> (count: Int, mean: Point) {
      let tolerance = max(0.0256 * s.dot(s), 0.64)
      var count = 0
      var sum = Point(0, 0)
      for t in steps {
        let d = t - s
        let e = t + s
        if d.dot(d) <= tolerance {
          count += 1
          sum = sum + t
        } else if e.dot(e) <= tolerance {
          count += 1
          sum = sum - t
        }
      }
      return (count, count > 0 ? sum / Double(count) : s)
    }
    let sampled = Swift.stride(from: 0, to: steps.count, by: max(1, steps.count / 60)).map { steps[$0] }
    let rated = sampled.map { (step: $0, support: support($0)) }
    guard let most = rated.map(\.support.count).max(), most >= 6 else { return nil }
    let common = rated.filter { $0.support.count * 5 >= most * 2 }.sorted {
      $0.support.mean.length < $1.support.mean.length
    }
    guard let first = common.first else { return nil }
    let u = first.support.mean
    let second = common.first { other in
      let s = other.support.mean
      return abs(u.cross(s)) > 0.45 * u.length * s.length
    }
    guard let second, u.length > 1.2 else { return nil }
    return (u, second.support.mean)
  }

  /// The steps of the lattice at a dot: those at the dot before, corrected by the dots around.
  private struct StepFit {
    /// How much the steps before count, in dots.
    private static let weight = 1.5
    private var (aa, ab, bb) = (weight, 0.0, weight)
    private var (a, b): (Point, Point)

    init(_ u: Point, _ v: Point) { (a, b) = (u * Self.weight, v * Self.weight) }

    /// A dot that lies `i` and `j` steps away.
    mutating func add(_ i: Int, _ j: Int, _ seen: Point) {
      let (i, j) = (Double(i), Double(j))
      (aa, ab, bb) = (aa + i * i, ab + i * j, bb + j * j)
      (a, b) = (a + seen * i, b + seen * j)
    }

    /// The steps with the least squares of deviations.
    var steps: (u: Point, v: Point)? {
      let det = aa * bb - ab * ab
      guard det > 1e-9 else { return nil }
      return ((a * bb - b * ab) / det, (b * aa - a * ab) / det)
    }
  }

  /// Places of the dots that are reached by steps from a dot; the steps adapt to the perspective on the way.
  private static func walk(
    _ dots: [Dot], from start: Int, _ u: Point, _ v: Point, _ index: DotIndex
  ) -> [Int: (Int, Int)] {
    var placed: [Int: (Int, Int)] = [start: (0, 0)]
    var queue: [(dot: Int, u: Point, v: Point)] = [(start, u, v)]
    var head = 0
    let moves = [
      (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1), (2, 0), (-2, 0), (0, 2), (0, -2),
    ]
    while head < queue.count, placed.count < mostDots {
      let (dot, u, v) = queue[head]
      head += 1
      guard let place = placed[dot] else { continue }
      var fit = StepFit(u, v)
      var reached: [Int] = []
      for (a, b) in moves {
        let step = u * Double(a) + v * Double(b)
        let tolerance = max(0.3 * min(u.length, v.length), 0.7)
        guard let next = index.dot(at: dots[dot].center + step, within: tolerance) else { continue }
        if let known = placed[next] {
          if known != (place.0 + a, place.1 + b) { continue }
        } else {
          placed[next] = (place.0 + a, place.1 + b)
          reached.append(next)
        }
        fit.add(a, b, dots[next].center - dots[dot].center)
      }
      guard !reached.isEmpty, let (nu, nv) = fit.steps else { continue }
      for next in reached { queue.append((next, nu, nv)) }
    }
    return placed
  }

  /// Dots by cells, for neighbours.
  struct DotIndex {
    let dots: [Dot]
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private let starts: [Int32]
    private let members: [Int32]

    init(_ dots: [Dot], cell: Double) {
      self.dots = dots
      self.cell = cell
      var maxX = 0.0
      var maxY = 0.0
      for dot in dots {
        maxX = max(maxX, dot.center.x)
        maxY = max(maxY, dot.center.y)
      }
      let columns = Int(maxX / cell) + 1
      let rows = Int(maxY / cell) + 1
      (self.columns, self.rows) = (columns, rows)
      var counts = [Int32](repeating: 0, count: columns * rows + 1)
      let cells = dots.map { Int($0.center.y / cell) * columns + Int($0.center.x / cell) }
      for c in cells { counts[c + 1] += 1 }
      for c in 0..<columns * rows { counts[c + 1] += counts[c] }
      starts = counts
      var members = [Int32](repeating: 0, count: dots.count)
      for (i, c) in cells.enumerated() {
        members[Int(counts[c])] = Int32(i)
        counts[c] += 1
      }
      self.members = members
    }

    /// The cells around a point as ranges of columns and rows.
    private func cells(around p: Point, within radius: Double) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
      guard p.x.isFinite, p.y.isFinite else { return nil }
      let x0 = Int(max(0, min(Double(columns), (p.x - radius) / cell)))
      let x1 = Int(max(-1, min(Double(columns - 1), (p.x + radius) / cell)))
      let y0 = Int(max(0, min(Double(rows), (p.y - radius) / cell)))
      let y1 = Int(max(-1, min(Double(rows - 1), (p.y + radius) / cell)))
      guard x0 <= x1, y0 <= y1 else { return nil }
      return (x0...x1, y0...y1)
    }

    /// The nearest dot to a point.
    func dot(at p: Point, within radius: Double) -> Int? {
      guard let area = cells(around: p, within: radius) else { return nil }
      var best: Int?
      var least = radius * radius
      for y in area.y {
        let from = Int(starts[y &* columns &+ area.x.lowerBound])
        let to = Int(starts[y &* columns &+ area.x.upperBound &+ 1])
        for k in from..<to {
          let i = Int(members[k])
          let dx = dots[i].center.x - p.x
          let dy = dots[i].center.y - p.y
          let d = dx * dx + dy * dy
          if d < least { (least, best) = (d, i) }
        }
      }
      return best
    }

    /// The nearest dot of about the same area, at most so far away.
    func nearestAlike(to i: Int, within radius: Double) -> Int? {
      let dot = dots[i]
      guard let area = cells(around: dot.center, within: radius) else { return nil }
      var best: Int?
      var least = radius * radius
      for y in area.y {
        let from = Int(starts[y &* columns &+ area.x.lowerBound])
        let to = Int(starts[y &* columns &+ area.x.upperBound &+ 1])
        for k in from..<to {
          let j = Int(members[k])
          let dx = dots[j].center.x - dot.center.x
          let dy = dots[j].center.y - dot.center.y
          let d = dx * dx + dy * dy
          if d < least, j != i, alike(dot, dots[j]) { (least, best) = (d, j) }
        }
      }
      return best
    }

    /// How far from a dot its neighbours stand at the most.
    func reach(of i: Int) -> Double { DotLattice.reach.sizes * dots[i].area.squareRoot() + DotLattice.reach.pixels }

    private func alike(_ a: Dot, _ b: Dot) -> Bool {
      // A pixel more or less must not part small dots.
      a.area <= b.area * areaFactor + 3 && b.area <= a.area * areaFactor + 3
    }

    /// The nearest dots of about the same area, the nearest first; `most` of them.
    func nearest(to i: Int) -> [Int] {
      let radius = reach(of: i)
      let near = neighbours(of: i, within: radius)
      return near.count < leastNeighbours ? neighbours(of: i, within: 2 * radius) : near
    }

    /// Neighbours of a dot that are looked at.
    private static let most = 8

    private func neighbours(of i: Int, within radius: Double) -> [Int] {
      let dot = dots[i]
      guard let area = cells(around: dot.center, within: radius) else { return [] }
      var near: [Int] = []
      var distances = SIMD8<Double>(repeating: radius * radius)
      near.reserveCapacity(Self.most + 1)
      for y in area.y {
        let from = Int(starts[y &* columns &+ area.x.lowerBound])
        let to = Int(starts[y &* columns &+ area.x.upperBound &+ 1])
        for k in from..<to {
          let j = Int(members[k])
          let dx = dots[j].center.x - dot.center.x
          let dy = dots[j].center.y - dot.center.y
          let d = dx * dx + dy * dy
          guard d < distances[Self.most - 1], j != i, alike(dot, dots[j]) else { continue }
          var at = near.count
          while at > 0, distances[at - 1] > d { at -= 1 }
          var next = Self.most - 1
          while next > at {
            distances[next] = distances[next - 1]
            next -= 1
          }
          if at < Self.most { distances[at] = d }
          near.insert(j, at: at)
          if near.count > Self.most { near.removeLast() }
        }
      }
      return near
    }

    /// A dot and its alike neighbours, theirs and so on, up to a number.
    func around(_ seed: Int, atMost limit: Int) -> [Int] {
      var members = [seed]
      var head = 0
      while head < members.count, members.count < limit {
        for j in nearest(to: members[head]) where !members.contains(j) { members.append(j) }
        head += 1
      }
      return members
    }

    /// All dots that hang together with one by alike neighbours.
    func cluster(from seed: Int, taken: inout [Bool]) -> [Int] {
      taken[seed] = true
      var cluster = [seed]
      var head = 0
      while head < cluster.count {
        for j in nearest(to: cluster[head]) where !taken[j] {
          taken[j] = true
          cluster.append(j)
        }
        head += 1
      }
      return cluster
    }
  }
}
