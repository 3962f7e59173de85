import BarcodeCore

/// Bars side by side at one pitch.
struct BarChain {
  /// A bar and its number in the row; numbers are left out where a bar was not found.
  var members: [(number: Int, blob: BarBlob)]
  /// Unit vector from bar to bar.
  var direction: Point
  /// Distance from bar to bar in the middle, in pixels.
  var pitch: Double
  /// Unit vector along the bars, downwards seen along the row, where it is known.
  var across: Point?

  /// About where the bars are, in the picture.
  var place: Quad {
    let first = members.first?.blob.center ?? Point(0, 0)
    let last = members.last?.blob.center ?? first
    let up = direction.perpendicular * pitch
    return Quad(first - up, last - up, last + up, first + up)
  }
}

/// Walks from bar to bar.
struct BarChains {
  /// Bars that are enough to start with; the rest of the row may be torn or joined.
  private static let leastMembers = 7
  /// Share of the row's numbers that must be bars.
  private static let leastShare = 0.6
  /// Bars that give a direction are at least this much longer than wide.
  private static let seedAspect = 2.6
  private static let cell = 16.0
  /// The gap to the next bar is at most this many widths and pixels wide.
  private static let mostStep = (widths: 4.0, pixels: 3.0)
  /// Bars of one row may be this much wider than others.
  private static let mostWidthRatio = 2.2
  /// Centres leave the middle line by at most this share of the longest bar: half of what ascenders and descenders
  /// rise above each other.
  private static let mostOffset = 0.62
  /// The next bar lies at the pitch to within this share of it.
  private static let pitchTolerance = 0.32
  /// Height of the tallest bars, in pitches; what is higher is texture or a linear symbol.
  private static let mostHeight = 12.0
  /// Bars that may be missing one after the other.
  private static let mostMissing = 3

  private let blobs: [BarBlob]
  private let columns: Int
  private let rows: Int
  private var heads: [Int32]
  private var nexts: [Int32]
  private var used: [Bool]

  init(_ blobs: [BarBlob], width: Int, height: Int) {
    self.blobs = blobs
    columns = width / Int(BarChains.cell) + 1
    rows = height / Int(BarChains.cell) + 1
    heads = [Int32](repeating: -1, count: columns * rows)
    nexts = [Int32](repeating: -1, count: blobs.count)
    used = [Bool](repeating: false, count: blobs.count)
    for (index, blob) in blobs.enumerated() {
      let place = Int(blob.center.y / BarChains.cell) * columns + Int(blob.center.x / BarChains.cell)
      nexts[index] = heads[place]
      heads[place] = Int32(index)
    }
  }

  mutating func find() -> [BarChain] {
    var chains: [BarChain] = []
    for seed in blobs.indices where !used[seed] && blobs[seed].length >= BarChains.seedAspect * blobs[seed].width {
      guard let chain = chain(from: seed) else { continue }
      chains.append(chain)
    }
    return chains
  }

  /// What is known of a row while it grows.
  private struct Walk {
    var members: [(number: Int, index: Int)]
    var direction: Point
    var pitch: Double
    /// Distance of bars at either end; in perspective it changes along the row.
    var firstPitch = 0.0
    var lastPitch = 0.0
    var longest: Double
    var width: Double
  }

  private mutating func chain(from seed: Int) -> BarChain? {
    let blob = blobs[seed]
    var direction = blob.axis.perpendicular
    if direction.x < 0 || (direction.x == 0 && direction.y < 0) { direction = -direction }
    var walk = Walk(members: [(0, seed)], direction: direction, pitch: 0, longest: blob.length, width: blob.width)
    extend(&walk, forward: true)
    extend(&walk, forward: false)
    // What the way back has learnt may lead on.
    if walk.members.count >= 6 { extend(&walk, forward: true) }
    renumber(&walk)
    let numbers = walk.members.map(\.number)
    guard walk.members.count >= BarChains.leastMembers, let low = numbers.min(), let high = numbers.max(),
      Double(walk.members.count) >= BarChains.leastShare * Double(high - low + 1)
    else { return nil }
    for member in walk.members { used[member.index] = true }
    guard walk.longest < BarChains.mostHeight * walk.pitch else { return nil }
    return BarChain(
      members: walk.members.map { ($0.number, blobs[$0.index]) }.sorted { $0.number < $1.number },
      direction: walk.direction, pitch: walk.pitch)
  }

  private func extend(_ walk: inout Walk, forward: Bool) {
    let sign = forward ? 1.0 : -1.0
    while walk.members.count < 160 {
      guard let end = forward ? walk.members.last : walk.members.first else { return }
      guard let next = next(walk, end.index, sign) else { return }
      let step = (blobs[next].center - blobs[end.index].center).dot(walk.direction) * sign
      let pitch = forward ? walk.lastPitch : walk.firstPitch
      let count = pitch > 0 ? max(1, Int((step / pitch).rounded())) : 1
      let number = end.number + (forward ? count : -count)
      if forward { walk.members.append((number, next)) } else { walk.members.insert((number, next), at: 0) }
      walk.longest = max(walk.longest, blobs[next].length)
      update(&walk)
    }
  }

