import BarcodeCore

/// Follows rays from the middle of a bullseye outwards, as far as there are rings to meet.
struct RingRays {
  private let grey: GreyReader
  private let hit: BullseyeHit
  private let steps: Int

  /// A ring must differ from its neighbours by this share of the contrast, or it is noise.
  private static let hysteresis: Float = 0.22
  /// How far rays go, in rings: seven, seen along the diagonal of a square.
  private static let reach = 10.5
  /// From the middle to the last border that every bullseye has, in rings: the contrast is that of this part.
  private static let inner = 4.0
  /// Samples of a ring: two a pixel, unless that is too few for small rings or more than wide ones need.
  private static let samples = 5.0...10.0
  private static let fewestSteps = 32

  /// Borders that are looked for: those of an Aztec Code core with thirteen modules.
  static let mostBorders = 7

  init?(_ luma: LumaView, _ hit: BullseyeHit) {
    guard hit.across > 0.5, hit.down > 0.5, let grey = GreyReader(luma) else { return nil }
    self.grey = grey
    self.hit = hit
    let ring = max(hit.across, hit.down)
    let samples = min(Self.samples.upperBound, max(Self.samples.lowerBound, 2 * ring))
    steps = max(Self.fewestSteps, Int(Self.reach * samples))
  }

  /// What one ray meets.
  struct Ray {
    /// From sample to sample.
    fileprivate(set) var step = Point(0, 0)
    /// Where the grey value passes half way between neighbouring extremes, in samples, the innermost first.
    fileprivate(set) var crossings = SIMD8<Double>()
    fileprivate(set) var crossingCount = 0
    /// Grey values of the inner extremes, from the middle outwards.
    fileprivate(set) var levels = SIMD4<Float>()
    fileprivate(set) var levelCount = 0

    /// Widths of rings relative to their mean: ink spread, blur and pixels make them unequal, and perspective.
    private static let widths = 0.35...2.4

    /// Whether so many borders were met, at about equal distances.
    func meetsRings(_ borders: Int) -> Bool {
      guard crossingCount >= borders, borders > 1 else { return false }
      let mean = (crossings[borders - 1] - crossings[0]) / Double(borders - 1)
      return (1..<borders).allSatisfy { Self.widths.contains((crossings[$0] - crossings[$0 - 1]) / mean) }
    }
  }

  /// - Parameter direction: A unit vector.
  func follow(_ direction: Point) -> Ray {
    let (u, v) = (direction.x / hit.across, direction.y / hit.down)
    let unit = 1 / (u * u + v * v).squareRoot()
    let step = Self.reach * unit / Double(steps)
    var ray = Ray()
    ray.step = direction * step
    let inner = min(steps, max(1, Int(Self.inner * unit / step)))
    withUnsafeTemporaryAllocation(of: Float.self, capacity: steps + 1) { memory in
      guard let base = memory.baseAddress else { return }
      var profile = Profile(grey: grey, from: hit.center, by: ray.step, values: base)
      profile.sample(to: inner)
      var low = base[0]
      var high = base[0]
      for k in 1...inner {
        low = min(low, base[k])
        high = max(high, base[k])
      }
      let threshold = (high - low) * Self.hysteresis
      if threshold > 1 { cross(&profile, threshold, into: &ray) }
    }
    return ray
  }

  /// Grey values along a ray, sampled as far as they are wanted.
  private struct Profile {
    let grey: GreyReader
    let origin: Point
    let step: Point
    let values: UnsafeMutablePointer<Float>
    private(set) var count = 0

    init(grey: GreyReader, from origin: Point, by step: Point, values: UnsafeMutablePointer<Float>) {
      (self.grey, self.origin, self.step, self.values) = (grey, origin, step, values)
    }

    @inline(__always)
    mutating func sample(to last: Int) {
      while count <= last {
        values[count] = grey(origin + step * Double(count))
        count &+= 1
      }
    }
  }

  /// An extreme of the grey values and its place.
  private struct Extreme {
    var level: Float
    var place: Int
  }

  /// Follows the extremes until all borders are behind, and finds where the values pass between them.
  private func cross(_ profile: inout Profile, _ threshold: Float, into ray: inout Ray) {
    let v = profile.values
    var seeksLight = hit.isDark
    var before: Extreme?
    var last = Extreme(level: v[0], place: 0)
    var isCrossed = true
    /// Takes the last extreme, which does not move any more.
    func settle(_ ray: inout Ray) {
      if ray.levelCount < 4 {
        ray.levels[ray.levelCount] = last.level
        ray.levelCount += 1
      }
      guard let before, isCrossed, ray.crossingCount < Self.mostBorders else { return }
      let middle = (before.level + last.level) / 2
      for i in before.place..<last.place where (v[i] <= middle) != (v[i + 1] <= middle) {
        ray.crossings[ray.crossingCount] = Double(i) + Double((middle - v[i]) / (v[i + 1] - v[i]))
        ray.crossingCount += 1
        return
      }
      isCrossed = false
    }
    var extremes = 1
    for k in 1...steps {
      profile.sample(to: k)
      // While a light extreme is sought, darker values move the dark one before it.
      let rise = seeksLight ? v[k] - last.level : last.level - v[k]
      if rise < 0 {
        last = Extreme(level: v[k], place: k)
      } else if rise > threshold {
        settle(&ray)
        before = last
        last = Extreme(level: v[k], place: k)
        seeksLight.toggle()
        extremes += 1
        if extremes > Self.mostBorders + 1 { break }
      }
    }
    settle(&ray)
  }
}
