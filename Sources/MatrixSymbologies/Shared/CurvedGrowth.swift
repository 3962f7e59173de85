import BarcodeCore

/// A projective map bent by polynomials: where the modules of a symbol on a bottle or a fold lie.
struct CurvedMap {
  /// From the plane (the middle of the symbol's middle module at the origin) to pixels.
  let map: Homography
  /// Modules from the middle that count as 1 in the polynomials.
  let reach: Double
  /// Coefficients of the shift along rows and along columns, in modules.
  fileprivate(set) var across = [Double](repeating: 0, count: CurvedMap.terms)
  fileprivate(set) var down = [Double](repeating: 0, count: CurvedMap.terms)

  init(map: Homography, reach: Double) {
    self.map = map
    self.reach = max(reach, 1)
  }

  /// Coefficients of a polynomial of two variables of third degree.
  fileprivate static let terms = 10

  /// The powers of a place in modules, in the order of the coefficients.
  fileprivate func powers(_ p: Point) -> [Double] {
    let (u, v) = (p.x / reach, p.y / reach)
    return [1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v]
  }

  /// The place in the picture of a place in modules.
  func callAsFunction(_ p: Point) -> Point {
    let (u, v) = (p.x / reach, p.y / reach)
    func value(_ c: [Double]) -> Double {
      let linear = c[0] + c[1] * u + c[2] * v
      let square = c[3] * u * u + c[4] * u * v + c[5] * v * v
      return linear + square + c[6] * u * u * u + c[7] * u * u * v + c[8] * u * v * v + c[9] * v * v * v
    }
    return map(Point(p.x + value(across), p.y + value(down)))
  }
}

/// Follows a curved grid of modules from the known middle outwards, by the edges between unlike neighbours.
struct CurvedGrowth {
  /// Measures the edges.
  let growth: GridGrowth

  /// Weight of the assumption that there is no curvature, relative to the number of edges, for the terms of second and
  /// third degree: they must not follow noise while the window is small.
  private static let stiffness = 2e-4
  /// Least number of edges for each coefficient.
  private static let leastEdges = 4
  /// Rounds in a window.
  private static let rounds = 3

  /// The map bent from what is right up to `start` modules from the middle to fit up to `radius` modules.
  func grow(_ map: Homography, from start: Double, to radius: Double) -> CurvedMap {
    var curved = CurvedMap(map: map, reach: radius)
    var window = min(start, radius)
    while true {
      for _ in 0..<Self.rounds {
        guard let better = improved(curved, window: Int(window)) else { break }
        curved = better
      }
      if window >= radius { return curved }
      // A cubic goes astray soon beyond what it was fitted to.
      window = min(radius, window + 1)
    }
  }

  private func improved(_ curved: CurvedMap, window n: Int) -> CurvedMap? {
    guard let grey = GreyReader(growth.luma) else { return nil }
    let width = 2 * n + 1
    var points = [Point](repeating: Point(0, 0), count: width * width)
    var values = [Float](repeating: -1, count: points.count)
    for y in -n...n {
      for x in -n...n {
        let p = curved(Point(Double(x), Double(y)))
        let i = (y + n) * width + x + n
        points[i] = p
        if growth.luma.contains(p) { values[i] = grey(p) }
      }
    }
    var across = Shifts(curved)
    var down = Shifts(curved)
    for y in -n...n {
      for x in -n...n {
        let i = (y + n) * width + x + n
        if x < n, let e = offset(i, i + 1, points, values) {
          across.add(Point(Double(x) + 0.5, Double(y)), e, curved.across)
        }
        if y < n, let e = offset(i, i + width, points, values) {
          down.add(Point(Double(x), Double(y) + 0.5), e, curved.down)
        }
      }
    }
    guard let a = across.solve(least: Self.leastEdges * CurvedMap.terms, stiffness: Self.stiffness),
      let d = down.solve(least: Self.leastEdges * CurvedMap.terms, stiffness: Self.stiffness)
    else { return nil }
    var next = curved
    next.across = a
    next.down = d
    return next
  }

  /// How far the edge between two neighbours is off, in modules; nil where there is none.
  private func offset(_ i: Int, _ j: Int, _ points: [Point], _ values: [Float]) -> Double? {
    guard values[i] >= 0, values[j] >= 0,
      abs(values[i] - values[j]) > (growth.light - growth.dark) * GridGrowth.edgeShare
    else { return nil }
    return growth.crossing(points[i], points[j], values[i], values[j])
  }

  /// Equations for the shifts along one axis.
  private struct Shifts {
    let curved: CurvedMap
    var system = NormalEquations(unknowns: CurvedMap.terms)
    var count = 0

    init(_ curved: CurvedMap) { self.curved = curved }

    mutating func add(_ place: Point, _ offset: Double, _ present: [Double]) {
      let powers = curved.powers(place)
      let shift = zip(powers, present).reduce(offset) { $0 + $1.0 * $1.1 }
      system.add(powers, equals: shift, weight: GridGrowth.weight(offset))
      count += 1
    }

    func solve(least: Int, stiffness: Double) -> [Double]? {
      guard count >= least else { return nil }
      var system = system
      for k in 0..<CurvedMap.terms { system.pull(k, to: 0, weight: Double(count) * (k < 3 ? 1e-9 : stiffness)) }
      return system.solve()
    }
  }
}
