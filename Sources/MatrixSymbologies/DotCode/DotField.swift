import BarcodeCore

/// Tells where dots stand on lattices: there, the steps from dots to their nearest neighbours are a few only.
struct DotField {
  private let index: DotLattice.DotIndex
  /// Pixels on a side of a block.
  private static let block = 64.0
  /// Dots of a block that are looked at.
  private static let mostSamples = 16
  /// Steps are sorted by direction and length.
  private static let directions = 12
  private static let lengths = 10
  /// Lengths of one class differ by this factor.
  private static let lengthFactor = 1.35
  /// Share of the steps that are alike, from which there may be a lattice: two of its steps are the shortest, so it is
  /// about a half, and a quarter of those between scattered dots. Few samples say less.
  private static let leastShare = (many: 0.35, few: 0.3)
  private static let manySamples = 48
  /// The same for three kinds of steps together: seen at 55 degrees of tilt a lattice has three that are equally short.
  private static let leastShareOfThree = 0.72
  /// Share of dots that have a neighbour opposite to the nearest one: a full lattice nearly always, scattered dots one
  /// of ten times, dots of a symbol five of nine times, less at its border.
  private static let opposite = (least: 0.14, leastOfFew: 0.08, most: 0.88)
  /// Share of dots that have all four neighbours, from which a lattice is full: screens of print and weaves. Of a
  /// symbol's dots it is one in six.
  private static let mostSurrounded = 0.5
  /// How near the opposite dot must be to its place, in distances of the neighbours, and in pixels.
  private static let tolerance = (share: 0.22, pixels: 0.5)

  init(_ index: DotLattice.DotIndex) { self.index = index }

  /// What was seen in a block.
  private struct Tally {
    var samples = 0
    var opposite = 0
    var surrounded = 0
    var steps = [UInt16](repeating: 0, count: DotField.directions * DotField.lengths)

    mutating func add(_ other: Tally) {
      samples += other.samples
      opposite += other.opposite
      surrounded += other.surrounded
      guard other.samples > 0 else { return }
      for i in steps.indices { steps[i] &+= other.steps[i] }
    }

    mutating func clear() {
      samples = 0
      opposite = 0
      surrounded = 0
      for i in steps.indices { steps[i] = 0 }
    }

    /// Steps of two neighbouring directions and lengths: the most of all, and those of the three kinds that have most.
    var alike: (one: Int, three: Int) {
      let n = DotField.directions
      var sums = [UInt16](repeating: 0, count: n)
      for a in 0..<n {
        let b = a + 1 == n ? 0 : a + 1
        for l in 0..<DotField.lengths - 1 {
          let sum = steps[l * n + a] &+ steps[l * n + b] &+ steps[(l + 1) * n + a] &+ steps[(l + 1) * n + b]
          sums[a] = max(sums[a], sum)
        }
      }
      let one = Int(sums.max() ?? 0)
      var three = 0
      for _ in 0..<3 {
        guard let most = sums.max(), let a = sums.firstIndex(of: most) else { break }
        three += Int(most)
        for b in [a, a + 1, a + n - 1] { sums[b % n] = 0 }
      }
      return (one, three)
    }
  }

  private static func bin(_ d: Point) -> Int {
    let angle = BarcodeMath.atan2(d.y, d.x) / Double.pi * Double(directions)
    let direction = (Int(angle + Double(2 * directions)) % directions)
    var length = d.length
    var l = 0
    while length > lengthFactor, l < lengths - 1 {
      length /= lengthFactor
      l += 1
    }
    return l * directions + direction
  }

  private static func isRegular(_ tally: Tally) -> Bool {
    guard tally.samples > 0, Double(tally.surrounded) <= mostSurrounded * Double(tally.samples) else { return false }
    let isMany = tally.samples >= manySamples
    let alike = tally.alike
    let count = Double(tally.samples)
    let facing = Double(tally.opposite) / count
    let isAlike =
      Double(alike.one) >= (isMany ? leastShare.many : leastShare.few) * count
      || Double(alike.three) >= leastShareOfThree * count
    return isAlike
      && facing >= (isMany ? opposite.least : opposite.leastOfFew) && facing <= opposite.most
  }

  /// The dots in blocks that have lattices, or touch such blocks.
  var regular: [Dot] {
    let dots = index.dots
    var maxX = 0.0
    var maxY = 0.0
    for dot in dots {
      maxX = max(maxX, dot.center.x)
      maxY = max(maxY, dot.center.y)
    }
    let columns = Int(maxX / Self.block) + 1
    let rows = Int(maxY / Self.block) + 1
    let blocks = dots.map { Int($0.center.y / Self.block) * columns + Int($0.center.x / Self.block) }
    var counts = [Int](repeating: 0, count: columns * rows)
    for block in blocks { counts[block] += 1 }
    var tallies = [Tally](repeating: Tally(), count: columns * rows)
    var seen = [Int](repeating: 0, count: columns * rows)
    for (i, block) in blocks.enumerated() {
      seen[block] += 1
      // Spread over the block.
      guard tallies[block].samples * counts[block] <= (seen[block] - 1) * Self.mostSamples,
        let j = index.nearestAlike(to: i, within: index.reach(of: i))
      else { continue }
      let d = dots[i].center - dots[j].center
      tallies[block].samples += 1
      tallies[block].steps[Self.bin(d)] += 1
      let radius = max(Self.tolerance.pixels, Self.tolerance.share * d.length)
      guard index.dot(at: dots[i].center + d, within: radius) != nil else { continue }
      tallies[block].opposite += 1
      let side = d.perpendicular
      if index.dot(at: dots[i].center + side, within: radius) != nil,
        index.dot(at: dots[i].center - side, within: radius) != nil
      {
        tallies[block].surrounded += 1
      }
    }
    var accepted = [Bool](repeating: false, count: columns * rows)
    var sum = Tally()
    for y in 0..<rows {
      for x in 0..<columns where counts[y * columns + x] > 0 {
        sum.clear()
        for v in max(0, y - 1)...min(rows - 1, y + 1) {
          for u in max(0, x - 1)...min(columns - 1, x + 1) { sum.add(tallies[v * columns + u]) }
        }
        accepted[y * columns + x] = Self.isRegular(sum)
      }
    }
    return dots.indices.filter { accepted[blocks[$0]] }.map { dots[$0] }
  }
}
