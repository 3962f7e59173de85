import BarcodeCore

/// Reads Han Xin Code symbols (ISO/IEC 20830) of a frame.
package struct HanXinReader: Sendable {
  package let options: ReaderOptions

  package init(options: ReaderOptions) { self.options = options }

  /// log10 of the odds above which a result is refused.
  private static let limit = -6.5
  /// What four finder patterns in their places add.
  private static let finderLogOdds = -3.0
  /// Finder patterns that are combined at the most.
  private static let mostFinders = 160
  /// Groups of four that are collected, and that are looked at.
  private static let mostGroups = 2000
  private static let mostTries = 48
  /// Directions of patterns and lines between them agree within this angle (radians) in perspective.
  private static let leeway = 0.75
  /// Shares of a module's light that reach each neighbour, tried in this order.
  private static let blurs: [Float] = [0, 0.1, 0.19]
  /// Sizes tried around the estimated one, in steps of two modules.
  private static let sizeSteps = [0, 1, -1, 2, -2, 3, -3]

  /// Sizes tried of a place with four sides.
  private static let mostSizes = 3

  /// The symbol that fills a place with four sides.
  func read(_ place: OutlinedPlace, sink: (any DebugSink)?) -> Barcode? {
    var trials = 0
    for hypothesis in HanXinPatterns.sizes(place, mirrored: options.readsMirrored).prefix(Self.mostSizes) {
      let pose = HanXinPose(
        map: { $0 == hypothesis.size ? hypothesis.map : nil }, square: place.isInverted ? place.light : place.dark,
        ground: place.isInverted ? place.dark : place.light, isDark: !place.isInverted)
      trials += 1
      let version = (hypothesis.size - 21) / 2
      if let barcode = symbol(place.luma, pose, version, trials: trials, sink) { return barcode }
    }
    return nil
  }

  /// All symbols of the frame.
  ///
  /// - Parameter unread: Gets the places with finder patterns in whose midst nothing was read.
  package func read(_ frame: Frame, unread: UnreadPlaces? = nil, sink: (any DebugSink)?) -> [Barcode] {
    var scan = HanXinScan(frame, readsInverted: options.readsInverted)
    scan.run()
    let finders = scan.found
    var found: [Barcode] = []
    for isDark in options.readsInverted ? [true, false] : [true] {
      let alike = Self.outermost(finders.filter { $0.isDark == isDark })
      for corners in quadruples(alike) {
        if found.contains(where: { $0.corners.contains(corners[0].center) }) { continue }
        guard let barcode = read(frame.luma, corners, sink) else {
          unread?.add(Self.place(corners))
          continue
        }
        found.append(barcode)
        if found.count >= options.maximumCount { return found }
      }
    }
    return found
  }

  /// The patterns that lie farthest out in the direction in which they look, or against it: the data of a large symbol
  /// has many that look like its corners.
  private static func outermost(_ finders: [HanXinFinder]) -> [HanXinFinder] {
    guard finders.count > mostFinders else { return finders }
    let middle = finders.reduce(Point(0, 0)) { $0 + $1.center } / Double(finders.count)
    return Array(
      finders.map { finder -> (finder: HanXinFinder, reach: Double) in
        let direction = Point(BarcodeMath.cos(finder.direction), BarcodeMath.sin(finder.direction))
        return (finder, abs(direction.dot(finder.center - middle)))
      }.sorted { $0.reach > $1.reach }.prefix(mostFinders).map(\.finder))
  }

  private static func place(_ f: [HanXinFinder]) -> UnreadPlaces.Place {
    let module = f.map(\.module).reduce(0, +) / Double(f.count)
    let centers = Quad(f[0].center, f[1].center, f[2].center, f[3].center)
    return UnreadPlaces.Place(
      mark: centers.grown(by: patternReach * module), isWhole: true, module: module, symbologies: [.hanXin])
  }

  /// From the middle of a finder pattern to the symbol's border, in modules.
  private static let patternReach = 5.5

  /// Groups of four patterns that may belong to one symbol: top left, top right, bottom right, bottom left.
  private func quadruples(_ finders: [HanXinFinder]) -> [[HanXinFinder]] {
    var groups: [(Double, [HanXinFinder])] = []
    for a in finders {
      for c in finders {
        let diagonal = c.center - a.center
        // The first pattern's angles point away from the third, and the other way round.
        guard diagonal.length > 8 * min(a.module, c.module), turn(a.direction, from: -diagonal) < Self.leeway,
          turn(c.direction, from: diagonal) < Self.leeway
        else { continue }
        let side = finders.filter { other in
          let d = other.center - a.center
          return d.dot(diagonal) > 0.1 * diagonal.length * d.length && d.length < 1.5 * diagonal.length
            && abs(diagonal.cross(d)) > 0.15 * diagonal.length * d.length
        }
        for b in side where turn(b.direction, from: b.center - (a.center + c.center) / 2) < Self.leeway {
          let isMirrored = diagonal.cross(b.center - a.center) > 0
          if isMirrored, !options.readsMirrored { continue }
          // The pattern at the bottom left looks the same way as that at the top right.
          for d in side
          where (diagonal.cross(d.center - a.center) > 0) != isMirrored
            && turn(d.direction, from: b.center - d.center) < Self.leeway
          {
            groups.append((diagonal.length, [a, b, c, d]))
            if groups.count >= Self.mostGroups { return Self.widestFirst(groups) }
          }
        }
      }
    }
    return Self.widestFirst(groups)
  }

  /// Modules inside of a symbol may look like its corners, never the other way round.
  private static func widestFirst(_ groups: [(Double, [HanXinFinder])]) -> [[HanXinFinder]] {
    groups.sorted { $0.0 > $1.0 }.prefix(mostTries).map(\.1)
  }

  /// The angle between a direction and a vector.
  private func turn(_ direction: Double, from vector: Point) -> Double {
    let u = Point(BarcodeMath.cos(direction), BarcodeMath.sin(direction))
    return abs(BarcodeMath.atan2(u.cross(vector), u.dot(vector)))
  }

  /// The estimated number of modules on a side, from the distances of patterns and what they measure in between.
  private func estimatedSize(_ f: [HanXinFinder]) -> Double? {
    var sizes: [Double] = []
    for (p, q) in [(f[0], f[1]), (f[1], f[2])] {
      let line = q.center - p.center
      guard let a = p.reach(towards: -line), let b = q.reach(towards: line), a * b > 0 else { continue }
      sizes.append(11 + 5.5 * line.length / (a * b).squareRoot())
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +) / Double(sizes.count)
  }

  private func read(_ luma: LumaView, _ f: [HanXinFinder], _ sink: (any DebugSink)?) -> Barcode? {
    guard let estimate = estimatedSize(f), estimate > 18, estimate < 220 else { return nil }
    let start = (Int(estimate) / 2) * 2 + 1
    var tried: Set<Int> = []
    for step in Self.sizeSteps {
      let size = start + 2 * step
      guard size >= 23, size <= 189, let map = HanXinPose.map(f, size: size),
        let function = function(luma, map, size, f[0].isDark)
      else { continue }
      guard abs(HanXinLayout(version: function.version).size - start) <= 8, tried.insert(function.version).inserted
      else { continue }
      if let barcode = symbol(luma, HanXinPose(luma, f), function.version, trials: tried.count, sink) { return barcode }
    }
    return nil
  }

  /// The function information, sampled near the patterns.
  private func function(_ luma: LumaView, _ map: Homography, _ size: Int, _ isDark: Bool) -> HanXinFunction? {
    let places = HanXinFunction.places(size: size)
    for isTurned in [false, true] {
      let values = places.map { place -> Float in
        let x = Double(isTurned ? size - 1 - place.x : place.x) + 0.5
        let y = Double(isTurned ? size - 1 - place.y : place.y) + 0.5
        let p = map(Point(x, y))
        return luma.sample(p.x, p.y)
      }
      guard let low = values.min(), let high = values.max(), high - low > 4 else { continue }
      let middle = (low + high) / 2
      if let function = HanXinFunction(soft: values.map { isDark ? middle - $0 : $0 - middle }) { return function }
    }
    return nil
  }

  private func symbol(
    _ luma: LumaView, _ pose: HanXinPose, _ version: Int, trials: Int, _ sink: (any DebugSink)?
  ) -> Barcode? {
    let size = HanXinLayout(version: version).size
    guard let first = pose.map(size) else { return nil }
    let half = Double(size) / 2
    let radius = Double(size / 2)
    let square = pose.square
    let ground = pose.ground ?? light(luma, first, size)
    guard Self.hasPatterns(luma, first, size, dark: square, light: ground) else { return nil }
    let growth = GridGrowth(luma: luma, dark: min(square, ground), light: max(square, ground))
    let centered = first.after(Homography(1, 0, half, 0, 1, half, 0, 0, 1))
    let map = growth.grow(growth.grow(centered, from: radius, to: radius), from: radius, to: radius)
    let sampler = ModuleSampler(luma: luma)
    guard
      let values = sampler.values(
        columns: size, rows: size, module: Self.module(map), at: { map(Point($0 - radius, $1 - radius)) })
    else { return nil }
    let soft = ModuleSampler.soft(values, columns: size, rows: size)
    let grid = pose.isDark ? soft : soft.inverted
    let r = Double(size) / 2
    let corners = Quad(map(Point(-r, -r)), map(Point(r, -r)), map(Point(r, r)), map(Point(-r, r)))
    for (trial, blur) in Self.blurs.enumerated() {
      let tried = blur == 0 ? grid : grid.deblurred(blur)
      for function in functions(tried) where function.version == version {
        guard let message = HanXinMessage(tried, function) else { continue }
        var evidence = Evidence(logOdds: message.logOdds + Self.finderLogOdds)
        evidence.add(trials: trials * (trial + 1))
        guard evidence.logOdds <= Self.limit,
          let content = HanXinContent(message.data, defaultECI: options.text.defaultECI)
        else { continue }
        return barcode(content, message, function, map, corners, pose.isDark, evidence)
      }
    }
    sink?.note("hanxin", at: corners, "version \(version): codewords uncorrectable")
    return nil
  }

  /// Share of the modules of all finder patterns and separators that must be right before the grid is fitted to more.
  private static let leastPatterns = 0.75

  /// Whether the finder patterns stand where the map has them. `dark` may be the lighter one, in inverted symbols.
  private static func hasPatterns(_ luma: LumaView, _ map: Homography, _ n: Int, dark: Float, light: Float) -> Bool {
    let middle = (dark + light) / 2
    let right = HanXinPatterns.places(size: n).count {
      let p = map($0.place)
      return ((luma.sample(p.x, p.y) < middle) == (dark < light)) == $0.isDark
    }
    return Double(right) >= leastPatterns * 256
  }

  /// Grey level of the light separators between the patterns and the data.
  private func light(_ luma: LumaView, _ map: Homography, _ size: Int) -> Float {
    let n = Double(size)
    let points = [Point(7.5, 3.5), Point(3.5, 7.5), Point(n - 7.5, 3.5), Point(n - 3.5, 7.5), Point(n - 7.5, n - 3.5)]
    return points.map { map($0) }.reduce(0) { $0 + luma.sample($1.x, $1.y) } / Float(points.count)
  }

  /// What both copies of the function information say.
  private func functions(_ grid: ModuleGrid) -> [HanXinFunction] {
    let n = grid.columns
    let places = HanXinFunction.places(size: n)
    var found: [HanXinFunction] = []
    let copies = [
      places.map { grid.soft[$0.y * n + $0.x] }, places.map { grid.soft[(n - 1 - $0.y) * n + n - 1 - $0.x] },
    ]
    for soft in copies {
      guard let function = HanXinFunction(soft: soft) else { continue }
      let isKnown = found.contains {
        $0.version == function.version && $0.level == function.level && $0.mask == function.mask
      }
      if !isKnown { found.append(function) }
    }
    return found
  }

  private func barcode(
    _ content: HanXinContent, _ message: HanXinMessage, _ function: HanXinFunction, _ map: Homography, _ corners: Quad,
    _ isDark: Bool, _ evidence: Evidence
  ) -> Barcode {
    let finished = content.builder.finish()
    let u = corners.topRight - corners.topLeft
    let v = corners.bottomLeft - corners.topLeft
    return Barcode(
      symbology: .hanXin, symbologyIdentifier: content.identifier, text: finished.text, bytes: finished.bytes,
      segments: finished.segments, corners: corners, isMirrored: u.cross(v) < 0, isInverted: !isDark,
      isGS1: content.isGS1, evidence: evidence, correctedErrors: message.correctedErrors,
      unusedCorrection: message.unused, moduleSize: Self.module(map),
      details: "version \(function.version), level \(function.level), mask \(function.mask)")
  }

  private static func module(_ map: Homography) -> Double {
    let c = map(Point(0, 0))
    return abs((map(Point(1, 0)) - c).cross(map(Point(0, 1)) - c)).squareRoot()
  }
}
