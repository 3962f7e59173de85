import BarcodeCore

/// Finds halves of bars that something other than bars has touched: blots and scratches put ink where the other halves of
/// the row have none, missing ink takes it away in part.
///
/// Halves are compared with the others of the row that are alike: what print, blur and perspective do to all of them is
/// no damage.
struct HalfDamage {
  /// For each bar how sure its state is left: 1 where nothing touched it, 0 where it may be anything.
  private(set) var soundness: [Double]

  /// Parts of the rise from the inner line to the outer one that are looked at: blots are smaller than bars.
  private static let parts = [0.15...0.4, 0.4...0.65, 0.65...0.9, 0.9...1.1]
  /// What lies beyond the outer line, and the part of the bar inside of the inner line.
  private static let beyond = 1.3...1.6
  private static let root = -0.45...(-0.15)
  /// Differences from the usual ink, in deviations, up to which a half is sound and from which it may be anything.
  private static let sound = 5.0
  private static let unknown = 10.0
  /// Difference from which something has touched a half, whether or not its state is in doubt: a short bar beside a blot
  /// is short.
  private static let touching = 6.0
  /// Deviation at the least; the one that is taken where few halves are alike; and how many are enough.
  private static let leastDeviation = 0.08
  private static let coarseDeviation = 0.15
  private static let leastAlike = 5

  /// Whether each half was touched, whether or not that leaves doubt.
  var isTouched: [Bool] { touch.map { $0 > HalfDamage.touching } }

  private let profiles: BarProfiles
  private let isLong: [Bool]
  private let bars: ClosedRange<Int>
  private var excess: [Double]
  private var touch: [Double]

  /// - Parameters:
  ///   - isLong: Whether each bar seems long.
  ///   - zone: Distances from the middle line of a part of the rise, in pixels, at a bar.
  init(
    _ profiles: BarProfiles, _ isLong: [Bool], bars: ClosedRange<Int>,
    zone: (Int, ClosedRange<Double>) -> (low: Double, high: Double)
  ) {
    self.profiles = profiles
    self.isLong = isLong
    self.bars = bars
    excess = [Double](repeating: 0, count: bars.count)
    touch = excess
    soundness = []
    for (index, part) in HalfDamage.parts.enumerated() {
      let zones = bars.map { zone($0, part) }
      let inks = inks(zones)
      let kinds = isLong.map { $0 ? 1 : 0 }
      // A long bar may have lost ink, but not where it starts: there something else was taken for it.
      if index < HalfDamage.parts.count - 1 {
        note(differences(inks, kinds, sign: -1).filter { isLong[$0.place] }, inDoubt: index == 0)
      }
      note(differences(inks, kinds, sign: 1).filter { !isLong[$0.place] }, inDoubt: true)
      compareFlanks(zones)
    }
    let alike = isLong.map { _ in 0 }
    // Where there is ink beyond a long bar, a blot may have been taken for it.
    for found in differences(inks(bars.map { zone($0, HalfDamage.beyond) }), alike, sign: 1) {
      note([found], inDoubt: isLong[found.place])
    }
    // Where a short bar lacks ink, more of it may be missing.
    for found in differences(inks(bars.map { zone($0, HalfDamage.root) }), alike, sign: -1) {
      note([found], inDoubt: !isLong[found.place])
    }
    soundness = excess.map {
      max(0, min(1, (HalfDamage.unknown - $0) / (HalfDamage.unknown - HalfDamage.sound)))
    }
  }

  private func inks(_ zones: [(low: Double, high: Double)]) -> [Double] {
    zip(bars, zones).map { profiles.ink(bar: $0 - profiles.first, from: $1.low, to: $1.high) }
  }

  /// Remembers that bars were touched, and whether that leaves their state in doubt.
  private mutating func note(_ differences: [(place: Int, difference: Double)], inDoubt: Bool) {
    for (bar, difference) in differences {
      touch[bar] = max(touch[bar], difference)
      if inDoubt { excess[bar] = max(excess[bar], difference) }
    }
  }

  /// Bars beside whose edges there is more ink than print and blur leave there: what seems long may be a blot.
  private mutating func compareFlanks(_ zones: [(low: Double, high: Double)]) {
    for side in [-1, 1] {
      let inks = zip(bars, zones).map {
        profiles.ink(beside: $0 - profiles.first, side: side, from: $1.low, to: $1.high)
      }
      let kinds = isLong.indices.map { index in
        let next = index + side
        return (isLong[index] ? 2 : 0) + (isLong.indices.contains(next) && isLong[next] ? 1 : 0)
      }
      for found in differences(inks, kinds, sign: 1) { note([found], inDoubt: isLong[found.place]) }
    }
  }

  /// The standard deviation of normal errors, compared with their median.
  private static let normal = 1.48

  /// Places whose ink differs more than a sound one's does, with the difference in deviations.
  private func differences(_ inks: [Double], _ kinds: [Int], sign: Double) -> [(place: Int, difference: Double)] {
    var found: [(place: Int, difference: Double)] = []
    for kind in 0...3 {
      let places = inks.indices.filter { kinds[$0] == kind }
      guard !places.isEmpty else { continue }
      let sorted = places.map { inks[$0] }.sorted()
      let median = sorted[sorted.count / 2]
      let distances = sorted.map { abs($0 - median) }.sorted()
      let deviation =
        places.count < HalfDamage.leastAlike
        ? HalfDamage.coarseDeviation
        : max(HalfDamage.leastDeviation, HalfDamage.normal * distances[distances.count / 2])
      for place in places {
        let difference = sign * (inks[place] - median) / deviation
        if difference > HalfDamage.sound { found.append((place, difference)) }
      }
    }
    return found
  }
}
