import BarcodeCore

extension GuardSearch {
  /// Share by which eight elements of an inclined line may differ from the width of a character.
  private static let looseWidth: Float = 0.35

  /// Finds row address patterns of MicroPDF417 at the ends of symbols: on the outside a light margin, on the inside a
  /// symbol character of the same module width.
  ///
  /// - Parameter isStrict: The character must be one. Otherwise its eight elements need only be about as wide: a line
  ///   that is inclined against the rows leaves them within a character.
  func findAddresses(
    _ e: UnsafePointer<Float>, count: Int, v: Double, isStrict: Bool,
    into found: inout [(GuardKey, Double, GuardHit)]
  ) {
    guard count > 14 else { return }
    for isReversed in [false, true] {
      for i in 0..<(count - 14) {
        if let hit = leftAddress(
          e, at: isReversed ? count - 1 - i : i, count: count, isReversed: isReversed, isStrict: isStrict, v: v)
        {
          found.append(hit)
        }
        if let hit = rightAddress(
          e, at: isReversed ? count - 1 - i : i, count: count, isReversed: isReversed, isStrict: isStrict, v: v)
        {
          found.append(hit)
        }
      }
    }
  }

  /// Reads elements in the symbol's direction: distance from edge `at` to the edge `n` further on.
  @inline(__always)
  private func span(_ e: UnsafePointer<Float>, _ at: Int, _ n: Int, _ isReversed: Bool) -> Float {
    isReversed ? e[at] - e[at &- n] : e[at &+ n] - e[at]
  }

  private func leftAddress(
    _ e: UnsafePointer<Float>, at: Int, count: Int, isReversed: Bool, isStrict: Bool, v: Double
  ) -> (GuardKey, Double, GuardHit)? {
    let rap = span(e, at, 6, isReversed)
    let character = span(e, isReversed ? at - 6 : at + 6, 8, isReversed)
    // 10 modules beside 17.
    guard abs(rap * 1.7 - character) < (isStrict ? 0.1 : GuardSearch.looseWidth) * character else { return nil }
    let module = rap / 10
    guard module >= GuardSearch.leastModule else { return nil }
    let margin: Float =
      isReversed ? (at + 1 < count ? e[at + 1] - e[at] : .infinity) : (at > 0 ? e[at] - e[at - 1] : .infinity)
    guard margin > 0.7 * module else { return nil }
    guard let bar = bars(at: at, isReversed: isReversed) else { return nil }
    guard let address = address(e, at, isReversed, module: isStrict ? (rap + character) / 27 : module),
      !isStrict || isCharacter(e, isReversed ? at - 6 : at + 6, isReversed)
    else { return nil }
    let inner = isReversed ? e[at - 6] : e[at + 6]
    let share = RowAddressPatterns.firstPair[address] / Float(RowAddressPatterns.modules)
    let bend = GuardHit.bend(outer: e[at], between: isReversed ? e[at - 2] : e[at + 2], inner: inner, share: share)
    return (
      GuardKey(side: .left, isMicro: true, isReversed: isReversed, isInverted: !bar), 10,
      GuardHit(v: v, outer: Double(e[at]), inner: Double(inner), address: address, bend: bend)
    )
  }

  /// A character that begins at edge `at`, a right address pattern, a bar of one module and the margin.
  private func rightAddress(
    _ e: UnsafePointer<Float>, at: Int, count: Int, isReversed: Bool, isStrict: Bool, v: Double
  ) -> (GuardKey, Double, GuardHit)? {
    guard isReversed ? at >= 15 : at + 15 < count else { return nil }
    let character = span(e, at, 8, isReversed)
    let first = isReversed ? at - 8 : at + 8
    let rap = span(e, first, 6, isReversed)
    guard abs(rap * 1.7 - character) < (isStrict ? 0.1 : GuardSearch.looseWidth) * character else { return nil }
    let module = rap / 10
    guard module >= GuardSearch.leastModule else { return nil }
    let bar = span(e, isReversed ? first - 6 : first + 6, 1, isReversed)
    guard bar > 0.4 * module, bar < 1.8 * module else { return nil }
    let end = isReversed ? first - 7 : first + 7
    let margin: Float =
      isReversed ? (end > 0 ? e[end] - e[end - 1] : .infinity) : (end + 1 < count ? e[end + 1] - e[end] : .infinity)
    guard margin > 0.7 * module else { return nil }
    guard let isBar = bars(at: at, isReversed: isReversed) else { return nil }
    guard let address = address(e, first, isReversed, module: isStrict ? (rap + character) / 27 : module),
      !isStrict || isCharacter(e, at, isReversed)
    else { return nil }
    let share = 1 - RowAddressPatterns.firstPair[address] / Float(RowAddressPatterns.modules)
    let bend = GuardHit.bend(
      outer: isReversed ? e[first - 6] : e[first + 6], between: isReversed ? e[first - 2] : e[first + 2],
      inner: e[first], share: share)
    return (
      GuardKey(side: .right, isMicro: true, isReversed: isReversed, isInverted: !isBar), 11,
      GuardHit(v: v, outer: Double(e[end]), inner: Double(e[first]), address: address, bend: bend)
    )
  }

  /// Whether a bar begins at the edge in the symbol's direction: true for dark bars, false for light ones, nil when
  /// light bars are not wanted.
  private func bars(at: Int, isReversed: Bool) -> Bool? {
    let dark = isReversed ? !line.isDark(after: at) : line.isDark(after: at)
    return dark || findsInverted ? dark : nil
  }

  /// Place in the cycle of the six elements from edge `at` on.
  private func address(_ e: UnsafePointer<Float>, _ at: Int, _ isReversed: Bool, module: Float) -> Int? {
    guard module > 0 else { return nil }
    // Similar edges are two elements apart; the first width settles the rest.
    let scale = 1 / module
    var sums = SIMD8<Int32>.zero
    for i in 0..<5 {
      let distance = span(e, isReversed ? at &- i : at &+ i, 2, isReversed) * scale
      guard distance > 1.4, distance < 6.6 else { return nil }
      sums[i] = Int32(distance + 0.5)
    }
    let first = span(e, at, 1, isReversed) * scale
    guard first < 6.6 else { return nil }
    let guess = Int32(first + 0.5)
    for shift: Int32 in [0, first > Float(guess) ? 1 : -1] {
      var width = guess &+ shift
      guard width > 0 else { continue }
      var bits: UInt32 = 0
      var modules: Int32 = 0
      for i in 0..<6 {
        guard width > 0, modules &+ width <= Int32(RowAddressPatterns.modules) else {
          modules = 0
          break
        }
        let ones: UInt32 = i & 1 == 0 ? (1 << UInt32(width)) &- 1 : 0
        bits = bits << UInt32(width) | ones
        modules = modules &+ width
        width = sums[i] &- width
      }
      guard modules == Int32(RowAddressPatterns.modules) else { continue }
      let index = RowAddressPatterns.sideIndex[Int(bits)]
      if index >= 0 { return Int(index) }
    }
    return nil
  }

  private func isCharacter(_ e: UnsafePointer<Float>, _ at: Int, _ isReversed: Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 9) { edges in
      for i in 0..<9 { edges[i] = isReversed ? -e[at - i] : e[at + i] }
      guard let base = edges.baseAddress else { return false }
      var residual: Float = 0
      return SymbolCharacters.read(base, residual: &residual) != nil && residual < 0.42
    }
  }
}
