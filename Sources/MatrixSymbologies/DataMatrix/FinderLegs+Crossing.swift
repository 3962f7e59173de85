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

  /// Places along a leg at which the threshold picture is asked how wide it is.
  private static let notchPlaces = 12
  /// Of these places so many must show a light module behind the leg. Of 574 symbols that were read all but two had
  /// one behind three tenths of each leg and more.
  private static let leastNotches = 2
  /// The widest leg as a share of its length, and pixels beyond: ten modules, with tolerance.
  private static let mostWidth = 0.18
  private static let widthSlack = 1.0

  /// Whether light modules lie behind both legs, as they do behind half of a symbol's; behind the border of something
  /// solid there are none.
  func isNotched(_ plane: BinaryPlane) -> Bool {
    let ink: UInt8 = isInverted ? 0 : 1
    return Self.notches(plane, corner, left, inward: bottomVector, ink) >= Self.leastNotches
      && Self.notches(plane, corner, bottom, inward: leftVector, ink) >= Self.leastNotches
  }

  private static func notches(
    _ plane: BinaryPlane, _ corner: Point, _ points: [Point], inward: Point, _ ink: UInt8
  ) -> Int {
    var total = 0.0
    var from = corner
    for point in points {
      total += from.distance(to: point)
      from = point
    }
    let steps = Int(mostWidth * total + widthSlack)
    let (right, bottom) = (Double(plane.width), Double(plane.height))
    var count = 0
    var passed = 0.0
    var index = 0
    from = corner
    for place in 0..<notchPlaces {
      let distance = (Double(place) + 0.5) * total / Double(notchPlaces)
      while index + 1 < points.count, passed + from.distance(to: points[index]) < distance {
        passed += from.distance(to: points[index])
        from = points[index]
        index += 1
      }
      let direction = (points[index] - from).normalized
      var normal = direction.perpendicular
      if normal.dot(inward) < 0 { normal = -normal }
      let start = from + direction * (distance - passed)
      var (x, y) = (start.x + normal.x, start.y + normal.y)
      for _ in 0..<steps {
        guard x >= 0, y >= 0, x < right, y < bottom else { break }
        if plane.base[Int(y) &* plane.stride &+ Int(x)] != ink {
          count += 1
          break
        }
        x += normal.x
        y += normal.y
      }
      if count >= leastNotches { break }
    }
    return count
  }
}
