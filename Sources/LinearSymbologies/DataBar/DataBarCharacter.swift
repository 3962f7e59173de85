/// A symbol character of GS1 DataBar: eight elements between an end and a finder pattern, or fourteen in DataBar
/// Limited, read by the distances of similar edges, which do not change when bars grow or shrink in print.
struct DataBarCharacter {
  /// Element widths in modules, from the first element on.
  var widths: [Int]
  var value: Int
  /// Squared deviation of the edges from where they should be, in square modules.
  var cost: Float

  /// How the elements of a character share its modules.
  struct Group: Sendable {
    /// Values below this group's.
    let base: Int
    /// Modules of the first, third, fifth … element together, and the most that one of them has.
    let oddModules: Int
    let oddWidest: Int
    let evenWidest: Int
    /// What the value of one half is multiplied with: of the odd elements, or of the even ones in inside characters.
    let factor: Int
  }

  /// The kinds of characters.
  struct Kind: Sendable {
    let modules: Int
    let elements: Int
    /// The odd elements always have one of a single module; otherwise the even ones do.
    let isOddNarrow: Bool
    /// The value of the even elements is the higher part.
    let isEvenHigh: Bool
    let groups: [Group]

    private init(
      modules: Int, elements: Int = 8, isOddNarrow: Bool, isEvenHigh: Bool = false, groups: [(Int, Int, Int, Int, Int)]
    ) {
      self.modules = modules
      self.elements = elements
      self.isOddNarrow = isOddNarrow
      self.isEvenHigh = isEvenHigh
      self.groups = groups.map { Group(base: $0, oddModules: $1, oddWidest: $2, evenWidest: $3, factor: $4) }
    }

    /// Beside the ends of DataBar Omnidirectional.
    static let outside = Kind(
      modules: 16, isOddNarrow: false,
      groups: [(0, 12, 8, 1, 1), (161, 10, 6, 3, 10), (961, 8, 4, 5, 34), (2015, 6, 3, 6, 70), (2715, 4, 1, 8, 126)])

    /// In the middle of DataBar Omnidirectional.
    static let inside = Kind(
      modules: 15, isOddNarrow: true, isEvenHigh: true,
      groups: [(0, 5, 2, 7, 4), (336, 7, 4, 5, 20), (1036, 9, 6, 3, 48), (1516, 11, 8, 1, 81)])

    /// In DataBar Expanded.
    static let expanded = Kind(
      modules: 17, isOddNarrow: true,
      groups: [(0, 12, 7, 2, 4), (348, 10, 5, 4, 20), (1388, 8, 4, 5, 52), (2948, 6, 3, 6, 104), (3988, 4, 1, 8, 204)])

    /// In DataBar Limited.
    static let limited = Kind(
      modules: 26, elements: 14, isOddNarrow: false,
      groups: [
        (0, 17, 6, 3, 28), (183_064, 13, 5, 4, 728), (820_064, 9, 3, 6, 6454), (1_000_776, 15, 5, 4, 203),
        (1_491_021, 11, 4, 5, 2408), (1_979_845, 19, 8, 1, 1), (1_996_939, 7, 1, 8, 16_632),
      ])
  }

  /// Largest deviation of a distance from whole modules, in modules: half a module is as near to the next number, a
  /// little more is allowed where the sum of all tells that one was rounded the wrong way.
  private static let mostDeviation: Float = 0.62
  /// How much wider than it should be the first element may be, in modules: what print growth and blur do.
  private static let mostGrowth: Float = 0.95

  /// Reads a character.
  ///
  /// - Parameters:
  ///   - x: Edge positions.
  ///   - at: Index of the first edge, farthest from the finder pattern.
  ///   - step: 1 to read with ascending positions, -1 against them.
  ///   - growth: Share by which a module is wider than the one before it on the line: perspective.
  init?(_ kind: Kind, _ x: UnsafePointer<Float>, at: Int, step: Int, growth: Float = 0) {
    let n = kind.elements
    let sign = Float(step)
    let total = (x[at + n * step] - x[at]) * sign
    guard total > 0,
      let read = Self.widths(
        kind, x, at: at, step: step, scale: Float(kind.modules) / total, growth: growth * sign)
    else { return nil }
    let own = read.widths
    let first = (x[at + step] - x[at]) * sign * Float(kind.modules) / total
    guard abs(first - Float(own[0])) < Self.mostGrowth else { return nil }
    self.init(kind, widths: own, cost: read.cost)
  }

