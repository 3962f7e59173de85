import BarcodeCore

extension FinderLegs {
  /// Lines across the place, as shares of the other leg.
  private static let lines = [0.2, 0.5, 0.8]
  /// Changes of colour along the three lines of one direction, and along all six. The eight rows of the lowest symbol
  /// change about twelve times along three lines, and no symbol that was read had fewer than five and thirteen.
  private static let leastChanges = 5
  private static let leastChangesTogether = 13
  /// Samples along a line.
  private static let samples = 16...64

  /// Whether the threshold picture changes between the legs as often as data modules do: cheap, before anything is
  /// measured.
  func isCrossed(_ plane: BinaryPlane) -> Bool {
    let first = changes(plane, along: leftVector, across: bottomVector)
    guard first >= Self.leastChanges else { return false }
    let second = changes(plane, along: bottomVector, across: leftVector)
    return second >= Self.leastChanges && first + second >= Self.leastChangesTogether
  }

  private func changes(_ plane: BinaryPlane, along: Point, across: Point) -> Int {
    let steps = min(max(Int(along.length), Self.samples.lowerBound), Self.samples.upperBound)
    let step = along / Double(steps)
    var count = 0
    for share in Self.lines {
      let start = corner + across * share
      var (x, y) = (start.x + step.x, start.y + step.y)
      var last: UInt8?
      for _ in 0..<steps {
        if x >= 0, y >= 0, x < Double(plane.width), y < Double(plane.height) {
          let value = plane.base[Int(y) &* plane.stride &+ Int(x)]
          if let last, last != value { count += 1 }
          last = value
        }
        x += step.x
        y += step.y
      }
    }
    return count
  }
}
