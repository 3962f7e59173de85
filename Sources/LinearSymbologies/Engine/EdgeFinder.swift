/// Finds the edges of a line of grey values by one of three methods.
struct EdgeFinder {
  /// Samples in a block of the local contrast estimate.
  private static let block = 16
  /// Blocks on either side that count as local: wide enough for the widest elements, narrow enough for shadows.
  var reach = 4
  /// Share of the local contrast that a swing must have: narrow bars under strong blur keep about a fifth.
  var swingShare: Float = 0.16
  /// How near to a swing's own ends the local threshold may come, so that it always crosses the swing.
  private static let clamp: Float = 0.3

  /// Smallest swing in grey levels that is not taken for noise.
  var minimumSwing: Float = 6
  /// Whether the line begins or ends at the border of the picture, where a bar that it begins or ends within has its
  /// other edge.
  var closesStart = false
  var closesEnd = false

  /// For faint bars beside strong edges, as under reflections.
  static var sensitive: EdgeFinder {
    var finder = EdgeFinder()
    finder.minimumSwing = 3
    finder.reach = 2
    finder.swingShare = 0.07
    return finder
  }

  /// Finds edges in `values`; the result lives in the scratch until its next use.
  func find(_ method: EdgeMethod, in values: UnsafePointer<Float>, count: Int, scratch: LinearScratch) -> EdgeSequence {
    guard count >= 8 else { return EdgeSequence(positions: scratch.edges, count: 0, startsDark: true) }
    if method == .global { return global(values, count, scratch) }
    let blocks = envelope(values, count, scratch)
    let turns = turningPoints(values, count, blocks, scratch)
    guard turns >= 2 else { return EdgeSequence(positions: scratch.edges, count: 0, startsDark: true) }
    let e = scratch.extremes
    let out = scratch.edges
    for k in 0..<(turns &- 1) {
      let a = Int(e[k])
      let b = Int(e[k &+ 1])
      out[k] = method == .slope ? steepest(values, a, b) : crossing(values, a, b, scratch)
    }
    let falls = values[Int(e[0])] > values[Int(e[1])]
    return closed(EdgeSequence(positions: out, count: turns - 1, startsDark: falls), count, scratch)
  }

  /// Bars that the line begins or ends within are closed there, if the line ends with the picture.
  private func closed(_ s: EdgeSequence, _ n: Int, _ scratch: LinearScratch) -> EdgeSequence {
    guard s.count >= 2 else { return s }
    let out = scratch.edges
    var count = s.count
    var startsDark = s.startsDark
    if closesEnd, !s.isDark(count - 2), count < n {
      out[count] = Float(n) - 0.5
      count += 1
    }
    if closesStart, !startsDark, count < n {
      for k in stride(from: count, to: 0, by: -1) { out[k] = out[k &- 1] }
      out[0] = -0.5
      count += 1
      startsDark = true
    }
    return EdgeSequence(positions: out, count: count, startsDark: startsDark)
  }

  /// Local minimum and maximum around every block.
  private func envelope(_ v: UnsafePointer<Float>, _ n: Int, _ s: LinearScratch) -> Int {
    let blocks = (n + Self.block - 1) / Self.block
    // The upper half of the two buffers holds the blocks' own extremes while the lower half receives the result;
    // blocks are a sixteenth of the samples, so both fit.
    let ownLow = s.low + blocks
    let ownHigh = s.high + blocks
    for b in 0..<blocks {
      let first = b &* Self.block
      let last = Swift.min(first &+ Self.block, n)
      var lo = v[first]
      var hi = lo
      for i in first..<last {
        lo = Swift.min(lo, v[i])
        hi = Swift.max(hi, v[i])
      }
      ownLow[b] = lo
      ownHigh[b] = hi
    }
    for b in 0..<blocks {
      var lo = ownLow[b]
      var hi = ownHigh[b]
      for k in Swift.max(0, b &- reach)...Swift.min(blocks &- 1, b &+ reach) {
        lo = Swift.min(lo, ownLow[k])
        hi = Swift.max(hi, ownHigh[k])
      }
      s.low[b] = lo
      s.high[b] = hi
    }
    return blocks
  }

