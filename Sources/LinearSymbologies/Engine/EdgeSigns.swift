/// What the elements of a line are compared with their neighbours: one bit an edge, so that patterns are looked for at
/// all places of a line at once.
///
/// Elements are compared with those of their own colour alone, since blur and print growth widen one colour at the cost
/// of the other.
final class EdgeSigns {
  /// Edges of the line.
  private(set) var count = 0
  /// Elements that differ clearly from the one after the next: where hardly any do, there are no symbols.
  private(set) var differing = 0
  private var words = 0
  private var capacity = EdgeSigns.slack
  /// Bit i: the element after the next is wider than element i.
  private var wider: Words
  /// Bit i: the element after the next is about as wide as element i.
  private var alike: Words
  /// Bit i: two elements from edge i on are about as wide as the two from edge i + 1 on, as in a guard of single modules.
  private var even: Words
  /// Bit i: the space before edge i (after edge i) is so wide that a symbol may begin (end) there.
  private var openBefore: Words
  private var openAfter: Words
  /// The same for symbols with quiet zones that are wider than any two elements.
  private var wideBefore: Words
  private var wideAfter: Words
  /// Edges at which symbols of some targets may begin and end.
  private var opens: EdgeMarks
  private var closes: EdgeMarks
  /// By target and remainder: the first edge at which a symbol may begin.
  private let firsts = UnsafeMutablePointer<SIMD16<Int32>>.allocate(capacity: EdgeMarks.targets)
  /// Room for the places that were found.
  private var places: UnsafeMutablePointer<Int32>

  private typealias Words = UnsafeMutablePointer<UInt64>

  /// What a quiet zone is multiplied with to be wider than the two elements beside it: of the leanest symbols; of those
  /// whose quiet zone has to be wider than any element; and where less is asked for than usual.
  private static let leanQuiet: Float = 2.5
  private static let wideQuiet: Float = 1.25
  private static let lenientQuiet: Float = 8
  /// The same where the border of a label follows, which is wider than the two elements by at least this factor.
  private static let borderedQuiet: Float = 4.5
  private static let border: Float = 1.25
  /// Elements of one width differ by less than this factor, even where blur has swallowed half of one.
  private static let mostDifference: Float = 2.5
  /// Narrow and wide elements differ by more than this factor.
  private static let difference: Float = 1.5
  /// Pairs of guard elements differ by less than this factor.
  private static let mostUnevenness: Float = 1.6
  /// Words beyond the last edge, for patterns that are compared there.
  private static let slack = 2

  init() {
    (wider, alike, even) = (Self.words(capacity), Self.words(capacity), Self.words(capacity))
    (openBefore, openAfter) = (Self.words(capacity), Self.words(capacity))
    (wideBefore, wideAfter) = (Self.words(capacity), Self.words(capacity))
    places = .allocate(capacity: capacity * 64)
    opens = EdgeMarks(words: capacity)
    closes = EdgeMarks(words: capacity)
  }

  deinit {
    release()
    firsts.deallocate()
  }

  private func release() {
    for w in [wider, alike, even, openBefore, openAfter, wideBefore, wideAfter] { w.deallocate() }
    places.deallocate()
    opens.deallocate()
    closes.deallocate()
  }

  private func clear() {
    for w in [wider, alike, even, openBefore, openAfter, wideBefore, wideAfter] {
      w.update(repeating: 0, count: words + Self.slack)
    }
  }

  private static func words(_ n: Int) -> Words {
    let w = Words.allocate(capacity: n)
    w.initialize(repeating: 0, count: n)
    return w
  }

  private func reserve(_ edges: Int) {
    words = (edges + 63) / 64
    guard words + Self.slack > capacity else { return }
    release()
    capacity = words * 2 + Self.slack
    (wider, alike, even) = (Self.words(capacity), Self.words(capacity), Self.words(capacity))
    (openBefore, openAfter) = (Self.words(capacity), Self.words(capacity))
    (wideBefore, wideAfter) = (Self.words(capacity), Self.words(capacity))
    places = .allocate(capacity: capacity * 64)
    opens = EdgeMarks(words: capacity)
    closes = EdgeMarks(words: capacity)
  }

