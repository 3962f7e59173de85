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

  init?(_ luma: LumaView, _ hit: BullseyeHit) {
    guard hit.across > 0.5, hit.down > 0.5, let grey = GreyReader(luma) else { return nil }
    self.grey = grey
    self.hit = hit
    let ring = max(hit.across, hit.down)
    let samples = min(Self.samples.upperBound, max(Self.samples.lowerBound, 2 * ring))
    steps = max(Self.fewestSteps, Int(Self.reach * samples))
  }

  /// What one ray meets; the memory is used again for each.
  struct Ray {
    /// From sample to sample.
    fileprivate(set) var step = Point(0, 0)
    /// Where the grey value passes half way between neighbouring extremes, in samples.
    fileprivate(set) var crossings: [Double] = []
    /// Grey values of the extremes, from the middle outwards; the last may not be reached yet.
    fileprivate(set) var levels: [Float] = []
    fileprivate var profile: [Float] = []
    fileprivate var places: [Int] = []

    /// Widths of rings relative to their mean: ink spread, blur and pixels make them unequal, and perspective.
    private static let widths = 0.35...2.4

    /// Whether so many borders were met, at about equal distances.
    func meetsRings(_ borders: Int) -> Bool {
      guard crossings.count >= borders, borders > 1 else { return false }
      let mean = (crossings[borders - 1] - crossings[0]) / Double(borders - 1)
      return (1..<borders).allSatisfy { Self.widths.contains((crossings[$0] - crossings[$0 - 1]) / mean) }
    }
  }

  func follow(_ angle: Double, into ray: inout Ray) {
    let c = BarcodeMath.cos(angle)
    let s = BarcodeMath.sin(angle)
    let (u, v) = (c / hit.across, s / hit.down)
    let unit = 1 / (u * u + v * v).squareRoot()
    let step = Self.reach * unit / Double(steps)
    ray.step = Point(c, s) * step
    ray.crossings.removeAll(keepingCapacity: true)
    ray.levels.removeAll(keepingCapacity: true)
    ray.profile.removeAll(keepingCapacity: true)
    ray.places.removeAll(keepingCapacity: true)
    let inner = min(steps, max(1, Int(Self.inner * unit / step)))
    var low = Float.infinity
    var high = -Float.infinity
    for k in 0...inner {
      let value = sample(k, &ray)
      low = min(low, value)
      high = max(high, value)
    }
    let threshold = (high - low) * Self.hysteresis
    guard threshold > 1 else { return }
    findExtremes(threshold, &ray)
    cross(&ray)
  }

  @inline(__always)
  private func sample(_ k: Int, _ ray: inout Ray) -> Float {
    let value = grey(hit.center + ray.step * Double(k))
    ray.profile.append(value)
    return value
  }

  /// Goes on until all borders are behind.
  private func findExtremes(_ threshold: Float, _ ray: inout Ray) {
    var seeksLight = hit.isDark
    var last = ray.profile[0]
    ray.levels.append(last)
    ray.places.append(0)
    for k in 1...steps {
      let value = k < ray.profile.count ? ray.profile[k] : sample(k, &ray)
      // While a light extreme is sought, darker values move the dark one before it.
      let rise = seeksLight ? value - last : last - value
      if rise < 0 {
        ray.levels[ray.levels.count - 1] = value
        ray.places[ray.places.count - 1] = k
      } else if rise > threshold {
        ray.levels.append(value)
        ray.places.append(k)
        seeksLight.toggle()
        if ray.levels.count > RingEdges.most + 1 { break }
      } else {
        continue
      }
      last = value
    }
  }

  private func cross(_ ray: inout Ray) {
    for k in 1..<max(1, ray.levels.count) {
      let middle = (ray.levels[k - 1] + ray.levels[k]) / 2
      for i in ray.places[k - 1]..<ray.places[k]
      where (ray.profile[i] <= middle) != (ray.profile[i + 1] <= middle) {
        let t = (middle - ray.profile[i]) / (ray.profile[i + 1] - ray.profile[i])
        ray.crossings.append(Double(i) + Double(t))
        break
      }
      if ray.crossings.count < k { return }
    }
  }
}
