import BarcodeCore

/// Finds the places that may hold a symbol by clustering energetic tiles at several reaches.
///
/// Tiles of 8 pixels are joined to neighbours at reaches of 8, 16, 32 … pixels, since how far the edges of one symbol
/// lie apart depends on its module size, which is not known. Clusters whose edges share one direction are bars, others
/// matrices; equal clusters of different reaches are kept once.
final class Locator {
  private let tiles: TileMap
  private let sums: TileSums
  /// Those that were made, the finest first.
  private var grids: [LevelGrid] = []

  init(tiles: TileMap, sums: TileSums) {
    self.tiles = tiles
    self.sums = sums
  }

  /// Reaches are 8 << level pixels; the last still joins the quiet parts of modules 60 pixels wide.
  private static let levels = 0...4
  /// Least coherence of a tile of bars: noise of half of the bars' own energy lowers it to about this.
  private static let barCoherence: Float = 0.55
  /// Neighbouring tiles of one symbol agree in direction to within 20 degrees, as the cosine of the double angle;
  /// curved labels turn slowly.
  private static let neighbourCosine: Float = 0.766
  /// Least extent of bars across which a symbol's smallest character run fits, in pixels.
  private static let leastBarLength = 24.0
  /// Least extent of a matrix: 10 modules of a pixel and a half.
  private static let leastMatrixSide = 12.0
  /// Two rectangles with this overlap are the same place.
  private static let sameOverlap = 0.85
  /// Places returned at the most of each kind; a frame full of texture has thousands.
  private static let mostPerKind = 64

  /// Places of bars, the strongest first.
  func bars() -> [Candidate] {
    guard !sums.energetic.isEmpty else { return [] }
    var bars: [Candidate] = []
    let widestGap = Self.widestGap * Double(max(sums.columns, sums.rows) * TileMap.size)
    for level in Locator.levels where level == 0 || Double(TileMap.size << (level - 1)) < widestGap {
      guard let grid = grid(level) else { break }
      let directed = grid.barComponents(coherence: Locator.barCoherence, neighbourCosine: Locator.neighbourCosine)
      bars += describe(grid, directed, kind: .bars)
    }
    return Locator.distinct(bars)
  }

  /// Places of matrices, the strongest first.
  func matrices() -> [Candidate] {
    guard !sums.energetic.isEmpty else { return [] }
    var matrices: [Candidate] = []
    // Clusters of all energetic tiles; farther reaches only join them.
    var clusterCount = Int.max
    for level in Locator.levels {
      guard let grid = grid(level) else { break }
      if clusterCount > 1 {
        let clusters = grid.energyComponents(floor: 0)
        if clusters.count < clusterCount { matrices += describe(grid, clusters, kind: .matrix) }
        clusterCount = clusters.count
      }
      guard level == Locator.reliefLevel else { continue }
      let strongest = sums.energyQuantile(Locator.strongShare)
      for share in Locator.reliefs {
        matrices += describe(grid, grid.energyComponents(floor: share * strongest), kind: .matrix)
      }
    }
    return Locator.distinct(matrices)
  }

  /// The grid of a level; nil where the one before is a single square.
  private func grid(_ level: Int) -> LevelGrid? {
    while grids.count <= level {
      guard let last = grids.last else {
        grids.append(LevelGrid(sums))
        continue
      }
      if last.columns < 2 && last.rows < 2 { return nil }
      grids.append(LevelGrid(halving: last))
    }
    return grids[level]
  }

  /// The widest gap between the tiles of a linear symbol, as a share of the picture's longer side: three times its widest
  /// space, four of at least 67 modules, since blur takes edges away. Bars need not be joined over more.
  private static let widestGap = 0.2

  /// The energy that this share of the energetic tiles stays below stands for the strongest edges of the frame.
  private static let strongShare: Float = 0.95
  /// Matrices are also sought among the squares above these shares of the strongest energy, so that a symbol stands
  /// out from a busy neighbourhood of less contrast as from an empty one.
  private static let reliefs: [Float] = [0.03, 0.12, 0.35]
  /// Reach (16 pixels) at which the relief separates neighbours and still joins modules of that size.
  private static let reliefLevel = 1

