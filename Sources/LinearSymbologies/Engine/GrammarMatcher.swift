import BarcodeCore

/// Matches a grammar of start, characters and stop against the edges of a line.
///
/// Characters are compared by the places of their inner edges. What all edges of one polarity deviate in common is
/// print growth or blur, which edge-to-similar-edge distances do not see: it costs less than other deviations.
final class GrammarMatcher: LineMatcher {
  let grammar: LinearGrammar
  var symbologies: SymbologySet { [grammar.symbology] }
  var frame: SymbolFrame { grammar.frame }
  /// Largest squared deviation of a character, in square modules.
  private let characterLimit: Float = 0.75
  /// Largest squared deviation of a start character, which is looked for everywhere.
  private let startLimit: Float = 0.6
  private let quiet: QuietZone
  /// Real labels have less quiet zone than the standards ask for.
  private static let usualQuiet: Float = 1.8
  /// However lenient the caller is, a symbol does not begin within other bars: their spaces have a module or more.
  private static let leastQuiet: Float = 1.1
  /// Before the border of a label the last space shrinks by what print and blur give to dark places.
  private static let borderedQuiet: Float = 0.9
  /// What a unit of the common deviation costs.
  private static let commonWeight: Float = 1.2
  /// Change of the module width from one character to the next that perspective and curvature explain.
  private static let pitchRange: ClosedRange<Float> = 0.72...1.38

  init(grammar: LinearGrammar, options: LinearOptions) {
    self.grammar = grammar
    quiet = QuietZone(
      usual: Swift.max(Self.leastQuiet, Self.usualQuiet * options.quietShare(of: grammar.symbology)),
      bordered: Self.borderedQuiet)
  }

  func match(
    _ s: EdgeSequence, at places: UnsafeBufferPointer<Int32>, inverted allowInverted: Bool, emit: (LineHit) -> Void
  ) {
    var next = 0
    for place in places where Int(place) >= next {
      let i = Int(place)
      let dark = s.isDark(i)
      if dark || allowInverted, isStart(s, i), let (start, cost, bias) = startCharacter(s, i) {
        let read = follow(s, from: i, start: start, startCost: cost, bias: bias)
        if var hit = read.hit {
          hit.isInverted = !dark
          emit(hit)
          next = read.next
        }
      }
    }
  }

  /// Cheap test: the edge-to-similar-edge distances that all start characters share.
  private func isStart(_ s: EdgeSequence, _ i: Int) -> Bool {
    let x = s.positions + i
    let total = x[grammar.elements] - x[0]
    let module = total / Float(grammar.modules)
    guard quiet.isBefore(s, i, narrow: module) else { return false }
    let second = grammar.evenEdges[Int(grammar.starts[0])].x
    return abs(x[2] - x[0] - second * module) < 0.9 * module && x[1] - x[0] < 4.6 * module
  }

  private func startCharacter(_ s: EdgeSequence, _ i: Int) -> (UInt8, Float, Float)? {
    let edges = Edges(s.positions + i, grammar)
    var best: (UInt8, Float, Float)?
    for c in grammar.starts {
      if let fit = deviation(edges, Int(c), bias: 0, below: best?.1 ?? startLimit) { best = (c, fit.cost, fit.common) }
    }
    return best
  }

  /// The inner edges of a character in modules from its first edge: those that end spaces, and those that end bars.
  private struct Edges {
    var even = SIMD4<Float>.zero
    var odd = SIMD4<Float>.zero

    init(_ x: UnsafePointer<Float>, _ grammar: LinearGrammar) {
      let scale = Float(grammar.modules) / (x[grammar.elements] - x[0])
      var j = 1
      while j < grammar.elements {
        let at = (x[j] - x[0]) * scale
        if j & 1 == 1 { odd[j >> 1] = at } else { even[j >> 1 &- 1] = at }
        j &+= 1
      }
    }
  }

  /// Squared deviation of edges from a character, and the common deviation of the edges that end bars; nil when the
  /// deviation is not below the limit.
  @inline(__always)
  private func deviation(_ x: Edges, _ c: Int, bias: Float, below limit: Float) -> (cost: Float, common: Float)? {
    let e = x.even - grammar.evenEdges[c]
    let even = (e * e).sum()
    guard even < limit else { return nil }
    let o = x.odd - grammar.oddEdges[c]
    let count = Float(grammar.elements / 2)
    let common = o.sum() / count
    let spread = (o * o).sum() - count * common * common
    let drift = common - bias
    let cost = even + spread + Self.commonWeight * drift * drift
    return cost < limit ? (cost, common) : nil
  }

  private func follow(
    _ s: EdgeSequence, from i: Int, start: UInt8, startCost: Float, bias startBias: Float
  ) -> (hit: LineHit?, next: Int) {
    let n = grammar.elements
    let x = s.positions
    var codes = [start]
    var at = i + n
    var bias = startBias
    var cost = startCost
    var width = x[at] - x[i]
    while at + n < s.count {
      let total = x[at + n] - x[at]
      let ratio = total / width
      guard Self.pitchRange.contains(ratio) else { break }
      guard let (code, c, common) = bestCharacter(x + at, bias: bias) else { break }
      cost += c
      codes.append(code)
      at += n
      bias += (common - bias) * 0.3
      width += (total - width) * 0.5
      if code == grammar.stop {
        return (finish(s, i, at, codes, cost), at)
      }
      if codes.count > grammar.lengths.upperBound + 1 { break }
    }
    return (nil, i + 1)
  }

  private func bestCharacter(_ x: UnsafePointer<Float>, bias: Float) -> (UInt8, Float, Float)? {
    let edges = Edges(x, grammar)
    var best: (UInt8, Float, Float)?
    for c in 0..<grammar.characterCount {
      if let fit = deviation(edges, c, bias: bias, below: best?.1 ?? characterLimit) {
        best = (UInt8(truncatingIfNeeded: c), fit.cost, fit.common)
      }
    }
    return best
  }

  private func finish(_ s: EdgeSequence, _ i: Int, _ at: Int, _ codes: [UInt8], _ cost: Float) -> LineHit? {
    let x = s.positions
    var end = at
    let body = Float((at - i) / grammar.elements * grammar.modules)
    // Tilt makes modules at the two ends differ, so each end has its own.
    let n = grammar.elements
    let module = (x[at] - x[at - n]) / Float(grammar.modules)
    let firstModule = (x[i + n] - x[i]) / Float(grammar.modules)
    var modules = body
    if grammar.terminationBar > 0 {
      guard at + 1 < s.count else { return nil }
      end = at + 1
      let bar = (x[end] - x[at]) / module
      guard abs(bar - Float(grammar.terminationBar)) < 1.2 else { return nil }
      modules += Float(grammar.terminationBar)
    }
    guard grammar.lengths.contains(codes.count - 2) else { return nil }
    let before = i > 0 ? (x[i] - x[i - 1]) / firstModule : Float.infinity
    let after = end + 1 < s.count ? (x[end + 1] - x[end]) / module : Float.infinity
    guard quiet.isBefore(s, i, narrow: firstModule), quiet.isAfter(s, end, narrow: module), grammar.verify(codes)
    else { return nil }
    return LineHit(
      symbology: grammar.symbology, codes: codes, first: x[i], last: x[end], isReversed: false, isInverted: false,
      modules: modules, cost: cost / Float(codes.count), quietBefore: before, quietAfter: after)
  }
}
