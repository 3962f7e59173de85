import BarcodeCore

/// A side of the symbol with alternating modules, as found by turning a ray around the end of a leg.
package struct TimingSide {
  /// Where the modules alternate, on the middle of the modules; the first ends the leg.
  package var points: [Point]
  /// How well it looks: the number of alternations less their irregularity.
  package var score: Double

  /// Modules of this side as far as they alternate regularly.
  package var modules: Int { points.count + 1 }
}

/// Looks for the timing pattern that starts at the end of a leg.
package struct TimingSweep {
  package let field: InkField
  /// Dark and light, for a first look.
  package let plane: BinaryPlane
  /// Ink of the finder pattern less ink of the ground.
  package let contrast: Float
  private let scratch: RayScratch
  /// The search ends when it has cost so much.
  private let mostWork: Int

  /// What the search has cost so far, in samples of the threshold picture.
  package var work: Int { scratch.work }

  /// Radians to each side of the parallel to the other leg; steep perspective opens the sides by about this much.
  private static let reach = 0.5
  /// Rays are this share of a module apart at their far ends.
  private static let rayStep = 0.4
  /// Rays, on both sides together, that are tried beyond the best one.
  private static let raysBeyondBest = 24
  /// Crossings of a side of the smallest symbol, less one that may be damaged.
  private static let leastCrossings = 6
  /// Modules of the longest side.
  fileprivate static let mostModules = 150

  package init(field: InkField, plane: BinaryPlane, contrast: Float, mostWork: Int) {
    self.field = field
    self.mostWork = mostWork
    self.plane = plane
    scratch = RayScratch(field: field)
    self.contrast = contrast
  }

  /// The side that starts at `end`.
  ///
  /// - Parameters:
  ///   - end: The outer corner at the end of the leg.
  ///   - inward: Direction from there along the leg, back to the finder's corner.
  ///   - parallel: The other leg as a vector from the finder's corner.
  ///   - width: Module size across the side, in pixels: the thickness of the other leg.
  ///   - height: Module size along the side, in pixels: the thickness of this leg.
  package func side(end: Point, inward: Point, parallel: Point, width: Double, height: Double) -> TimingSide? {
    let length = parallel.length
    guard length > 4, height > 0.7, width > 0.7 else { return nil }
    let origin = end + inward * (width / 2)
    scratch.step = min(max(height / 4, 0.4), 2)
    let base = parallel / length
    let turnStep = min(max(Self.rayStep * width / length, 0.003), 0.05)
    // First coarsely, on the threshold picture where modules are large enough for it; then finely about the best.
    let coarse = Fan(
      step: Self.coarseness * turnStep, reach: min(Self.reach, Self.mostRays * Self.coarseness * turnStep),
      length: Self.coarseLength * length, module: height, outward: inward * -width)
    let fine = Fan(
      step: turnStep, reach: 3 * turnStep, length: 1.6 * length, module: height, outward: inward * -width)
    // Small modules may merge on the threshold picture; grey values cost more and are asked nearer to the parallel.
    let isLarge = min(width, height) >= Self.leastModuleOfPlane
    var found: Ray?
    for usesPlane in isLarge ? [true] : [true, false] {
      var fan = coarse
      if !usesPlane { fan.reach = min(coarse.reach, Self.narrowReach) }
      guard
        let first = best(origin, base, fan, least: Self.leastCrossings - (usesPlane ? 2 : 1), usesPlane: usesPlane),
        let ray = best(origin, first.direction, fine, least: Self.leastCrossings, usesPlane: false)
      else { continue }
      let others = found.map { Self.score($0.crossings.count, $0.irregularity) } ?? 0
      if Self.score(ray.crossings.count, ray.irregularity) > others { found = ray }
      if ray.crossings.count >= Self.sureCrossings { break }
    }
    guard var ray = found else { return nil }
    var points = ray.crossings.map { ray.origin + ray.direction * $0 }
    // A curved side goes on in another direction.
    for _ in 0..<Self.mostTurns {
      let count = points.count
      guard count >= Self.leastCrossings else { break }
      // Turn about a crossing that is surely on the side, at which ink gives way to ground as at the leg's end.
      let back = count % 2 == 0 ? 3 : 4
      guard count > back + 1 else { break }
      let pivot = points[count - 1 - back]
      let module = pivot.distance(to: points[count - 1]) / Double(back)
      let start = pivot - ray.direction * module
      let ahead = Fan(
        step: turnStep, reach: Self.turnReach, length: 1.2 * length, module: module, outward: inward * -width)
      guard let next = best(start, ray.direction, ahead, least: back + 3, usesPlane: false)
      else { break }
      points.removeLast(back + 1)
      points += next.crossings.map { next.origin + next.direction * $0 }
      ray = next
      if points.count >= Self.mostModules { break }
    }
    return TimingSide(points: points, score: Self.score(points.count, ray.irregularity))
  }

  /// Alternations that make a second look needless.
  private static let sureCrossings = 13
  /// Radians to each side in which grey values alone are searched.
  private static let narrowReach = 0.3
  /// Pixels of the smallest module whose alternation the threshold picture is sure to show.
  private static let leastModuleOfPlane = 2.6

  /// Mean irregularity that noise and curvature may cause.
  private static let mostIrregularity = 0.26
  /// Share of its alternations that a side's score must reach.
  private static let leastRegularity = 0.6

  /// Times that a side may change its direction.
  private static let mostTurns = 8
  /// Radians that a curved side may turn at once.
  private static let turnReach = 0.16

  private struct Ray {
    var origin: Point
    var direction: Point
    var crossings: [Double]
    var irregularity: Double
  }

  /// Rays that are tried from one origin.
  private struct Fan {
    /// Radians from ray to ray, and from the middle to the last one.
    var step: Double
    var reach: Double
    /// Pixels to follow each.
    var length: Double
    /// Module size along the rays, in pixels.
    var module: Double
    /// One module across the rays, towards the quiet zone.
    var outward: Point
  }

  /// The ray with the most regular alternations, turning from the base direction to both sides.
  private func best(_ origin: Point, _ base: Point, _ fan: Fan, least: Int, usesPlane: Bool) -> Ray? {
    let rays = Int(fan.reach / fan.step)
    var best: Ray?
    var bestIndex = 0
    var bestScore = Double(least) * Self.leastRegularity
    let (c, s) = (BarcodeMath.cos(fan.step), BarcodeMath.sin(fan.step))
    // The outermost directions so far on both sides.
    var (left, right) = (base, base)
    for index in 0...(2 * rays) {
      if best != nil, index > bestIndex + Self.raysBeyondBest { break }
      if scratch.work > mostWork { break }
      // From the middle outwards to both sides.
      if index > 0 {
        if index % 2 == 1 {
          right = Point(right.x * c - right.y * s, right.x * s + right.y * c)
        } else {
          left = Point(left.x * c + left.y * s, left.y * c - left.x * s)
        }
      }
      let direction = index % 2 == 1 ? right : left
      if usesPlane {
        scratch.trace(plane, origin, direction, length: fan.length, module: fan.module)
      } else {
        scratch.trace(
          origin, direction, length: fan.length, module: fan.module, threshold: contrast * Self.leastSwing)
      }
      let (count, irregularity) = scratch.regularPrefix(module: fan.module)
      var score = Self.score(count, irregularity)
      guard count >= least, score * Self.quietBonus > bestScore, irregularity < Self.mostIrregularity else { continue }
      let length = scratch.crossings[count - 1]
      let changes = scratch.changes(plane, origin + fan.outward, direction, length: length, module: fan.module)
      if Double(changes) <= Self.quietShare * Double(count) { score *= Self.quietBonus }
      guard score > bestScore else { continue }
      bestScore = score
      bestIndex = index
      best = Ray(
        origin: origin, direction: direction, crossings: Array(scratch.crossings.prefix(count)),
        irregularity: irregularity)
    }
    return best
  }

  /// More alternations are better only when they are regular: a ray askew through the data meets many, too.
  private static func score(_ count: Int, _ irregularity: Double) -> Double {
    Double(count) * (1 - 2 * irregularity)
  }

  /// What a side gains by a quiet zone beside it, in which edges are fewer than this share of its alternations.
  private static let quietBonus = 1.3
  private static let quietShare = 0.3

  /// Share of the finder's contrast that alternating modules keep when they are blurred.
  private static let leastSwing: Float = 0.2
  /// Coarse rays are so many times farther apart than fine ones, and shorter.
  private static let coarseness = 1.7
  private static let coarseLength = 1.35
  /// Coarse rays to each side at the most: large symbols are not seen in steep perspective.
  private static let mostRays = 32.0
}