  /// The character of known widths, in modules; nil when it is none.
  init?(_ kind: Kind, widths own: [Int], cost: Float) {
    guard own.count == kind.elements, own.reduce(0, +) == kind.modules else { return nil }
    var odd: [Int] = []
    var even: [Int] = []
    for (i, width) in own.enumerated() { if i & 1 == 0 { odd.append(width) } else { even.append(width) } }
    let oddModules = odd.reduce(0, +)
    guard let group = kind.groups.first(where: { $0.oddModules == oddModules }),
      odd.allSatisfy({ $0 <= group.oddWidest }), even.allSatisfy({ $0 <= group.evenWidest }),
      (kind.isOddNarrow ? odd : even).contains(1)
    else { return nil }
    let oddValue = DataBarWidths.value(odd, widest: group.oddWidest, hasNarrow: kind.isOddNarrow)
    let evenValue = DataBarWidths.value(even, widest: group.evenWidest, hasNarrow: !kind.isOddNarrow)
    widths = own
    value =
      kind.isEvenHigh
      ? evenValue * group.factor + oddValue + group.base : oddValue * group.factor + evenValue + group.base
    self.cost = cost
  }

  /// Whole widths from the distances of similar edges.
  private static func widths(
    _ kind: Kind, _ x: UnsafePointer<Float>, at: Int, step: Int, scale: Float, growth: Float
  ) -> (widths: [Int], cost: Float)? {
    let n = kind.elements
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 16) { sums in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { rests in
        var total = 0
        var cost: Float = 0
        let middle = Float(kind.modules) / 2
        for i in 0..<(n - 1) {
          let begin = (x[at + i * step] - x[at]) * Float(step) * scale
          let plain = (x[at + (i + 2) * step] - x[at + i * step]) * Float(step) * scale
          let distance = plain * (1 - growth * (begin + plain / 2 - middle))
          // Distances beyond this are those of two of the widest elements.
          guard distance > 1.3, distance < 11 else { return nil }
          let whole = distance.rounded()
          sums[i] = Int(whole)
          rests[i] = distance - whole
          cost += rests[i] * rests[i]
          if i & 1 == 0 { total += sums[i] }
        }
        // Every second distance together is the whole character.
        if total != kind.modules {
          let sign = total > kind.modules ? -1 : 1
          guard abs(total - kind.modules) == 1 else { return nil }
          var worst = 0
          for i in stride(from: 0, to: n - 1, by: 2) where rests[i] * Float(sign) > rests[worst] * Float(sign) {
            worst = i
          }
          let deviation = 1 - abs(rests[worst])
          guard rests[worst] * Float(sign) > 0, deviation < mostDeviation else { return nil }
          sums[worst] += sign
          cost += deviation * deviation - rests[worst] * rests[worst]
        }
        // All widths follow from one; the half that always has a single module tells it.
        var own = [Int](repeating: 0, count: n)
        for i in 1..<n { own[i] = sums[i - 1] - own[i - 1] }
        var least = Int.max
        for i in 0..<n where (i & 1 == 0) == kind.isOddNarrow { least = min(least, own[i]) }
        let shift = kind.isOddNarrow ? 1 - least : least - 1
        for i in 0..<n { own[i] += i & 1 == 0 ? shift : -shift }
        guard own.allSatisfy({ $0 >= 1 }) else { return nil }
        // A distance is made of two edges.
        return (own, cost / 2)
      }
    }
  }

  /// The sum of the widths, each weighted with the next power of 3, the first with `first`, modulo `modulus`.
  static func weightedSum(_ widths: [Int], first: Int, modulus: Int) -> Int {
    var weight = first
    var sum = 0
    for width in widths {
      sum += width * weight
      weight = weight * 3 % modulus
    }
    return sum % modulus
  }
}
