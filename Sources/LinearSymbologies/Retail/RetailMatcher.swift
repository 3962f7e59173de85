import BarcodeCore

/// Matches UPC/EAN layouts and add-ons against the edges of a line.
struct RetailMatcher {
  let layouts: [RetailLayout]
  let options: RetailOptions
  /// Largest squared deviation of a digit, in square modules.
  var digitLimit: Float = 0.55
  /// Smallest distance in cost to the next best digit.
  var gapLimit: Float = 0.12
  /// Largest mean squared deviation of a whole symbol.
  var meanLimit: Float = 0.22
  private static let commonWeight: Float = 1.0
  /// Width of a digit, relative to the symbol's mean: tilt and curvature change it along the symbol.
  private static let digitRange: ClosedRange<Float> = 0.62...1.5
  /// Largest change of width between neighbouring digits.
  private static let digitChange: Float = 1.3

  init(options: ReaderOptions) {
    let on = options.symbologies
    var layouts: [RetailLayout] = []
    if on.contains(.ean13) || on.contains(.upcA) { layouts.append(.ean13) }
    if on.contains(.ean8) { layouts.append(.ean8) }
    if on.contains(.upcE) { layouts.append(.upcE) }
    self.layouts = layouts
    self.options = options.retail
  }

  /// Reads every symbol in the sequence, which runs in reading direction.
  ///
  /// - Parameter signs: Those of the sequence.
  func match(_ s: EdgeSequence, _ signs: EdgeSigns, backwards: Bool, inverted: Bool, emit: (LineHit) -> Void) {
    var taken: [Range<Int>] = []
    for layout in layouts {
      for place in signs.guards(layout.guardPlaces, elements: layout.elements, backwards: backwards) {
        let i = Int(place)
        let dark = s.isDark(i)
        guard dark || inverted, !taken.contains(where: { $0.contains(i) }), fits(layout, s, i),
          var hit = read(layout, s, i)
        else { continue }
        hit.isInverted = !dark
        emit(hit)
        taken.append(i..<(i + layout.elements))
      }
    }
  }

  /// Whether guards and digits have the widths of the layout, whatever the digits are.
  private func fits(_ l: RetailLayout, _ s: EdgeSequence, _ i: Int) -> Bool {
    let x = s.positions + i
    let module = (x[l.elements] - x[0]) / l.modules
    for g in l.guards {
      let width = x[g.at + g.elements] - x[g.at]
      guard abs(width - g.modules * module) < (0.45 * g.modules + 0.3) * module else { return false }
    }
    if i > 0, x[0] - x[-1] < l.minimumQuiet * module { return false }
    if i + l.elements + 1 < s.count, x[l.elements + 1] - x[l.elements] < l.minimumQuiet * module { return false }
    var previous: Float = 0
    for d in l.digits {
      let width = x[d + 4] - x[d]
      guard Self.digitRange.contains(width / (7 * module)) else { return false }
      if previous > 0, width > previous * Self.digitChange || previous > width * Self.digitChange { return false }
      previous = width
    }
    return true
  }

  /// Mean amount by which bars are too wide, in modules, over the layout's guards.
  private func bias(_ l: RetailLayout, _ x: UnsafePointer<Float>, _ module: Float) -> Float {
    var bars: Float = 0
    var barCount: Float = 0
    var spaces: Float = 0
    var spaceCount: Float = 0
    for g in l.guards {
      for e in g.at..<(g.at + g.elements) {
        let w = (x[e + 1] - x[e]) / module
        if e & 1 == 0 {
          bars += w
          barCount += 1
        } else {
          spaces += w
          spaceCount += 1
        }
      }
    }
    let b = (bars / barCount - spaces / spaceCount) * 0.5
    return Swift.max(-0.7, Swift.min(0.7, b))
  }

