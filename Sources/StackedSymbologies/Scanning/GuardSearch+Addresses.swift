import BarcodeCore

extension GuardSearch {
  /// Share by which the widths of a row address pattern and the character beside it may differ from 10 to 17, and the
  /// same on lines that cross texture. Perspective makes one of them wider than the other; on inclined lines eight
  /// elements are but about a character.
  private static let looseWidth: Float = 0.35
  private static let narrowWidth: Float = 0.1
  /// A line with more edges than these crosses texture: the widest symbol has 48, and others may stand beside it.
  private static let busyLine = 120

  /// Finds row address patterns of MicroPDF417 at the ends of symbols: on the outside a light margin, on the inside a
  /// symbol character of about the same module width.
  ///
  /// - Parameter isStrict: The character must be one. Otherwise its eight elements need only be about as wide: a line
  ///   that is inclined against the rows leaves them within a character.
  func findAddresses(
    _ e: UnsafePointer<Float>, count: Int, v: Double, isStrict: Bool,
    into found: inout [(GuardKey, Double, GuardHit)]
  ) {
    guard count > 14 else { return }
    let tolerance = isStrict && count > GuardSearch.busyLine ? GuardSearch.narrowWidth : GuardSearch.looseWidth
    let least = GuardSearch.leastModule * Float(AddressWindow.modules)
    for i in 0..<(count &- 14) {
      let whole = e[i &+ 14] - e[i]
      guard whole >= least else { continue }
      let rapFirst = e[i &+ 6] - e[i]
      if abs(rapFirst * 2.7 - whole) < tolerance * (whole - rapFirst) {
        take(AddressWindow(side: .left, at: i, isReversed: false), e, count, v, isStrict, &found)
        take(AddressWindow(side: .right, at: i &+ 14, isReversed: true), e, count, v, isStrict, &found)
      }
      let rapLast = e[i &+ 14] - e[i &+ 8]
      if abs(rapLast * 2.7 - whole) < tolerance * (whole - rapLast) {
        take(AddressWindow(side: .right, at: i, isReversed: false), e, count, v, isStrict, &found)
        take(AddressWindow(side: .left, at: i &+ 14, isReversed: true), e, count, v, isStrict, &found)
      }
    }
  }

  private func take(
    _ window: AddressWindow, _ e: UnsafePointer<Float>, _ count: Int, _ v: Double, _ isStrict: Bool,
    _ found: inout [(GuardKey, Double, GuardHit)]
  ) {
    guard let isBar = isBar(window.at, isReversed: window.isReversed),
      let hit = window.hit(e, count: count, v: v, isStrict: isStrict)
    else { return }
    found.append(
      (
        GuardKey(side: window.side, isMicro: true, isReversed: window.isReversed, isInverted: !isBar),
        window.side == .left ? 10 : 11, hit
      ))
  }

  /// Whether a bar begins at the edge in the symbol's direction: true for dark bars, false for light ones, nil when
  /// light bars are not wanted.
  private func isBar(_ at: Int, isReversed: Bool) -> Bool? {
    let dark = isReversed != line.isDark(after: at)
    return dark || findsInverted ? dark : nil
  }

  /// The row address pattern of a column on a line next to one that crossed it, whatever stands beside it.
  ///
  /// - Parameters:
  ///   - last: Where the line is expected to cross the column.
  ///   - v: Position of the line.
  ///   - reach: How far from there it may be, in pixels.
  func address(after last: GuardHit, _ key: GuardKey, v: Double, _ grid: Grid, reach: Double) -> GuardHit? {
    let module = abs(last.inner - last.outer) / GuardColumn.modules(key)
    let start = min(last.inner, last.outer) - reach - GuardSearch.margin * module
    let length = max(last.inner, last.outer) + reach + GuardSearch.margin * module - start
    line.find(luma, from: grid.point(start, v), along: grid.axis, length: length)
    let expected = Float((key.side == .left ? last.outer : last.inner) - start)
    var best: GuardHit?
    var bestGap = Float(reach)
    for i in 0..<line.count where abs(line.edges[i] - expected) < bestGap {
      guard (key.isReversed != line.isDark(after: i)) != key.isInverted,
        let hit = AddressPattern.hit(line.edges, line.count, at: i, key: key, module: Float(module), v: v)
      else { continue }
      bestGap = abs(line.edges[i] - expected)
      best = hit
    }
    best?.outer += start
    best?.inner += start
    return best
  }

  /// Modules beside a row address pattern that show its outer elements as edges.
  private static let margin = 3.0
}

/// Fifteen edges that may be a row address pattern and a character, in the symbol's order.
private struct AddressWindow {
  let side: GuardKey.Side
  /// The first edge in the symbol's order.
  let at: Int
  let isReversed: Bool

  /// Modules of a row address pattern and a character.
  static let modules = RowAddressPatterns.modules + SymbolCharacters.modules

  /// Where the pattern stands, if it is one.
  func hit(_ e: UnsafePointer<Float>, count: Int, v: Double, isStrict: Bool) -> GuardHit? {
    let step = isReversed ? -1 : 1
    let rap = side == .left ? at : at &+ 8 &* step
    let inner = side == .left ? rap &+ 6 &* step : rap
    // Behind the right pattern there is a bar more.
    let outer = side == .left ? rap : rap &+ 7 &* step
    let module = abs(e[at &+ 14 &* step] - e[at]) / Float(AddressWindow.modules)
    guard outer >= 0, outer < count else { return nil }
    let outward = side == .left ? outer &- step : outer &+ step
    let margin = outward >= 0 && outward < count ? abs(e[outward] - e[outer]) : .infinity
    guard margin > 0.7 * module else { return nil }
    if side == .right {
      let bar = abs(e[outer] - e[outer &- step])
      guard bar > 0.4 * module, bar < 1.8 * module else { return nil }
    }
    let address = isStrict ? strictAddress(e, step) : AddressPattern.address(e, at: rap, isReversed: isReversed)
    guard let address else { return nil }
    return AddressPattern.hit(
      e, outer: outer, inner: inner, rap: rap, side: side, isReversed: isReversed, address: address, v: v)
  }

