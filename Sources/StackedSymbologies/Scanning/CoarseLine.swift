import BarcodeCore

/// Edges along a straight line at the picture's own resolution, a pixel a sample without interpolation: what the search
/// for guards looks at. Reused from line to line.
final class CoarseLine {
  /// Distances from the line's beginning, in pixels, of the edges, ascending; dark and light alternate.
  private(set) var edges: UnsafeMutablePointer<Float>
  /// Number of edges.
  private(set) var count = 0
  /// Lines that were looked at so far.
  private(set) var uses = 0
  /// Whether the first edge leads from light to dark.
  private(set) var firstIsDark = true
  /// Standard deviation of the picture's noise, in grey levels.
  var noise: Float = 0 {
    didSet { lines = noise < CoarseLine.leastNoise ? 1 : noise < 2.5 * CoarseLine.leastNoise ? 3 : 5 }
  }
  /// Parallel lines, a pixel apart, whose sum is taken: against noise.
  private var lines = 1

  /// Sums of grey values.
  private var values: UnsafeMutablePointer<Int16>
  private var capacity: Int

  /// Longest line in pixels; longer ones are cut.
  private static let limit = 1 << 15
  /// Noise from which on lines are averaged, in grey levels.
  private static let leastNoise: Float = 2.5

  init() {
    capacity = 1024
    // One value is repeated behind the end.
    values = .allocate(capacity: capacity + 1)
    // An edge lies between two values; borders of the picture may add two.
    edges = .allocate(capacity: capacity + 2)
  }

  deinit {
    values.deallocate()
    edges.deallocate()
  }

