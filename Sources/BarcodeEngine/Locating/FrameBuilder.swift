import BarcodeCore

/// Finds the places of a picture that are worth a look, and what its local threshold is made of.
package struct FrameBuilder {
  package let frame: Frame

  /// The picture must stay valid as long as the frame, and be at least 2 pixels wide and high. Only candidates of the
  /// given kinds are sought. See `Frame.leastModule`.
  package init(
    _ luma: LumaView, candidates kinds: Set<Candidate.Kind> = [.bars, .matrix], leastModule: Double = 1
  ) {
    let sums = TileSums(luma)
    let tiles = TileMap(sums)
    let locator = Locator(tiles: tiles, sums: sums)
    let bars = kinds.contains(.bars) ? MadeCandidates { locator.bars() } : MadeCandidates([])
    let matrices = kinds.contains(.matrix) ? MadeCandidates { locator.matrices() } : MadeCandidates([])
    frame = Frame(
      luma: luma,
      plane: MadePlane(width: luma.width, height: luma.height, threshold: SurfaceThreshold(sums, luma)),
      bars: bars, matrices: matrices, tiles: tiles, leastModule: leastModule)
  }
}

extension TileMap {
  init(_ sums: TileSums) {
    var energy = [Float](repeating: 0, count: sums.columns * sums.rows)
    var axis = [SIMD2<Float>](repeating: .zero, count: energy.count)
    for i in sums.energetic {
      let trace = sums.xx[i] + sums.yy[i]
      energy[i] = trace / sums.energyUnit
      axis[i] = SIMD2(sums.xx[i] - sums.yy[i], 2 * sums.xy[i]) / trace
    }
    self.init(columns: sums.columns, rows: sums.rows, energy: energy, axis: axis)
  }

  /// How far the edges of a structure tensor agree on one direction (0 to 1), and that direction.
  static func axis(_ xx: Float, _ yy: Float, _ xy: Float) -> (coherence: Float, angle: Float) {
    let d = xx - yy
    let anisotropy = (d * d + 4 * xy * xy).squareRoot()
    let trace = xx + yy
    guard trace > 0 else { return (0, 0) }
    return (anisotropy / trace, halfAngle(2 * xy, d))
  }

  /// Half of the direction of the vector (x, y), in radians, to within 0.002: by a cubic on the first octant.
  private static func halfAngle(_ y: Float, _ x: Float) -> Float {
    let (ax, ay) = (abs(x), abs(y))
    let larger = max(ax, ay)
    guard larger > 0 else { return 0 }
    let t = min(ax, ay) / larger
    var angle = t * (Float.pi / 4 + (1 - t) * (0.2447 + 0.0663 * t))
    if ay > ax { angle = Float.pi / 2 - angle }
    if x < 0 { angle = Float.pi - angle }
    return (y < 0 ? -angle : angle) / 2
  }
}