/// Alternations along a ray.
private final class RayScratch {
  let field: InkField
  /// Distance of samples, in pixels.
  var step = 1.0
  var crossings: [Double] = []
  private let values: UnsafeMutablePointer<Float>
  private let extremes: UnsafeMutablePointer<Int32>
  /// Work done so far, in samples of the threshold picture.
  var work = 0

  /// Modules after which the first one of a side must have ended, with some room: see `regularPrefix`.
  private static let firstReach = 2.5

  /// Samples of the longest ray.
  private static let mostSamples = 1024

  init(field: InkField) {
    self.field = field
    crossings.reserveCapacity(160)
    values = .allocate(capacity: Self.mostSamples)
    values.initialize(repeating: 0, count: Self.mostSamples)
    extremes = .allocate(capacity: TimingSweep.mostModules + 2)
  }

  deinit {
    values.deallocate()
    extremes.deallocate()
  }

  /// Collects the places where ink swings by more than the threshold; stops where it has not for long.
  func trace(_ origin: Point, _ direction: Point, length: Double, module: Double, threshold: Float) {
    crossings.removeAll(keepingCapacity: true)
    let (values, extremes, field, step) = (values, extremes, field, step)
    let count = min(Int(length / step), Self.mostSamples)
    // Without a swing over this many samples the side is over.
    let patience = 2 * Int(3.2 * module / step) + 4
    let firstPatience = Int(Self.firstReach * module / step) + 1
    var seeksFall = true
    var extreme: Float = -.infinity
    var extremeAt = 0
    var used = 0
    var found = 0
    var lastExtreme = 0
    for index in 0..<count {
      let value = field.at(origin + direction * ((Double(index) + 0.5) * step))
      values[index] = value
      used = index
      if seeksFall ? value >= extreme : value <= extreme {
        extreme = value
        extremeAt = index
      } else if abs(value - extreme) > threshold {
        extremes[found] = Int32(truncatingIfNeeded: extremeAt)
        found &+= 1
        lastExtreme = extremeAt
        if found >= TimingSweep.mostModules { break }
        seeksFall.toggle()
        extreme = value
        extremeAt = index
      }
      if index &- lastExtreme > (found == 0 ? firstPatience : patience) { break }
    }
    work += Self.greyCost * used
    guard found > 0 else { return }
    extremes[found] = Int32(truncatingIfNeeded: max(extremeAt, min(used, lastExtreme + 1)))
    for k in 1...found { crossings.append(crossing(Int(extremes[k - 1]), Int(extremes[k]))) }
  }

