import BarcodeCore

/// GS1 DataBar Limited: two characters of 26 modules around a check character of 18, fourteen elements each.
struct DataBarLimited {
  let readsInverted: Bool

  private static let elements = 14
  /// Modules without the space that the symbol begins with.
  static let modules: Float = 73
  /// Values of the right character.
  private static let rightValues = 2_013_571
  /// Values from here on carry the flag that a composite component belongs to the symbol.
  private static let linkage = 2_015_133_531_096
  private static let mostValues = 4_000_000_000_000

  /// Ratio of the modules of both data characters: perspective.
  private static let change: ClosedRange<Float> = 0.5...2
  /// Share by which the square of the check character's width may differ from the product of its neighbours'.
  private static let tolerance: Float = 0.25
  /// Modules from the middle of one data character to that of the other.
  private static let distance: Float = 44

  /// Cost of a data character from which on it is none: it has nearly twice the edges of other characters.
  private static let mostCost: Float = 0.9
  /// The same for the check character, most of whose elements have a single module.
  private static let mostCheckCost: Float = 0.45

  /// Reads every symbol of a line, in both directions.
  func match(_ s: EdgeSequence, emit: (LineHit) -> Void) {
    let n = Self.elements
    guard s.count > 3 * n else { return }
    let x = s.positions
    for i in 0..<(s.count - 3 * n) {
      let left = x[i + n] - x[i]
      let middle = x[i + 2 * n] - x[i + n]
      let right = x[i + 3 * n] - x[i + 2 * n]
      let product = left * right * (18 * 18)
      guard abs(middle * middle * (26 * 26) - product) < Self.tolerance * product, Self.change.contains(right / left),
        hasGuards(s, i)
      else { continue }
      for isInverted in readsInverted ? [false, true] : [false] {
        // The first element is a space.
        let isForward = s.isDark(i) == isInverted
        guard let hit = read(x, at: i, isForward: isForward, isInverted: isInverted) else { continue }
        emit(hit)
        break
      }
    }
  }

  /// Both ends have a narrow bar.
  private func hasGuards(_ s: EdgeSequence, _ i: Int) -> Bool {
    let x = s.positions
    let end = i + 3 * Self.elements
    guard i > 0, end + 1 < s.count else { return false }
    let left = (x[i + Self.elements] - x[i]) / 26
    let right = (x[end] - x[end - Self.elements]) / 26
    return x[i] - x[i - 1] < 2.4 * left && x[end + 1] - x[end] < 2.4 * right
  }

  private func read(_ x: UnsafePointer<Float>, at i: Int, isForward: Bool, isInverted: Bool) -> LineHit? {
    let n = Self.elements
    let step = isForward ? 1 : -1
    let start = isForward ? i : i + 3 * n
    let growth = DataBarFragmentFinder.growth(x[i + n] - x[i], x[i + 3 * n] - x[i + 2 * n], modules: Self.distance)
    guard let check = checkCharacter(x, at: start + n * step, step: step, growth: growth),
      let left = DataBarCharacter(.limited, x, at: start, step: step, growth: growth), left.cost < Self.mostCost,
      let right = DataBarCharacter(.limited, x, at: start + 2 * n * step, step: step, growth: growth),
      right.cost < Self.mostCost
    else { return nil }
    guard let value = Self.value(left, check: check.value, right) else { return nil }
    let module = (x[i + 3 * n] - x[i]) / 70
    return LineHit(
      symbology: .dataBarLimited, codes: DataBarOmni.codes(value), first: x[i] - module * (isForward ? 1 : 2),
      last: x[i + 3 * n] + module * (isForward ? 2 : 1), isReversed: !isForward, isInverted: isInverted,
      modules: Self.modules, cost: (left.cost + right.cost + check.cost) / 5, quietBefore: .infinity,
      quietAfter: .infinity)
  }

  /// The symbol's value; nil when the check does not fit.
  static func value(_ left: DataBarCharacter, check: Int, _ right: DataBarCharacter) -> Int? {
    // The right character's weights go on where those of the left one end.
    let sum =
      DataBarCharacter.weightedSum(left.widths, first: 1, modulus: 89)
      + DataBarCharacter.weightedSum(right.widths, first: 20, modulus: 89)
    guard sum % 89 == check else { return nil }
    let value = left.value * rightValues + right.value
    return value < mostValues ? value : nil
  }

  /// Widths of the elements of all check characters, in modules.
  static let checkPatterns: [[Int]] = checkCharacters.map { packed in
    (0..<elements).map { Int(packed >> UInt32(2 * (elements - 1 - $0)) & 3) }
  }

  /// The value that the check character stands for.
  private func checkCharacter(
    _ x: UnsafePointer<Float>, at: Int, step: Int, growth: Float
  ) -> (value: Int, cost: Float)? {
    let n = Self.elements
    let sign = Float(step)
    let scale = 18 / ((x[at + n * step] - x[at]) * sign)
    // The last two elements have one module each; distances of similar edges tell the others.
    var width = 1
    var packed: UInt32 = 0
    var cost: Float = 0
    for k in stride(from: n - 2, through: 0, by: -1) {
      let begin = (x[at + k * step] - x[at]) * sign * scale
      let plain = (x[at + (k + 2) * step] - x[at + k * step]) * sign * scale
      // The middle has nine modules on either side.
      let distance = plain * (1 - growth * sign * (begin + plain / 2 - 9))
      let whole = distance.rounded()
      let deviation = abs(distance - whole)
      guard whole > 0, whole < 8 else { return nil }
      cost += deviation * deviation / 2
      guard cost < Self.mostCheckCost else { return nil }
      width = Int(whole) - width
      guard width >= 1, width <= 3 else { return nil }
      packed |= UInt32(width) << UInt32(2 * (n - 1 - k))
    }
    guard let value = Self.checkCharacters.firstIndex(of: packed | 1) else { return nil }
    return (value, cost)
  }

  static func interpret(_ codes: [UInt8]) -> LinearContent? {
    let value = DataBarOmni.value(codes)
    guard value < mostValues else { return nil }
    let isLinked = value >= linkage
    return DataBarOmni.content(.dataBarLimited, gtin: isLinked ? value - linkage : value, isLinked: isLinked)
  }
}
