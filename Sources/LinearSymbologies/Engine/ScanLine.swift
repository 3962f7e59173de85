import BarcodeCore

/// A straight line of samples through the picture, across the bars.
struct ScanLine {
  /// The first sample, in pixels.
  var origin: Point
  /// Unit vector from sample to sample.
  var direction: Point
  /// Pixels from sample to sample.
  var step: Double
  /// Number of samples.
  var count: Int
  /// Parallel lines that are averaged, at least 1.
  var rows: Int
  /// Unit vector from one averaged line to the next, along the bars.
  var across: Point
  /// Samples that lie closer where the surface recedes, so that all modules have as many.
  private(set) var foreshortening: Foreshortening?

  /// The longest line that is sampled; longer ones are cut.
  static let longest = 16384
  /// Pixels between averaged lines.
  static let rowPitch = 1.0

  /// The part of the line from `a` to `b` that lies inside the picture, or nil when it is too short to hold a symbol.
  init?(in luma: LumaView, from a: Point, to b: Point, step: Double = 1, rows: Int = 1, across: Point? = nil) {
    let length = a.distance(to: b)
    guard length.isFinite, length >= 8, step > 0.05, luma.width >= 3, luma.height >= 3 else { return nil }
    let direction = (b - a) / length
    let v = across ?? direction.perpendicular
    var t0 = 0.0
    var t1 = length
    // Samples stay within the centres of the border pixels, for all averaged lines.
    let half = Double(Swift.max(rows, 1) - 1) * 0.5 * Self.rowPitch
    let limits = [
      (a.x, direction.x, 0.5 + half * abs(v.x), Double(luma.width) - 0.51 - half * abs(v.x)),
      (a.y, direction.y, 0.5 + half * abs(v.y), Double(luma.height) - 0.51 - half * abs(v.y)),
    ]
    for (start, slope, low, high) in limits {
      guard high > low else { return nil }
      if abs(slope) < 1e-9 {
        guard start >= low, start <= high else { return nil }
      } else {
        let u = (low - start) / slope
        let w = (high - start) / slope
        t0 = Swift.max(t0, Swift.min(u, w))
        t1 = Swift.min(t1, Swift.max(u, w))
      }
    }
    guard t1 - t0 >= 10 else { return nil }
    origin = a + direction * t0
    self.direction = direction
    self.step = step
    count = Swift.min(Int((t1 - t0) / step) + 1, Self.longest)
    self.rows = Swift.max(rows, 1)
    self.across = v
    alignToPixels()
  }

  /// Directions further from the picture's axes than this are sampled between pixels.
  private static let alignedSlope = 0.36
  /// A line that leaves its row or column by less than this many pixels is laid along it.
  private static let straightDrift = 0.7
  /// Averaged lines shift by less than this many pixels against each other: they are laid across exactly.
  private static let acrossShift = 0.25

  /// Puts the samples on the centres of pixel columns (or rows, for steep lines), since interpolation between them
  /// would blur small modules most when it falls half-way.
  private mutating func alignToPixels() {
    let isFlat = abs(direction.x) > abs(direction.y)
    let major = isFlat ? direction.x : direction.y
    let minor = isFlat ? direction.y : direction.x
    guard step == 1, abs(minor / major) < Self.alignedSlope else { return }
    let start = isFlat ? origin.x : origin.y
    // The first pixel centre at or after the start.
    let centre = major > 0 ? (start - 0.5).rounded(.up) + 0.5 : (start - 0.5).rounded(.down) + 0.5
    origin = origin + direction * ((centre - start) / major)
    let length = Double(count - 1)
    count = Int((length - abs((centre - start) / major)) * abs(major)) + 1
    step = 1 / abs(major)
    if abs(minor / major) * length < Self.straightDrift {
      direction = isFlat ? Point(major > 0 ? 1 : -1, 0) : Point(0, major > 0 ? 1 : -1)
      step = 1
      let middle = (isFlat ? origin.y : origin.x) + minor * length / 2
      let row = (middle - (rows & 1 == 1 ? 0.5 : 0)).rounded() + (rows & 1 == 1 ? 0.5 : 0)
      if isFlat { origin = Point(centre, row) } else { origin = Point(row, centre) }
    }
    let shift = abs(isFlat ? across.x : across.y) * Double(rows) * 0.5
    if shift < Self.acrossShift { across = isFlat ? Point(0, 1) : Point(1, 0) }
  }

  /// The picture point at a position in samples.
  func point(at position: Float) -> Point {
    origin + direction * (foreshortening?.distance(at: Double(position)) ?? Double(position) * step)
  }

  /// Where the line would reach the horizon of its surface.
  var horizon: Point? { foreshortening.map { origin + direction * $0.horizon } }

  /// The line with modules of one width, on a surface whose own horizon is at a point; nil where that would not be a
  /// surface seen from its front, or hardly differ from one.
  func rectified(_ horizon: Point) -> ScanLine? {
    guard let f = Foreshortening(horizon: (horizon - origin).dot(direction), count: count, step: step),
      f.count <= Self.longest
    else { return nil }
    var line = self
    line.foreshortening = f
    line.count = f.count
    line.step = Double(count - 1) * step / Double(f.count - 1)
    return line
  }

  /// The line as it was before it was rectified.
  var plain: ScanLine? {
    guard let foreshortening else { return nil }
    var line = self
    line.foreshortening = nil
    (line.count, line.step) = (foreshortening.plainCount, foreshortening.plainStep)
    return line
  }

  /// Whether the line begins or ends at the border of the picture.
  func touchesBorder(_ luma: LumaView) -> (start: Bool, end: Bool) {
    (isAtBorder(origin, luma), isAtBorder(point(at: Float(count - 1)), luma))
  }

  private func isAtBorder(_ p: Point, _ luma: LumaView) -> Bool {
    let reach = step + 0.5 + Double(rows - 1) * 0.5 * Self.rowPitch
    return p.x < reach || p.y < reach || p.x > Double(luma.width) - reach || p.y > Double(luma.height) - reach
  }
}
