import BarcodeCore

/// What rays from the middle of a place meet: each is followed once, when it is first asked for, for all that look for
/// rings there.
final class RingSurvey {
  let luma: LumaView
  let hit: BullseyeHit
  private let rays: RingRays?
  private var followed: [RingRays.Ray] = []

  init(_ luma: LumaView, _ hit: BullseyeHit) {
    (self.luma, self.hit) = (luma, hit)
    rays = RingRays(luma, hit)
  }

  private static let count = 56
  /// Rays of a first look: they go round the middle once, all of them seven times.
  private static let firstRays = count / 7
  /// Directions of the rays, in the order in which they are followed.
  private static let directions = (0..<count).map { ray -> Point in
    let angle = 2 * Double.pi * Double(ray * 7 + ray * 7 / count) / Double(count)
    return Point(BarcodeMath.cos(angle), BarcodeMath.sin(angle))
  }

  /// Share of the rays that meet the rings of a symbol, and how many fewer they may be on the way.
  private static let goodShare = 0.75
  private static let slack = 2.0

  private static func isPromising(_ good: Int, of count: Int) -> Bool {
    Double(good) + slack >= goodShare * Double(count)
  }

  private func ray(_ k: Int, _ rays: RingRays) -> RingRays.Ray {
    while followed.count <= k { followed.append(rays.follow(Self.directions[followed.count])) }
    return followed[k]
  }

  /// How far borders lie from where rings have them: distances in opposite directions are equal, however a symbol is
  /// turned and tilted. The sum, in rings, of what the first rays show, each pair by its worst inner border; damage may
  /// spoil one pair.
  private(set) lazy var asymmetry: Double = {
    guard let rays else { return .infinity }
    let half = Self.firstRays / 2
    let pairs = (0..<half).map { k -> Double in
      let (ray, opposite) = (ray(k, rays), ray(k + half, rays))
      let count = min(Self.innerBorders, ray.crossingCount, opposite.crossingCount)
      guard count >= Self.fewestBorders else { return Self.unlike }
      let (step, back) = (rings(ray.step), rings(opposite.step))
      return (0..<count).reduce(0) { max($0, abs(ray.crossings[$1] * step - opposite.crossings[$1] * back)) }
    }
    return pairs.sorted().dropLast().reduce(0, +)
  }()

  /// Borders of a pair that are compared: those that every bullseye has, and where the middle faded.
  private static let innerBorders = 4
  private static let fewestBorders = 3
  /// What a pair without enough borders counts, in rings.
  private static let unlike = 9.0

  /// A distance in widths of the rings in its direction.
  private func rings(_ d: Point) -> Double { Point(d.x / hit.across, d.y / hit.down).length }

  /// Whether the first rays meet rings with so many borders.
  func mayBeRings(borders: Int) -> Bool {
    guard let rays else { return false }
    var good = 0
    for k in 0..<Self.firstRays {
      if ray(k, rays).meetsRings(borders) { good += 1 }
      if !Self.isPromising(good + Self.firstRays - 1 - k, of: Self.firstRays) { return false }
    }
    return true
  }

  /// Calls `body` with the rays that meet so many borders. False, perhaps before all were followed, where they are
  /// too few.
  func forEachRay(meeting borders: Int, _ body: (RingRays.Ray) -> Void) -> Bool {
    guard let rays else { return false }
    var good = 0
    for k in 0..<Self.count {
      if k % Self.firstRays == 0, !Self.isPromising(good, of: k) { return false }
      let ray = ray(k, rays)
      guard ray.meetsRings(borders) else { continue }
      good += 1
      body(ray)
    }
    return Double(good) >= Self.goodShare * Double(Self.count)
  }
}
