import BarcodeCore

/// The symbol characters beside one end of a symbol, read along lines of many inclinations: in perspective the rows of
/// a symbol neither run as the scan lines do nor as one another.
struct InclinedReadings {
  /// A character beside the end.
  struct Reading {
    /// Where the character and the end meet, and the character's other side, in the picture.
    var near: Point
    var far: Point
    /// Position across the scan lines of `near`.
    var v: Double
    var symbol: SymbolCharacters.Reading
  }

  private(set) var readings: [Reading] = []

  /// Inclinations of lines against the scan lines, as tangents: what 60 degrees of tilt make of rows, and as much as
  /// scan lines may deviate from the normal of the bars.
  private static let slopes = (-15...15).map { Double($0) * 0.04 }
  /// Lines over the height of the end, at the most: more tell nothing more about directions.
  private static let mostLines = 40.0
  /// The end is often seen on a part of its height only.
  private static let margin = 0.15
  /// Lines without a character after which there is none: a third of the height, behind the margin.
  private static let mostVain = 20

  init(luma: LumaView, scan: ScanLine, place: StackedPlace, side: GuardKey.Side) {
    guard let column = side == .left ? place.left : place.right else { return }
    let height = column.lastV - column.firstV
    let spacing = max(column.module * 0.8, 1, height / InclinedReadings.mostLines)
    var v = column.firstV - height * InclinedReadings.margin
    var vain = 0
    while v <= column.lastV + height * InclinedReadings.margin {
      for slope in InclinedReadings.slopes {
        if let ray = Ray(column: column, place: place, side: side, v: v, slope: slope),
          let reading = InclinedReadings.read(ray, luma: luma, scan: scan, isInverted: place.isInverted)
        {
          readings.append(reading)
        }
      }
      vain += 1
      if readings.isEmpty, vain >= InclinedReadings.mostVain { return }
      v += spacing
    }
  }

  /// Modules beyond the character on both sides that a line covers.
  private static let beyond = 3.0

  private static func read(_ ray: Ray, luma: LumaView, scan: ScanLine, isInverted: Bool) -> Reading? {
    let width = Double(SymbolCharacters.modules)
    guard luma.contains(ray.origin), let near = ray.point(-beyond), let far = ray.point(width + beyond) else {
      return nil
    }
    let isLeft = ray.side == .left
    let (from, to) = isLeft ? (near, far) : (far, near)
    let length = from.distance(to: to)
    guard length > 4, length < 1e4, let middle = ray.point(width / 2),
      // Places count in the symbol's direction, from where the end and the character meet.
      let projection = LineProjection(
        places: isLeft ? (-beyond, width / 2, width + beyond) : (-width - beyond, -width / 2, beyond),
        middle: from.distance(to: middle), end: length)
    else { return nil }
    let module = length / (width + 2 * beyond)
    scan.sample(
      luma, from: from, along: (to - from) / length, length: length, isFine: module < ScanLine.coarseModule,
      mostLines: 1)
    scan.findEdges()
    scan.rectify(projection)
    let w = Float(SymbolCharacters.modules)
    let found =
      isLeft
      ? scan.character(beginningAt: 0, to: w, isInverted: isInverted)
      : scan.character(endingAt: 0, from: -w, isInverted: isInverted)
    guard let found else { return nil }
    func point(_ place: Float) -> Point { scan.point(at: Double(projection.distance(of: place))) }
    return Reading(
      near: point(isLeft ? found.begin : found.end), far: point(isLeft ? found.end : found.begin), v: ray.v,
      symbol: found.reading)
  }

  /// A line from the inner edge of an end towards the data, with modules counted on from those of the end.
  private struct Ray {
    let side: GuardKey.Side
    let v: Double
    let origin: Point
    private let direction: Point
    // Distance = a x / (1 + b x), with x in modules from the inner edge.
    private let a: Double
    private let b: Double

    init?(column: GuardColumn, place: StackedPlace, side: GuardKey.Side, v: Double, slope: Double) {
      self.side = side
      self.v = v
      let inner = column.inner.value(at: v)
      let forward = place.sign * (side == .left ? 1 : -1)
      // Where the line crosses the outer edge, by its run along the scan lines.
      let outer = (column.outer.value(at: v) - inner) / (forward - column.outer.slope * slope)
      guard outer < 0, outer.isFinite else { return nil }
      let middle = outer * (0.5 - column.bend / 4)
      let modules = column.modules
      guard middle < 0, middle > outer else { return nil }
      let ratio = outer / middle
      b = (ratio - 2) / (modules * (ratio - 1))
      a = -outer * (1 - b * modules) / modules
      guard a > 0 else { return nil }
      origin = place.grid.point(inner, v)
      direction = place.grid.axis * forward + place.grid.across * slope
    }

    /// The place in the picture; nil beyond the horizon.
    func point(_ x: Double) -> Point? {
      let w = 1 + b * x
      guard w > 0.2 else { return nil }
      return origin + direction * (a * x / w)
    }
  }
}
