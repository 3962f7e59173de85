import BarcodeCore

/// The search of one frame for stacked symbols.
struct StackedSearch {
  let frame: Frame
  let options: ReaderOptions
  let sink: (any DebugSink)?
  private(set) var found: [Barcode] = []
  private let scan = ScanLine()

  /// Candidates that are tried, by effort.
  private static let candidateLimits = [8, 24, 48, 96, 192]

  init(frame: Frame, options: ReaderOptions, sink: (any DebugSink)?) {
    self.frame = frame
    self.options = options
    self.sink = sink
  }

  mutating func run() {
    let limit = StackedSearch.candidateLimits[min(options.effort.rawValue - 1, 4)]
    // Large places first: they cover the others.
    for candidate in frame.candidates.prefix(limit).sorted(by: { $0.quad.area > $1.quad.area }) {
      if found.count >= options.maximumCount { return }
      if found.contains(where: { $0.corners.contains(candidate.quad.center) }) { continue }
      search(candidate.quad, angle: candidate.angle)
      if candidate.kind == .matrix { search(candidate.quad, angle: candidate.angle + Double.pi / 2) }
    }
  }

  /// Places that were searched along an axis.
  private var searched: [(quad: Quad, angle: Double)] = []
  /// Axes that differ by less are one for the detector, in radians.
  private static let sameAngle = 0.05

  /// Whether the place was searched along the same axis already.
  private func wasSearched(_ quad: Quad, angle: Double) -> Bool {
    searched.contains { other in
      let turns = (angle - other.angle) / Double.pi
      guard abs(turns - turns.rounded()) * Double.pi < StackedSearch.sameAngle else { return false }
      return quad.points.allSatisfy { other.quad.contains($0) }
    }
  }

  /// Searches a place along an axis.
  private mutating func search(_ quad: Quad, angle: Double) {
    let axis = Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
    let across = axis.perpendicular
    let us = quad.points.map { $0.dot(axis) }
    let vs = quad.points.map { $0.dot(across) }
    guard var u0 = us.min(), var u1 = us.max(), var v0 = vs.min(), var v1 = vs.max(), u0.isFinite, u1.isFinite,
      v0.isFinite, v1.isFinite
    else { return }
    // Ends with wide bars have little energy and may lie outside of what was located.
    let margin = 16 + (u1 - u0) / 8
    u0 -= margin
    u1 += margin
    v0 -= 4
    v1 += 4
    if wasSearched(quad, angle: angle) { return }
    func corner(_ u: Double, _ v: Double) -> Point { axis * u + across * v }
    searched.append((Quad(corner(u0, v0), corner(u1, v0), corner(u1, v1), corner(u0, v1)), angle))
    let length = min(u1 - u0, 20_000)
    let height = min(v1 - v0, 20_000)
    let grid = GuardSearch.Grid(base: axis * u0 + across * v0, axis: axis, across: across)
    let guards = GuardSearch(
      luma: frame.luma, findsPDF417: options.symbologies.contains(.pdf417),
      findsMicro: options.symbologies.contains(.microPDF417), findsInverted: options.readsInverted, scan: scan)
    let columns = guards.columns(
      grid, length: length, height: height, spacing: max(2, min(8, height / 40)), isSharp: true)
    for place in StackedPlace.pair(columns, grid: grid) {
      if found.count >= options.maximumCount { return }
      sink?.note(place.isMicro ? "micropdf417" : "pdf417", at: quad, StackedSearch.describe(place))
      let barcode =
        place.isMicro
        ? MicroPDF417Reader(luma: frame.luma, scan: scan, options: options).read(place)
        : PDF417Reader(luma: frame.luma, scan: scan, options: options).read(place)
      if let barcode, !found.contains(where: { $0.corners.contains(barcode.corners.center) }) {
        found.append(barcode)
      }
    }
  }

  private static func describe(_ place: StackedPlace) -> String {
    let left = place.left.map { "left end on \($0.hits.count) lines" } ?? "no left end"
    let right = place.right.map { "right end on \($0.hits.count) lines" } ?? "no right end"
    let module = (place.module * 100).rounded() / 100
    return "\(left), \(right), \(module) pixels a module\(place.isInverted ? ", inverted" : "")"
  }
}
