import BarcodeEngine

/// What a place looks like along its reading axis, for people who wonder why nothing was read there.
struct PlaceMeasurement {
  /// Difference of light and dark, in grey levels.
  private(set) var contrast = 0.0
  /// Changes between light and dark along the busiest line.
  private(set) var edges = 0
  /// Width of the narrow bars and spaces, in pixels.
  private(set) var module = 0.0
  /// Width over which an edge goes from dark to light, in pixels.
  private(set) var edgeWidth = 0.0

  /// Lines across the place at these shares of its height.
  private static let lines = [0.2, 0.35, 0.5, 0.65, 0.8]
  /// Samples a pixel, so that narrow runs are told apart.
  private static let samplesPerPixel = 4.0
  /// Less contrast than this is noise rather than print, in grey levels.
  private static let leastContrast = 12.0
  /// Below about this many pixels a module, neighbours run into one another.
  private static let leastModule = 1.2
  /// Fewer edges than those of the shortest symbol, an add-on of two digits.
  private static let leastEdges = 14

  init(_ luma: LumaView, _ quad: Quad) {
    for share in Self.lines {
      let a = quad.topLeft + (quad.bottomLeft - quad.topLeft) * share
      let b = quad.topRight + (quad.bottomRight - quad.topRight) * share
      take(Self.profile(luma, a, b))
    }
  }

  private static func profile(_ luma: LumaView, _ a: Point, _ b: Point) -> [Double] {
    let reach = Double(luma.width + luma.height)
    let length = a.distance(to: b)
    guard luma.width > 0, luma.height > 0, length.isFinite, length >= 2, length <= 2 * reach else { return [] }
    let count = Int(length * samplesPerPixel)
    return (0..<count).compactMap { i in
      let p = a + (b - a) * (Double(i) / Double(count))
      return luma.contains(p) ? Double(luma.sample(p.x, p.y)) : nil
    }
  }

  private mutating func take(_ profile: [Double]) {
    guard profile.count > 8 else { return }
    let sorted = profile.sorted()
    let dark = sorted[sorted.count / 20]
    let light = sorted[sorted.count - 1 - sorted.count / 20]
    guard light - dark > contrast / 2, light > dark else { return }
    contrast = max(contrast, light - dark)
    // A run ends where the grey has crossed the middle by a tenth of the contrast.
    let (low, high) = (dark + (light - dark) * 0.4, dark + (light - dark) * 0.6)
    var runs: [Double] = []
    var isLight = (profile.first ?? 0) > (low + high) / 2
    var start = 0
    for (i, value) in profile.enumerated() where isLight ? value < low : value > high {
      runs.append(Double(i - start) / Self.samplesPerPixel)
      start = i
      isLight.toggle()
    }
    guard runs.count > edges else { return }
    edges = runs.count
    let widths = runs.dropFirst().sorted()
    module = widths.isEmpty ? 0 : widths[widths.count / 5]
    let step = Int(Self.samplesPerPixel)
    let steepest = (step..<profile.count).map { abs(profile[$0] - profile[$0 - step]) }.max() ?? 0
    edgeWidth = steepest > 0 ? (light - dark) / steepest : 0
  }

  /// The measures in words.
  var text: String {
    "narrow \(JSON.number(module, places: 1)) px, edges \(JSON.number(edgeWidth, places: 1)) px wide, "
      + "contrast \(JSON.number(contrast, places: 0)), \(edges) edges on a line"
  }

  /// What most likely stands in the way, or nil.
  func obstacle(isBars: Bool) -> String? {
    if contrast < Self.leastContrast { return "too little contrast" }
    if isBars, edges < Self.leastEdges { return "too few bars for a symbol" }
    if module > 0, module < Self.leastModule { return "modules are too small" }
    if module > 0, edgeWidth > 2.5 * module { return "too blurred for its module size" }
    return nil
  }
}