  /// Alternating lightest and darkest places whose swings exceed a share of the local contrast.
  private func turningPoints(_ v: UnsafePointer<Float>, _ n: Int, _ blocks: Int, _ s: LinearScratch) -> Int {
    var count = 0
    var rising = 0  // 0 until the first swing tells
    var low = v[0]
    var lowAt = 0
    var high = v[0]
    var highAt = 0
    for b in 0..<blocks {
      let needed = Swift.max(minimumSwing, (s.high[b] - s.low[b]) * swingShare)
      let first = b &* Self.block
      for i in first..<Swift.min(first &+ Self.block, n) {
        let x = v[i]
        if x < low {
          low = x
          lowAt = i
        }
        if x > high {
          high = x
          highAt = i
        }
        if rising >= 0, high - x > needed {
          s.extremes[count] = Int32(truncatingIfNeeded: highAt)
          count &+= 1
          rising = -1
          low = x
          lowAt = i
        } else if rising <= 0, x - low > needed {
          s.extremes[count] = Int32(truncatingIfNeeded: lowAt)
          count &+= 1
          rising = 1
          high = x
          highAt = i
        }
      }
    }
    if rising != 0, count < n {
      s.extremes[count] = Int32(truncatingIfNeeded: rising > 0 ? highAt : lowAt)
      count &+= 1
    }
    return count
  }

  /// Where the swing from sample `a` to sample `b` is steepest.
  private func steepest(_ v: UnsafePointer<Float>, _ a: Int, _ b: Int) -> Float {
    let sign: Float = v[b] >= v[a] ? 1 : -1
    var best = a
    var bestSlope: Float = -1
    for i in a..<b {
      let d = (v[i &+ 1] - v[i]) * sign
      if d > bestSlope {
        bestSlope = d
        best = i
      }
    }
    let before = best > a ? (v[best] - v[best &- 1]) * sign : 0
    let after = best &+ 1 < b ? (v[best &+ 2] - v[best &+ 1]) * sign : 0
    let curvature = before + after - 2 * bestSlope
    var shift: Float = curvature < -1e-6 ? 0.5 * (before - after) / curvature : 0
    shift = Swift.max(-0.5, Swift.min(0.5, shift))
    return Float(best) + 0.5 + shift
  }

  /// Where the swing from `a` to `b` crosses the local threshold, held off the swing's ends.
  private func crossing(_ v: UnsafePointer<Float>, _ a: Int, _ b: Int, _ s: LinearScratch) -> Float {
    let block = ((a &+ b) / 2) / Self.block
    let from = v[a]
    let to = v[b]
    let lo = Swift.min(from, to)
    let hi = Swift.max(from, to)
    let margin = (hi - lo) * Self.clamp
    let t = Swift.max(lo + margin, Swift.min(hi - margin, (s.low[block] + s.high[block]) * 0.5))
    var i = a
    if to > from {
      while i &+ 1 < b && v[i &+ 1] < t { i &+= 1 }
    } else {
      while i &+ 1 < b && v[i &+ 1] > t { i &+= 1 }
    }
    let d = v[i &+ 1] - v[i]
    return Float(i) + (abs(d) > 1e-6 ? (t - v[i]) / d : 0.5)
  }

  /// Crossings of the middle between the lightest and darkest parts of the line.
  private func global(_ v: UnsafePointer<Float>, _ n: Int, _ s: LinearScratch) -> EdgeSequence {
    let t = otsu(v, n)
    let out = s.edges
    var count = 0
    var startsDark = true
    var dark = v[0] < t
    for i in 1..<n {
      let now = v[i] < t
      if now != dark {
        let d = v[i] - v[i &- 1]
        if count == 0 { startsDark = now }
        out[count] = Float(i &- 1) + (abs(d) > 1e-6 ? (t - v[i &- 1]) / d : 0.5)
        count &+= 1
        dark = now
      }
    }
    return closed(EdgeSequence(positions: out, count: count, startsDark: startsDark), n, s)
  }

  /// The threshold that separates two classes of grey values best.
  private func otsu(_ v: UnsafePointer<Float>, _ n: Int) -> Float {
    let bins = 64
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: bins) { h in
      for i in 0..<bins { h[i] = 0 }
      for i in 0..<n { h[Swift.max(0, Swift.min(bins &- 1, Int(v[i] * 0.25)))] += 1 }
      var total: Float = 0
      for i in 0..<bins { total += h[i] * Float(i) }
      var weight: Float = 0
      var sum: Float = 0
      var best: Float = -1
      var first = 31
      var last = 31
      for i in 0..<(bins - 1) {
        weight += h[i]
        sum += h[i] * Float(i)
        let rest = Float(n) - weight
        guard weight > 0, rest > 0 else { continue }
        let gap = sum / weight - (total - sum) / rest
        let between = weight * rest * gap * gap
        if between > best * 1.0001 {
          best = between
          first = i
          last = i
        } else if between >= best * 0.9999 {
          last = i
        }
      }
      return (Float(first + last) * 0.5 + 1) * 4
    }
  }
}