  private func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    values.deallocate()
    edges.deallocate()
    capacity = 2 * wanted
    values = .allocate(capacity: capacity + 1)
    edges = .allocate(capacity: capacity + 2)
  }

  /// Whether the edge with this index leads from light to dark.
  func isDark(after edge: Int) -> Bool { (edge & 1 == 0) == firstIsDark }

  /// Finds the edges of a line.
  ///
  /// - Parameter direction: A unit vector.
  func find(_ luma: LumaView, from origin: Point, along direction: Point, length: Double) {
    count = 0
    uses += 1
    firstIsDark = true
    guard let part = CoarseLine.inside(luma, origin, direction, length) else { return }
    let isFlat = abs(direction.x) >= abs(direction.y)
    let (major, minor) = isFlat ? (origin.x, origin.y) : (origin.y, origin.x)
    let (run, rise) = isFlat ? (direction.x, direction.y) : (direction.y, direction.x)
    let size = isFlat ? luma.width : luma.height
    let begin = min(size - 1, max(0, Int(major + run * part.lowerBound)))
    let end = min(size - 1, max(0, Int(major + run * part.upperBound)))
    let n = min(abs(end - begin) + 1, CoarseLine.limit)
    guard n > 3 else { return }
    reserve(n)
    let slope = rise / run
    // Where the middle of the first pixel's line lies across.
    let start = minor + (Double(begin) + 0.5 - major) * slope
    let forward = run > 0 ? 1 : -1
    let range = sum(luma, isFlat, begin, forward, start, slope * Double(forward), n)
    findEdges(n, range, step: Float(1 / abs(run)), lead: Float((Double(begin) + 0.5 - major) / run))
    addBorders(part, length)
  }

  /// The part of the line that lies in the picture, as distances from its beginning.
  private static func inside(_ luma: LumaView, _ origin: Point, _ direction: Point, _ length: Double)
    -> ClosedRange<Double>?
  {
    guard luma.width > 4, luma.height > 4, length.isFinite, origin.x.isFinite, origin.y.isFinite else { return nil }
    var low = 0.0
    var high = length
    for (start, run, size) in [
      (origin.x, direction.x, Double(luma.width)), (origin.y, direction.y, Double(luma.height)),
    ] {
      if abs(run) < 1e-9 {
        if start < 0 || start >= size { return nil }
        continue
      }
      let a = -start / run
      let b = (size - start) / run
      low = max(low, min(a, b))
      high = min(high, max(a, b))
    }
    return low < high ? low...high : nil
  }

  /// Takes the pixels along the line, on all averaged lines; returns the lowest and the highest sum.
  private func sum(
    _ luma: LumaView, _ isFlat: Bool, _ begin: Int, _ forward: Int, _ start: Double, _ slope: Double, _ n: Int
  ) -> (low: Int16, high: Int16) {
    let along = (isFlat ? 1 : luma.stride) * forward
    let across = isFlat ? luma.stride : 1
    let breadth = isFlat ? luma.height : luma.width
    let reach = lines / 2
    let first = luma.base + begin &* (isFlat ? 1 : luma.stride)
    // Fixed point with 16 bits of fraction; the line lies in the picture.
    var place = Int(start * 65536)
    let change = Int(slope * 65536)
    let least = reach << 16
    let most = (breadth &- reach) << 16 &- 1
    // Along the picture's rows or columns the line stays in one for a while.
    let run = abs(change) * CoarseLine.chunk < 65536 ? CoarseLine.chunk : 1
    var i = 0
    while i < n {
      let count = min(run, n &- i)
      let row = min(max(place &+ change &* (count / 2), least), most) >> 16
      let p = first + (i &* along &+ row &* across)
      CoarseLine.add(p, along, across, reach, count, into: values + i)
      i &+= count
      place = place &+ change &* count
    }
    var low = values[0]
    var high = low
    for i in 1..<n {
      low = min(low, values[i])
      high = max(high, values[i])
    }
    values[n] = values[n &- 1]
    return (low, high)
  }

  /// Pixels that are taken from one row where the line leaves it by less than a pixel over them.
  private static let chunk = 16

  /// Sums up pixels across the line.
  @inline(__always)
  private static func add(
    _ p: UnsafePointer<UInt8>, _ along: Int, _ across: Int, _ reach: Int, _ count: Int,
    into out: UnsafeMutablePointer<Int16>
  ) {
    switch (along, reach) {
    // Written out, so that these cases become vectors.
    case (1, 0): for k in 0..<count { out[k] = Int16(p[k]) }
    case (1, 1):
      let (q, r) = (p + across, p - across)
      for k in 0..<count { out[k] = Int16(p[k]) &+ Int16(q[k]) &+ Int16(r[k]) }
    default:
      for k in 0..<count {
        let q = p + k &* along
        var value = Int16(q.pointee)
        for step in stride(from: 1, through: reach, by: 1) {
          value = value &+ Int16((q + step &* across).pointee)
          value = value &+ Int16((q - step &* across).pointee)
        }
        out[k] = value
      }
    }
  }

  /// Least swing between two elements, in grey levels: below it is noise.
  private static let leastSwing: Float = 3
  /// Least swing as a share of the line's range: what narrow elements out of focus keep.
  private static let swingShare: Float = 0.075
  /// Least swing as a multiple of the noise that is left: extremes of noise rarely lie farther apart.
  private static let swingNoise: Float = 4.5

  /// Finds edges: between two neighbouring extremes that differ by more than noise does, the steepest place.
  private func findEdges(_ n: Int, _ range: (low: Int16, high: Int16), step: Float, lead: Float) {
    let k = Float(lines)
    let all = Float(range.high) - Float(range.low)
    guard all >= 2 * CoarseLine.leastSwing * k else { return }
    let swing = Int16(
      max(
        CoarseLine.leastSwing * k, all * CoarseLine.swingShare, CoarseLine.swingNoise * noise * k.squareRoot()
      ).rounded(.up))
    let f = values
    var at = 0
    var extreme = f[0]
    // The first swing tells whether the line begins light or dark.
    var i = 1
    var lowAt = 0
    var highAt = 0
    while i < n, f[highAt] &- f[i] < swing, f[i] &- f[lowAt] < swing {
      if f[i] > f[highAt] { highAt = i }
      if f[i] < f[lowAt] { lowAt = i }
      i &+= 1
    }
    guard i < n else { return }
    firstIsDark = f[highAt] &- f[i] >= swing
    var from = firstIsDark ? highAt : lowAt
    var isFalling = firstIsDark
    at = i
    extreme = f[i]
    i &+= 1
    while i < n {
      let value = f[i]
      if isFalling {
        if value < extreme {
          extreme = value
          at = i
        } else if value &- extreme >= swing {
          addEdge(from, at, step, lead)
          from = at
          isFalling = false
          extreme = value
          at = i
        }
      } else if value > extreme {
        extreme = value
        at = i
      } else if extreme &- value >= swing {
        addEdge(from, at, step, lead)
        from = at
        isFalling = true
        extreme = value
        at = i
      }
      i &+= 1
    }
    addEdge(from, at, step, lead)
  }

  /// Adds the steepest place between two extremes, to a fraction of a pixel.
  @inline(__always)
  private func addEdge(_ from: Int, _ to: Int, _ step: Float, _ lead: Float) {
    let sign: Int32 = values[to] > values[from] ? 1 : -1
    var best: Int32 = -1
    var at = from
    var before: Int32 = 0
    var last: Int32 = from > 0 ? (Int32(values[from]) &- Int32(values[from &- 1])) &* sign : 0
    for i in from..<to {
      let slope = (Int32(values[i &+ 1]) &- Int32(values[i])) &* sign
      if slope > best {
        best = slope
        at = i
        before = last
      }
      last = slope
    }
    let after = (Int32(values[at &+ 2]) &- Int32(values[at &+ 1])) &* sign
    let curvature = before &- 2 &* best &+ after
    let shift = curvature < 0 ? max(-0.5, min(0.5, 0.5 * Float(before &- after) / Float(curvature))) : 0
    edges[count] = (Float(at) + 0.5 + shift) * step + lead
    count &+= 1
  }

  /// Takes the picture's borders for edges: a symbol without a quiet zone may end there.
  private func addBorders(_ part: ClosedRange<Double>, _ length: Double) {
    guard count > 0 else { return }
    let begin = Float(part.lowerBound)
    let end = Float(part.upperBound)
    if part.lowerBound > 0, edges[0] - begin > 0.5 {
      for i in stride(from: count, to: 0, by: -1) { edges[i] = edges[i &- 1] }
      edges[0] = begin
      count &+= 1
      firstIsDark.toggle()
    }
    if part.upperBound < length, end - edges[count &- 1] > 0.5 {
      edges[count] = end
      count &+= 1
    }
  }
}