  /// A sample of interpolated grey costs as much as so many of the threshold picture.
  private static let greyCost = 4

  /// Collects the places where the threshold picture changes.
  func trace(_ plane: BinaryPlane, _ origin: Point, _ direction: Point, length: Double, module: Double) {
    crossings.removeAll(keepingCapacity: true)
    let stride = min(max(module / 4, 0.7), 1.5)
    let count = min(Int(length / stride), Self.mostSamples)
    let patience = Int(6.4 * module / stride) + 4
    let firstPatience = Int(Self.firstReach * module / stride) + 1
    let ink: UInt8 = field.isInverted ? 0 : 1
    let ground = 1 - ink
    var x = origin.x + direction.x * stride / 2
    var y = origin.y + direction.y * stride / 2
    let (dx, dy) = (direction.x * stride, direction.y * stride)
    let (right, bottom) = (Double(plane.width), Double(plane.height))
    var last = ink
    var lastIndex = 0
    defer { work += lastIndex + patience }
    for index in 0..<count {
      let value =
        x >= 0 && y >= 0 && x < right && y < bottom ? plane.base[Int(y) &* plane.stride &+ Int(x)] : ground
      if value != last {
        crossings.append(Double(index) * stride)
        last = value
        lastIndex = index
        if crossings.count >= TimingSweep.mostModules { break }
      } else if index - lastIndex > (lastIndex == 0 ? firstPatience : patience) {
        break
      }
      x += dx
      y += dy
    }
  }

  /// Edges of the threshold picture along a ray.
  func changes(_ plane: BinaryPlane, _ origin: Point, _ direction: Point, length: Double, module: Double) -> Int {
    let stride = max(module / 2, 0.8)
    let count = min(Int(length / stride), Self.mostSamples)
    var last: UInt8?
    var changes = 0
    for index in 0..<count {
      guard let value = plane.value(at: origin + direction * (Double(index) * stride)) else { continue }
      if let last, last != value { changes += 1 }
      last = value
    }
    return changes
  }

  /// Where the middle between the values at two samples is passed.
  private func crossing(_ a: Int, _ b: Int) -> Double {
    let middle = (values[a] + values[b]) / 2
    let isFall = values[a] > values[b]
    var index = a
    while index + 1 < b, isFall ? values[index + 1] > middle : values[index + 1] < middle { index += 1 }
    let (v, w) = (values[index], values[min(index + 1, Self.mostSamples - 1)])
    let share = v == w ? 0.5 : Double((v - middle) / (v - w))
    return (Double(index) + 0.5 + min(max(share, 0), 1)) * step
  }

  /// How many crossings from the start lie as regularly as those of modules seen in perspective, and how irregular
  /// those are: the mean deviation of neighbouring periods relative to the period.
  func regularPrefix(module: Double) -> (count: Int, irregularity: Double) {
    guard let first = crossings.first, first > 0.35 * module, first < 2.2 * module else { return (0, 0) }
    var deviation = 0.0
    var count = 1
    var period = 2 * module
    while count < crossings.count {
      let width = crossings[count] - crossings[count - 1]
      guard width > 0.12 * period, width < 0.95 * period else { break }
      if count >= 2 {
        let pair = crossings[count] - crossings[count - 2]
        let ratio = pair / period
        guard ratio > 0.65, ratio < 1.5 else { break }
        // Modules of one colour are alike from one to the next, though ink may be wider than ground.
        let before = crossings[count - 1] - crossings[count - 2]
        let twoBefore = count >= 3 ? crossings[count - 2] - crossings[count - 3] : width
        deviation += (abs(ratio - 1) + abs(width - twoBefore) / period + 0.25 * abs(width - before) / period) / 2
        period = count == 2 ? pair : 0.6 * period + 0.4 * pair
      }
      count += 1
    }
    return (count, deviation / Double(max(count - 2, 1)))
  }
}
