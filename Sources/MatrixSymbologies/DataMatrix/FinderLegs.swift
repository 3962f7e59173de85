import BarcodeCore

/// Two outlines that meet like the solid legs of the finder pattern.
///
/// `left` and `bottom` run from the corner to their ends and name the legs of an upright symbol that is not mirrored;
/// of a mirrored one they are swapped.
package struct FinderLegs: Sendable {
  package var corner: Point
  /// From the corner to the top left corner of the symbol.
  package var left: [Point]
  /// From the corner to the bottom right corner of the symbol.
  package var bottom: [Point]
  /// Light legs on dark ground.
  package var isInverted: Bool

  package var leftEnd: Point { left.last ?? corner }
  package var bottomEnd: Point { bottom.last ?? corner }
  package var leftVector: Point { leftEnd - corner }
  package var bottomVector: Point { bottomEnd - corner }
  /// The parallelogram between the legs.
  package var area: Quad { Quad(leftEnd, leftEnd + bottomVector, bottomEnd, corner) }
  package var leastLength: Double { min(leftVector.length, bottomVector.length) }

  /// Whether both describe the same corner and ends.
  package func isNear(_ o: FinderLegs, within limit: Double) -> Bool {
    isInverted == o.isInverted && corner.distance(to: o.corner) < limit && leftEnd.distance(to: o.leftEnd) < limit
      && bottomEnd.distance(to: o.bottomEnd) < limit
  }
}

/// Finds pairs of legs along an outline.
package struct FinderLegsSearch {
  private let polarities: [Bool]
  package private(set) var found: [FinderLegs] = []

  /// Pixels of the shortest leg: eight modules of 1.5 pixels.
  private static let leastLeg = 12.0
  /// Pixels of the shortest straight piece that can begin a leg.
  private static let leastPiece = 6.0
  /// Legs differ in length by at most 18 in a rectangle; tilt along the longer one brings it down.
  private static let mostRatio = 20.0
  /// Sine of the least angle between the legs: 53 degrees for a square seen along its diagonal tilted by 60 degrees,
  /// and some more by perspective.
  private static let leastSine = 0.55
  /// Sine of the turn within a leg that a curved surface or a dent may cause from piece to piece.
  private static let mostBend = 0.34
  /// Outline pieces between two legs whose length together stays below this share of a leg are the worn corner.
  private static let cornerShare = 0.25

  /// Length of outline around a nick in a leg: so many pixels, or this share of the leg before it.
  private static let leastNick = 6.0
  private static let mostNick = 0.3

  /// - Parameter polarities: Whether to find dark legs (`false`), light ones (`true`) or both.
  package init(polarities: [Bool]) { self.polarities = polarities }

  package mutating func search(_ segments: [OutlineSegment], isClosed: Bool) {
    let n = segments.count
    guard n >= 2 else { return }
    for i in 0..<n {
      let a = segments[i]
      let lengthA = a.length
      guard lengthA >= Self.leastPiece else { continue }
      var skipped = 0.0
      var j = i + 1
      while j < i + min(n, 6) {
        guard isClosed || j < n else { break }
        let b = segments[j % n]
        let lengthB = b.length
        if lengthB >= Self.leastPiece, skipped <= max(5, Self.cornerShare * max(lengthA, lengthB)) {
          consider(segments, i, j % n, isClosed)
        }
        skipped += lengthB
        if skipped > max(12, Self.cornerShare * lengthA) { break }
        j += 1
      }
    }
  }

  private mutating func consider(_ segments: [OutlineSegment], _ i: Int, _ j: Int, _ isClosed: Bool) {
    let u = segments[i].vector.normalized
    let v = segments[j].vector.normalized
    let turn = u.cross(v)
    guard abs(turn) >= Self.leastSine else { return }
    // Dark lies on the right: a turn to the right goes around a dark corner.
    let isInverted = turn < 0
    guard polarities.contains(isInverted) else { return }
    guard let corner = Self.intersection(segments[i].start, u, segments[j].start, v) else { return }
    let slack = max(5, Self.cornerShare * max(segments[i].length, segments[j].length))
    guard corner.distance(to: segments[i].end) < slack, corner.distance(to: segments[j].start) < slack else { return }
    let backward = leg(segments, from: i, step: -1, corner: corner, isClosed)
    let forward = leg(segments, from: j, step: 1, corner: corner, isClosed)
    guard let backEnd = backward.last, let foreEnd = forward.last else { return }
    let lengths = (corner.distance(to: backEnd), corner.distance(to: foreEnd))
    guard min(lengths.0, lengths.1) >= Self.leastLeg,
      max(lengths.0, lengths.1) <= Self.mostRatio * min(lengths.0, lengths.1)
    else { return }
    let legs =
      (backEnd - corner).cross(foreEnd - corner) > 0
      ? FinderLegs(corner: corner, left: backward, bottom: forward, isInverted: isInverted)
      : FinderLegs(corner: corner, left: forward, bottom: backward, isInverted: isInverted)
    found.append(legs)
  }

  /// The points of a leg from the corner outwards, as long as the outline goes on without a real turn.
  private func leg(_ segments: [OutlineSegment], from first: Int, step: Int, corner: Point, _ isClosed: Bool)
    -> [Point]
  {
    let n = segments.count
    func oriented(_ k: Int) -> (Point, Point) {
      let s = segments[k]
      return step > 0 ? (s.start, s.end) : (s.end, s.start)
    }
    var end = oriented(first).1
    var points = [end]
    var direction = (end - corner).normalized
    var pendingLength = 0.0
    var k = first
    for _ in 1..<n {
      k += step
      guard isClosed || (k >= 0 && k < n) else { break }
      let (a, b) = oriented((k + n) % n)
      k = (k + n) % n
      let vector = b - a
      let length = vector.length
      // What leaves the line counts only if the outline comes back to it soon.
      let offset = abs(direction.cross(b - end))
      let ahead = direction.dot(b - end)
      let bend = length > 0 ? direction.cross(vector) / length : 0
      let isAhead = length > 0 && direction.dot(vector) > 0
      if isAhead, abs(bend) < Self.mostBend, length >= 3, offset < max(2, 0.3 * ahead), ahead > 0,
        abs(direction.cross(a - end)) < 2
      {
        points.append(b)
        if length >= Self.leastPiece { direction = (direction * 0.5 + vector.normalized * 0.5).normalized }
        end = b
        pendingLength = 0
      } else {
        pendingLength += length
        if pendingLength > max(Self.leastNick, Self.mostNick * corner.distance(to: end)) { break }
      }
    }
    return points
  }

  private static func intersection(_ p: Point, _ u: Point, _ q: Point, _ v: Point) -> Point? {
    let d = u.cross(v)
    guard abs(d) > 1e-6 else { return nil }
    return p + u * ((q - p).cross(v) / d)
  }
}