  /// Compares the elements of a line.
  ///
  /// - Parameter isLenient: Less quiet zone is asked for than usual.
  func load(_ s: EdgeSequence, isLenient: Bool) {
    let quiet = isLenient ? Self.lenientQuiet : Self.leanQuiet
    let wideQuiet = isLenient ? Self.lenientQuiet : Self.wideQuiet
    reserve(s.count)
    count = s.count
    differing = 0
    clear()
    guard count >= 4 else { return }
    let x = s.positions
    var a = x[1] - x[0]
    var b = x[2] - x[1]
    // The first edge has nothing before it, the last one nothing behind it.
    (openBefore[0], wideBefore[0]) = (1, 1)
    openAfter[(count &- 1) >> 6] |= 1 &<< UInt64((count &- 1) & 63)
    wideAfter[(count &- 1) >> 6] |= 1 &<< UInt64((count &- 1) & 63)
    var i = 0
    while i &+ 3 < count {
      let c = x[i &+ 3] - x[i &+ 2]
      let at = UInt64(truncatingIfNeeded: i & 63)
      let word = i >> 6
      wider[word] |= (c > a ? 1 : 0) &<< at
      differing &+= c > a * Self.difference || a > c * Self.difference ? 1 : 0
      alike[word] |= (c < a * Self.mostDifference && a < c * Self.mostDifference ? 1 : 0) &<< at
      let (p, q) = (a + b, b + c)
      even[word] |= (p < q * Self.mostUnevenness && q < p * Self.mostUnevenness ? 1 : 0) &<< at
      // Element a is the space before edge i + 1, element c the one after edge i + 2.
      let before = UInt64(truncatingIfNeeded: (i &+ 1) & 63)
      let opens = a * Self.borderedQuiet > q && (i == 0 || x[i] - x[i &- 1] > Self.border * q)
      openBefore[(i &+ 1) >> 6] |= (opens || a * quiet > q ? 1 : 0) &<< before
      wideBefore[(i &+ 1) >> 6] |= (opens || a * wideQuiet > q ? 1 : 0) &<< before
      let after = UInt64(truncatingIfNeeded: (i &+ 2) & 63)
      let closes =
        c * Self.borderedQuiet > p && (i &+ 4 >= count || x[i &+ 4] - x[i &+ 3] > Self.border * p)
      openAfter[(i &+ 2) >> 6] |= (closes || c * quiet > p ? 1 : 0) &<< after
      wideAfter[(i &+ 2) >> 6] |= (closes || c * wideQuiet > p ? 1 : 0) &<< after
      a = b
      b = c
      i &+= 1
    }
  }

  @inline(__always)
  private static func word(_ w: UnsafeMutablePointer<UInt64>, _ k: Int, shifted n: Int) -> UInt64 {
    let at = k &+ n >> 6
    let by = UInt64(truncatingIfNeeded: n & 63)
    return by == 0 ? w[at] : w[at] &>> by | w[at &+ 1] &<< (64 &- by)
  }

  /// The 32 bits from bit `i` on.
  @inline(__always)
  private static func window(_ w: UnsafeMutablePointer<UInt64>, _ i: Int) -> UInt32 {
    let by = UInt64(truncatingIfNeeded: i & 63)
    let k = i >> 6
    return UInt32(truncatingIfNeeded: by == 0 ? w[k] : w[k] &>> by | w[k &+ 1] &<< (64 &- by))
  }