  /// The address where the character is one, too, both seen in the perspective that their widths tell.
  private func strictAddress(_ e: UnsafePointer<Float>, _ step: Int) -> Int? {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 15) { x in
      guard let base = x.baseAddress else { return nil }
      let first = e[at]
      for i in 0..<15 { x[i] = abs(e[at &+ i &* step] - first) }
      let middle = side == .left ? RowAddressPatterns.modules : SymbolCharacters.modules
      guard
        let projection = LineProjection(
          places: (0, Double(middle), Double(AddressWindow.modules)), middle: Double(x[side == .left ? 6 : 8]),
          end: Double(x[14]))
      else { return nil }
      for i in 0..<15 { x[i] = projection.place(at: x[i]) }
      var residual: Float = 0
      guard let address = AddressPattern.address(base, at: side == .left ? 0 : 8, isReversed: false),
        SymbolCharacters.read(base + (side == .left ? 6 : 0), residual: &residual) != nil,
        residual < AddressWindow.residualLimit
      else { return nil }
      return address
    }
  }

  /// Largest deviation of a character's edge distances from whole modules.
  private static let residualLimit: Float = 0.42
}

/// Six elements that may be a row address pattern.
private enum AddressPattern {
  /// Share by which a pattern may be wider or narrower than the one on the line before.
  private static let widthTolerance: Float = 0.25

  /// The hit of a pattern alone that begins at an edge in the symbol's order.
  static func hit(
    _ e: UnsafePointer<Float>, _ count: Int, at rap: Int, key: GuardKey, module: Float, v: Double
  ) -> GuardHit? {
    let step = key.isReversed ? -1 : 1
    let last = rap &+ 6 &* step
    let outer = key.side == .left ? rap : rap &+ 7 &* step
    guard last >= 0, last < count, outer >= 0, outer < count else { return nil }
    let width = abs(e[last] - e[rap])
    guard abs(width - 10 * module) < widthTolerance * 10 * module,
      let address = address(e, at: rap, isReversed: key.isReversed)
    else { return nil }
    return hit(
      e, outer: outer, inner: key.side == .left ? last : rap, rap: rap, side: key.side, isReversed: key.isReversed,
      address: address, v: v)
  }

  static func hit(
    _ e: UnsafePointer<Float>, outer: Int, inner: Int, rap: Int, side: GuardKey.Side, isReversed: Bool, address: Int,
    v: Double
  ) -> GuardHit {
    let step = isReversed ? -1 : 1
    let share = RowAddressPatterns.firstPair[address] / Float(RowAddressPatterns.modules)
    // Edges into bars alone.
    let ends = (e[rap], e[rap &+ 6 &* step])
    let between = e[rap &+ 2 &* step]
    let bend =
      side == .left
      ? GuardHit.bend(outer: ends.0, between: between, inner: ends.1, share: share)
      : GuardHit.bend(outer: ends.1, between: between, inner: ends.0, share: 1 - share)
    return GuardHit(v: v, outer: Double(e[outer]), inner: Double(e[inner]), address: address, bend: bend)
  }

  /// Place in the cycle of the six elements from edge `at` on.
  static func address(_ e: UnsafePointer<Float>, at: Int, isReversed: Bool) -> Int? {
    let step = isReversed ? -1 : 1
    let width = abs(e[at &+ 6 &* step] - e[at])
    guard width > 0 else { return nil }
    let scale = Float(RowAddressPatterns.modules) / width
    // Similar edges are two elements apart; the first width settles the rest.
    var sums = SIMD8<Int32>.zero
    for i in 0..<5 {
      let distance = abs(e[at &+ (i &+ 2) &* step] - e[at &+ i &* step]) * scale
      guard distance > 1.4, distance < 6.6 else { return nil }
      sums[i] = Int32(distance + 0.5)
    }
    let first = abs(e[at &+ step] - e[at]) * scale
    guard first < 6.6 else { return nil }
    let guess = Int32(first + 0.5)
    for shift: Int32 in [0, first > Float(guess) ? 1 : -1] {
      if let address = address(sums, first: guess &+ shift) { return address }
    }
    return nil
  }

  /// Place in the cycle by the sums of neighbouring widths and the first width, in modules.
  private static func address(_ sums: SIMD8<Int32>, first: Int32) -> Int? {
    var width = first
    var bits: UInt32 = 0
    var modules: Int32 = 0
    for i in 0..<6 {
      guard width > 0, modules &+ width <= Int32(RowAddressPatterns.modules) else { return nil }
      let ones: UInt32 = i & 1 == 0 ? (1 << UInt32(width)) &- 1 : 0
      bits = bits << UInt32(width) | ones
      modules = modules &+ width
      width = sums[i] &- width
    }
    guard modules == Int32(RowAddressPatterns.modules) else { return nil }
    let index = RowAddressPatterns.sideIndex[Int(bits)]
    return index >= 0 ? Int(index) : nil
  }
}
