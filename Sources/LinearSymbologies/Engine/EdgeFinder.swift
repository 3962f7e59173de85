/// Finds the edges of a line of grey values by one of two methods.
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

  /// For lines whose noise makes swings of its own: three standard deviations of a quarter of the contrast.
  static var coarse: EdgeFinder {
    var finder = EdgeFinder()
    finder.swingShare = 0.36
    return finder
  }

  /// Alternating lightest and darkest places of a line; they live in the scratch until its next use.
  struct Turns {
    var count = 0
    /// Edges between the places, whichever method places them.
    var edges: Int { Swift.max(0, count - 1) }
  }

  /// Finds edges in `values`; the result lives in the scratch until its next use.
  func find(_ method: EdgeMethod, in values: UnsafePointer<Float>, count: Int, scratch: LinearScratch) -> EdgeSequence {
    edges(method, turns(of: values, count: count, scratch: scratch), in: values, count: count, scratch: scratch)
  }

  /// The turning points of a line: the costlier half of finding its edges, the same for both methods that use them.
  func turns(of values: UnsafePointer<Float>, count: Int, scratch: LinearScratch) -> Turns {
    guard count >= 8 else { return Turns() }
    return Turns(count: turningPoints(values, count, envelope(values, count, scratch), scratch))
  }

  /// Places an edge between each two turning points of `values`.
  func edges(
    _ method: EdgeMethod, _ turns: Turns, in values: UnsafePointer<Float>, count: Int, scratch: LinearScratch
  ) -> EdgeSequence {
    guard turns.count >= 2 else { return EdgeSequence(positions: scratch.edges, count: 0, startsDark: true) }
    let e = scratch.extremes
    let out = scratch.edges
    for k in 0..<turns.edges {
      let a = Int(e[k])
      let b = Int(e[k &+ 1])
      out[k] = method == .slope ? steepest(values, a, b) : crossing(values, a, b, scratch)
    }
    let falls = values[Int(e[0])] > values[Int(e[1])]
    return closed(EdgeSequence(positions: out, count: turns.edges, startsDark: falls), count, scratch)
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
}