  /// Squared deviations of a digit at `x` from the 20 patterns.
  @inline(__always)
  static func costs(_ x: UnsafePointer<Float>, bias: Float, into out: UnsafeMutablePointer<Float>) {
    let scale = 7 / (x[4] - x[0])
    let e1 = (x[1] - x[0]) * scale - bias
    let e2 = (x[2] - x[0]) * scale
    let e3 = (x[3] - x[0]) * scale - bias
    RetailTables.templates.withUnsafeBufferPointer { t in
      for c in 0..<20 {
        let r1 = e1 - t[c &* 3]
        let r2 = e2 - t[c &* 3 &+ 1]
        let r3 = e3 - t[c &* 3 &+ 2]
        let common = (r1 + r3) * 0.5
        let spread = (r1 - r3) * (r1 - r3) * 0.5
        out[c] = r2 * r2 + spread + commonWeight * common * common
      }
    }
  }

  /// Reads `count` digits; nil when one of them is unclear. `sets` has bit `count - 1 - k` set for set B.
  private func digits(
    _ x: UnsafePointer<Float>, at: [Int], left: Int, bias: Float
  ) -> (digits: [UInt8], sets: Int, cost: Float)? {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 20) { cost in
      guard let c = cost.baseAddress else { return nil }
      var digits: [UInt8] = []
      digits.reserveCapacity(16)
      var sets = 0
      var total: Float = 0
      for (k, e) in at.enumerated() {
        let isLeft = k < left
        Self.costs(x + e, bias: isLeft ? -bias : bias, into: c)
        var best = 0
        var second: Float = .infinity
        for j in 1..<(isLeft ? 20 : 10) {
          if c[j] < c[best] {
            second = c[best]
            best = j
          } else if c[j] < second {
            second = c[j]
          }
        }
        guard c[best] < digitLimit, second - c[best] > gapLimit else { return nil }
        total += c[best]
        digits.append(UInt8(truncatingIfNeeded: best % 10))
        sets = sets << 1 | (best >= 10 ? 1 : 0)
      }
      return (digits, sets, total / Float(at.count))
    }
  }

  private func read(_ l: RetailLayout, _ s: EdgeSequence, _ i: Int) -> LineHit? {
    let x = s.positions + i
    let module = (x[l.elements] - x[0]) / l.modules
    let bias = bias(l, x, module)
    guard let read = digits(x, at: l.digits, left: l.leftDigits, bias: bias), read.cost < meanLimit,
      let codes = Self.complete(l.symbology, read.digits, read.sets)
    else { return nil }
    let end = i + l.elements
    var hit = LineHit(
      symbology: l.symbology, codes: codes, first: x[0], last: x[l.elements], isReversed: false, isInverted: false,
      modules: l.modules, cost: read.cost,
      quietBefore: i > 0 ? (x[0] - x[-1]) / module : .infinity,
      quietAfter: end + 1 < s.count ? (x[l.elements + 1] - x[l.elements]) / module : .infinity)
    if hit.takesAddOn(options) { hit.addOn = addOn(s, after: end, l, bias: bias) }
    return hit
  }

  /// The digits with those that the number sets say, when check digits and number sets fit.
  static func complete(_ symbology: Symbology, _ digits: [UInt8], _ sets: Int) -> [UInt8]? {
    switch symbology {
    case .ean13:
      guard sets & 0x3F == 0, let first = RetailTables.firstDigit.firstIndex(of: UInt8(sets >> 6)) else { return nil }
      let all = [UInt8(first)] + digits
      return RetailTables.checkDigit(all.dropLast()) == all.last ? all : nil
    case .ean8:
      return sets == 0 && RetailTables.checkDigit(digits.dropLast()) == digits.last ? digits : nil
    case .upcE:
      let system: UInt8 = sets & 0x20 != 0 ? 0 : 1
      let key = UInt8(system == 0 ? sets : ~sets & 0x3F)
      guard let check = RetailTables.checkDigitE.firstIndex(of: key) else { return nil }
      let all = [system] + digits + [UInt8(check)]
      guard let expanded = RetailTables.expand(all) else { return nil }
      return RetailTables.checkDigit(expanded.dropLast()) == expanded.last ? all : nil
    default: return nil
    }
  }
}