  /// Strongest first, each place once.
  private static func distinct(_ found: [Candidate]) -> [Candidate] {
    var kept: [Candidate] = []
    for candidate in found.sorted(by: { $0.energy > $1.energy }).prefix(mostCompared) {
      if kept.count >= mostPerKind { break }
      if !kept.contains(where: { overlap($0.quad, candidate.quad) > sameOverlap }) { kept.append(candidate) }
    }
    return kept
  }

  /// Candidates that are compared at the most; beyond the strongest of these a frame is texture.
  private static let mostCompared = 4 * mostPerKind

  /// Overlap of two rectangles as intersection over union of their upright bounds, with their areas compared.
  private static func overlap(_ a: Quad, _ b: Quad) -> Double {
    let (ax0, ay0, ax1, ay1) = a.bounds
    let (bx0, by0, bx1, by1) = b.bounds
    let w = min(ax1, bx1) - max(ax0, bx0)
    let h = min(ay1, by1) - max(ay0, by0)
    guard w > 0, h > 0 else { return 0 }
    let common = w * h
    let whole = (ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - common
    let areas = min(a.area, b.area) / max(a.area, b.area, 1e-9)
    return min(common / max(whole, 1e-9), areas)
  }

  /// What is known of a cluster while its tiles are added up.
  private struct Cluster {
    /// See `LevelGrid.tensors`.
    var tensor = SIMD4<Float>.zero
    var cos4: Float = 0
    var sin4: Float = 0
    var angle: Float = 0
    /// Unit vector of the double angle.
    var axis = SIMD2<Float>(1, 0)
    var cosine: Float = 1
    var sine: Float = 0
    var low = SIMD2<Float>(.infinity, .infinity)
    var high = SIMD2<Float>(-.infinity, -.infinity)

    var tiles: Int { Int(tensor.w) }
    var energy: Float { tensor.x + tensor.y }
  }

  /// Turns labelled tiles into rectangles.
  private func describe(_ grid: LevelGrid, _ labels: Components, kind: Candidate.Kind) -> [Candidate] {
    guard labels.count > 0 else { return [] }
    var clusters = [Cluster](repeating: Cluster(), count: labels.count)
    clusters.withUnsafeMutableBufferPointer { buffer in
      guard let clusters = buffer.baseAddress else { return }
      addTensors(grid, labels, clusters)
      if kind == .matrix { addCrosses(grid, labels, clusters) }
      for l in buffer.indices where clusters[l].tiles >= Self.leastTiles {
        let c = clusters[l]
        clusters[l].angle =
          kind == .bars
          ? TileMap.axis(c.tensor.x, c.tensor.y, c.tensor.z).angle
          : Float(BarcodeMath.atan2(Double(c.sin4), Double(c.cos4)) / 4)
        clusters[l].cosine = Float(BarcodeMath.cos(Double(clusters[l].angle)))
        clusters[l].sine = Float(BarcodeMath.sin(Double(clusters[l].angle)))
        let (u, v) = (clusters[l].cosine, clusters[l].sine)
        clusters[l].axis = SIMD2(u * u - v * v, 2 * u * v)
      }
      addExtents(grid, labels, clusters, onlyAlongAxis: kind == .bars)
    }
    return clusters.compactMap { candidate($0, kind) }
  }

  private func addTensors(_ grid: LevelGrid, _ labels: Components, _ clusters: UnsafeMutablePointer<Cluster>) {
    grid.tensors.withUnsafeBufferPointer { tensors in
      labels.label.withUnsafeBufferPointer { labels in
        for i in labels.indices where labels[i] >= 0 { clusters[Int(labels[i])].tensor += tensors[i] }
      }
    }
  }

  /// Adds up the directions of edges modulo a right angle: the double angle, squared.
  private func addCrosses(_ grid: LevelGrid, _ labels: Components, _ clusters: UnsafeMutablePointer<Cluster>) {
    forEachTile(grid, labels) { i, _, label in
      let axis = tiles.axis[i]
      let n = (axis * axis).sum().squareRoot()
      guard n > 0 else { return }
      let w = tiles.energy[i] / n
      clusters[label].cos4 += w * (axis.x * axis.x - axis.y * axis.y)
      clusters[label].sin4 += w * 2 * axis.x * axis.y
    }
  }

  /// Calls `body` with the index, the place and the label of each energetic tile that has one.
  @inline(__always)
  private func forEachTile(
    _ grid: LevelGrid, _ labels: Components, _ body: (Int, (column: Int, row: Int), Int) -> Void
  ) {
    let (level, columns) = (grid.level, grid.columns)
    labels.label.withUnsafeBufferPointer { labels in
      sums.places.withUnsafeBufferPointer { places in
        for tile in places {
          let label = Int(labels[(tile.row &>> level) &* columns &+ tile.column &>> level])
          if label >= 0 { body(tile.row &* sums.columns &+ tile.column, tile, label) }
        }
      }
    }
  }

  private func addExtents(
    _ grid: LevelGrid, _ labels: Components, _ clusters: UnsafeMutablePointer<Cluster>, onlyAlongAxis: Bool
  ) {
    let size = Float(TileMap.size)
    tiles.axis.withUnsafeBufferPointer { axes in
      forEachTile(grid, labels) { i, tile, label in
        let cluster = clusters + label
        guard cluster.pointee.tiles >= Self.leastTiles else { return }
        if onlyAlongAxis {
          let axis = axes[i]
          let along = (axis * cluster.pointee.axis).sum()
          guard along > 0, along * along >= Self.memberCosine * Self.memberCosine * (axis * axis).sum() else { return }
        }
        let x = (Float(tile.column) + 0.5) * size
        let y = (Float(tile.row) + 0.5) * size
        let (cosine, sine) = (cluster.pointee.cosine, cluster.pointee.sine)
        let p = SIMD2(x * cosine + y * sine, y * cosine - x * sine)
        cluster.pointee.low = pointwiseMin(cluster.pointee.low, p)
        cluster.pointee.high = pointwiseMax(cluster.pointee.high, p)
      }
    }
  }

  /// Tiles of the smallest place: one alone is shorter than any symbol, whatever its kind.
  private static let leastTiles = 2

  /// A tile of bars deviates from the whole at most by half a radian, as the cosine of the double angle.
  private static let memberCosine: Float = 0.54

  private func candidate(_ cluster: Cluster, _ kind: Candidate.Kind) -> Candidate? {
    guard cluster.low.x <= cluster.high.x else { return nil }
    let margin = Double(TileMap.size) / 2
    let low = Point(Double(cluster.low.x) - margin, Double(cluster.low.y) - margin)
    let high = Point(Double(cluster.high.x) + margin, Double(cluster.high.y) + margin)
    switch kind {
    case .bars:
      guard high.x - low.x >= Locator.leastBarLength else { return nil }
    case .matrix:
      guard min(high.x - low.x, high.y - low.y) >= Locator.leastMatrixSide,
        TileMap.axis(cluster.tensor.x, cluster.tensor.y, cluster.tensor.z).coherence < Locator.matrixCoherence
      else { return nil }
    }
    let u = Point(Double(cluster.cosine), Double(cluster.sine))
    let v = u.perpendicular
    let reach = kind == .matrix ? borderReach(min(high.x - low.x, high.y - low.y)) : 0
    func corner(_ along: Double, _ across: Double) -> Point { snapped(u * along + v * across, reach) }
    return Candidate(
      kind: kind,
      quad: Quad(corner(low.x, low.y), corner(high.x, low.y), corner(high.x, high.y), corner(low.x, high.y)),
      angle: Double(cluster.angle), pitch: 0, energy: Double(cluster.energy / sums.energyUnit))
  }

  /// A symbol that is cut out tightly has no edges at the picture's border, as far as its outermost modules are wide:
  /// so many pixels, or this share of the smallest symbol's side.
  private static let leastBorderReach = 12.0
  private static let borderShare = 0.12

  private func borderReach(_ side: Double) -> Double { max(Locator.leastBorderReach, Locator.borderShare * side) }

  /// A point near the picture's border moved onto it.
  private func snapped(_ p: Point, _ reach: Double) -> Point {
    let right = Double(tiles.columns * TileMap.size)
    let bottom = Double(tiles.rows * TileMap.size)
    func snap(_ x: Double, _ end: Double) -> Double { x < reach ? min(x, 0) : x > end - reach ? max(x, end) : x }
    return Point(snap(p.x, right), snap(p.y, bottom))
  }

  /// Edges of a whole matrix symbol lie in two directions; seen at 60 degrees of tilt one has half of the other's.
  private static let matrixCoherence: Float = 0.85
}