  /// Looks for the starts and stops of all symbologies of a plan. Returns the targets of which both were seen, with whole
  /// characters between.
  func survey(_ plan: SymbolPlan) -> UInt32 {
    opens.clear(words: words)
    closes.clear(words: words)
    var opened: UInt32 = 0
    for k in 0..<words {
      var rest = plan.leanOpenings.isEmpty ? wideBefore[k] : openBefore[k]
      while rest != 0 {
        let i = k &<< 6 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        let isWide = wideBefore[k] &>> UInt64(truncatingIfNeeded: i & 63) & 1 == 1
        let table = isWide ? plan.openings : plan.leanOpenings
        let targets = table.targets(Self.window(wider, i), Self.window(alike, i))
        guard targets != 0 else { continue }
        var bits = targets
        while bits != 0 {
          let t = bits.trailingZeroBitCount
          bits &= bits &- 1
          opens.add(i, target: t)
          if opened &>> UInt32(truncatingIfNeeded: t) & 1 == 0 { firsts[t] = .init(repeating: .max) }
          let r = plan.spans[t >> 1].remainder(i)
          firsts[t][r] = Swift.min(firsts[t][r], Int32(truncatingIfNeeded: i))
        }
        opened |= targets
      }
    }
    guard opened != 0 else { return 0 }
    var closed: UInt32 = 0
    for k in 0..<words {
      var rest = plan.leanClosings.isEmpty ? wideAfter[k] : openAfter[k]
      while rest != 0 {
        let j = k &<< 6 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        // The last element that is compared with the next but one ends three edges before.
        let first = j &- 34
        guard first > -32 else { continue }
        let w = first < 0 ? Self.window(wider, 0) &<< UInt32(-first) : Self.window(wider, first)
        let a = first < 0 ? Self.window(alike, 0) &<< UInt32(-first) : Self.window(alike, first)
        let isWide = wideAfter[k] &>> UInt64(truncatingIfNeeded: j & 63) & 1 == 1
        let targets = (isWide ? plan.closings : plan.leanClosings).targets(w, a) & opened
        guard targets != 0 else { continue }
        var bits = targets
        while bits != 0 {
          let t = bits.trailingZeroBitCount
          bits &= bits &- 1
          closes.add(j, target: t)
          let span = plan.spans[t >> 1]
          let start = j &- span.fewest
          if start >= 0, Int(firsts[t][span.remainder(start)]) <= start {
            closed |= 1 &<< UInt32(truncatingIfNeeded: t)
          }
        }
      }
    }
    return closed
  }

  /// Edges from which on a symbol may stand: it begins and ends as it should, next to a quiet zone each, with whole
  /// characters between. They are counted from the end of the line when it is read backwards.
  ///
  /// The result is valid until the next call.
  ///
  /// - Parameter target: One that the last survey found.
  func starts(_ span: SymbolSpan, target: UInt32, backwards: Bool) -> UnsafeBufferPointer<Int32> {
    var n = 0
    let target = target.trailingZeroBitCount
    if backwards {
      let first = firsts[target]
      closes.forEach(target: target) { j in
        let start = j &- span.fewest
        guard start >= 0, Int(first[span.remainder(start)]) <= start else { return }
        places[n] = Int32(truncatingIfNeeded: count &- 1 &- j)
        n &+= 1
      }
      turn(n)
    } else {
      // By remainder: the last end.
      var last = SIMD16<Int32>(repeating: -1)
      closes.forEach(target: target) { j in last[span.remainder(j)] = Int32(truncatingIfNeeded: j) }
      opens.forEach(target: target) { i in
        let end = i &+ span.fewest
        guard Int(last[span.remainder(end)]) >= end else { return }
        places[n] = Int32(truncatingIfNeeded: i)
        n &+= 1
      }
    }
    return UnsafeBufferPointer(start: places, count: n)
  }

  /// Turns the order of the first places.
  private func turn(_ n: Int) {
    for k in 0..<(n / 2) { swap(&places[k], &places[n - 1 - k]) }
  }

  /// Edges at which a symbol with guards of single modules may stand. They are counted from the end of the line when it
  /// is read backwards.
  ///
  /// The result is valid until the next call.
  ///
  /// - Parameters:
  ///   - at: Elements of the symbol from which on three have a module each, from 0 to 63.
  ///   - elements: Elements of the symbol, fewer than 64.
  func guards(_ at: [Int], elements: Int, backwards: Bool) -> UnsafeBufferPointer<Int32> {
    guard count > elements else { return UnsafeBufferPointer(start: nil, count: 0) }
    var n = 0
    for k in 0..<words {
      var bits = ~UInt64(0)
      for place in at where bits != 0 {
        bits &= Self.word(even, k, shifted: backwards ? elements &- 3 &- place : place)
      }
      while bits != 0 {
        let i = k &<< 6 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        guard i &+ elements < count else { break }
        places[n] = Int32(truncatingIfNeeded: backwards ? count &- 1 &- i &- elements : i)
        n &+= 1
      }
    }
    if backwards { turn(n) }
    return UnsafeBufferPointer(start: places, count: n)
  }
}
