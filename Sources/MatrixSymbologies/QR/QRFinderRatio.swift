/// Tests of five run lengths against 1:1:3:1:1.
enum QRFinderRatio {
  /// Whether the runs fit, dark and light measured apart since ink spread and blur widen one at the cost of the other.
  @inline(__always)
  static func fits(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Bool {
    // The centre is clearly wider than its neighbours: most of texture ends here.
    if c &* 2 < b &+ d || c < a || c < e { return false }
    let ring = a &+ c &+ e
    let gap = b &+ d
    // Widths of a module: ring / 5 and gap / 2, between a third and three times of one another.
    if ring &* 2 > gap &* 15 &+ 20 || gap &* 5 > ring &* 6 &+ 20 { return false }
    // Half a module and half a pixel, times 10 and times 4.
    let ringSlack = ring &+ 7
    if abs(a &* 10 &- ring &* 2) > ringSlack &+ ringSlack / 3 { return false }
    if abs(e &* 10 &- ring &* 2) > ringSlack &+ ringSlack / 3 { return false }
    if abs(c &* 10 &- ring &* 6) > ringSlack &* 2 { return false }
    let gapSlack = gap &* 5 / 4 &+ 3
    return abs(b &* 4 &- gap &* 2) <= gapSlack
  }

  /// The same at sixteen places, without rounding down, so that it says yes a little more often.
  @inline(__always)
  static func mayFit(_ runs: RunLanes) -> RunLanes.Mask {
    let (a, b, c, d, e) = (runs[0], runs[1], runs[2], runs[3], runs[4])
    let ring = a &+ c &+ e
    let gap = b &+ d
    let (least, most) = (pointwiseMin(a, e), pointwiseMax(a, e))
    return (c &* 2 .>= gap) .& (c .>= most) .& (ring &* 2 .<= gap &* 15 &+ 20) .& (gap &* 5 .<= ring &* 6 &+ 20)
      .& (most &* 30 .<= ring &* 10 &+ 28) .& (least &* 30 &+ 28 .>= ring &* 2)
      .& (c &* 10 .<= ring &* 8 &+ 14) .& (c &* 10 &+ 14 .>= ring &* 4)
      .& (b &* 16 .<= gap &* 13 &+ 12) .& (b &* 16 &+ 12 .>= gap &* 3)
  }
}