  /// The next bar: the first one where one is expected.
  private func next(_ walk: Walk, _ from: Int, _ sign: Double) -> Int? {
    let forward = sign > 0
    let pitch = forward ? walk.lastPitch : walk.firstPitch
    let recent = forward ? walk.members.suffix(10) : walk.members.prefix(10)
    let base = blobs[from].center
    let across = walk.direction.perpendicular
    // The middle line runs through the mean of the last centres.
    var middle = 0.0
    for member in recent { middle += (blobs[member.index].center - base).dot(across) }
    middle /= Double(recent.count)
    let reach =
      pitch > 0
      ? pitch * (Double(BarChains.mostMissing) + BarChains.pitchTolerance)
      : BarChains.mostStep.widths * walk.width + BarChains.mostStep.pixels
    var best: (step: Double, index: Int)?
    let offset = BarChains.mostOffset * walk.longest
    let corner = base + walk.direction * (sign * reach / 2) + across * middle
    let radius = reach / 2 + offset
    visit(around: corner, radius: radius) { index in
      let blob = blobs[index]
      let vector = blob.center - base
      let step = vector.dot(walk.direction) * sign
      guard step > 0.8 * walk.width, step <= reach, best.map({ step < $0.step }) ?? true else { return }
      let limit = walk.members.count < 3 ? BarChains.mostOffset * max(walk.longest, blob.length) : offset
      guard abs(vector.dot(across) - middle) <= limit else { return }
      guard blob.width <= BarChains.mostWidthRatio * walk.width, walk.width <= BarChains.mostWidthRatio * blob.width
      else { return }
      // Long bars stand across the row.
      if blob.length > 3 * blob.width, abs(blob.axis.dot(walk.direction)) > 0.45 { return }
      if pitch > 0 {
        let steps = (step / pitch).rounded()
        guard steps >= 1, abs(step - steps * pitch) <= BarChains.pitchTolerance * pitch else { return }
      }
      best = (step, index)
    }
    guard let best, !used[best.index], !walk.members.contains(where: { $0.index == best.index }) else { return nil }
    return best.index
  }

  private func visit(around p: Point, radius: Double, _ body: (Int) -> Void) {
    let x0 = Int(max(0, (p.x - radius) / BarChains.cell))
    let x1 = Int(min(Double(columns - 1), max(0, (p.x + radius) / BarChains.cell)))
    let y0 = Int(max(0, (p.y - radius) / BarChains.cell))
    let y1 = Int(min(Double(rows - 1), max(0, (p.y + radius) / BarChains.cell)))
    guard x0 <= x1, y0 <= y1 else { return }
    for y in y0...y1 {
      for x in x0...x1 {
        var index = heads[y &* columns &+ x]
        while index >= 0 {
          body(Int(index))
          index = nexts[Int(index)]
        }
      }
    }
  }

  /// Direction and pitch by what was found so far.
  private func update(_ walk: inout Walk) {
    let recent = walk.members
    guard let first = recent.first, let last = recent.last, last.number > first.number else { return }
    if recent.count >= 6 {
      // A straight line by least squares over the numbers of the bars.
      var sums = (n: 0.0, k: 0.0, kk: 0.0, x: 0.0, y: 0.0, kx: 0.0, ky: 0.0)
      for member in recent {
        let k = Double(member.number)
        let p = blobs[member.index].center
        sums.n += 1
        sums.k += k
        sums.kk += k * k
        sums.x += p.x
        sums.y += p.y
        sums.kx += k * p.x
        sums.ky += k * p.y
      }
      let det = sums.n * sums.kk - sums.k * sums.k
      guard det > 0 else { return }
      let slope = Point(
        (sums.n * sums.kx - sums.k * sums.x) / det, (sums.n * sums.ky - sums.k * sums.y) / det)
      let length = slope.length
      guard length > 0.5 else { return }
      walk.pitch = length
      walk.direction = slope.normalized
    } else {
      let vector = blobs[last.index].center - blobs[first.index].center
      walk.pitch = vector.dot(walk.direction) / Double(last.number - first.number)
    }
    walk.firstPitch = localPitch(recent.prefix(BarChains.pitchWindow), walk)
    walk.lastPitch = localPitch(recent.suffix(BarChains.pitchWindow), walk)
  }

  /// Numbers the bars anew by the median of the steps around each: the first steps were taken without a pitch.
  private func renumber(_ walk: inout Walk) {
    let steps = zip(walk.members, walk.members.dropFirst()).map {
      (blobs[$1.index].center - blobs[$0.index].center).dot(walk.direction)
    }
    var number = 0
    for index in steps.indices {
      let near = steps[max(0, index - 4)...min(steps.count - 1, index + 4)].sorted()
      let pitch = near[near.count / 2]
      walk.members[index].number = number
      number += pitch > 0 ? max(1, Int((steps[index] / pitch).rounded())) : 1
    }
    if let end = walk.members.indices.last { walk.members[end].number = number }
    update(&walk)
  }

  /// Bars that tell the pitch at an end.
  private static let pitchWindow = 9

  private func localPitch(_ members: ArraySlice<(number: Int, index: Int)>, _ walk: Walk) -> Double {
    guard members.count == BarChains.pitchWindow, let first = members.first, let last = members.last,
      last.number > first.number
    else { return walk.pitch }
    let vector = blobs[last.index].center - blobs[first.index].center
    return vector.dot(walk.direction) / Double(last.number - first.number)
  }
}
