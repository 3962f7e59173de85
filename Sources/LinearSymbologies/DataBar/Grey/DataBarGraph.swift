/// Builds the graphs of GS1 DataBar rows.
struct DataBarGraph {
  private(set) var nodes: [[ElementAutomaton.Step]] = [[], []]
  /// Where rows begin and end.
  static let first = 0
  static let last = 1
  /// Modules of the widest element: one of finder patterns.
  static let widestElement = 9
  private static let unit = ElementGrammar.perModule
  private let isReversed: Bool

  /// - Parameter isReversed: The row is seen from right to left.
  init(_ kind: DataBarRow.Kind, isReversed: Bool) {
    self.isReversed = isReversed
    let (first, last) = (Self.first, Self.last)
    let nodes = (0..<9).map { _ in node() }
    switch kind {
    case .omni:
      add([[1]], nil, first, nodes[0])
      half(.outside, .finder, .inside, nodes[0], nodes[1], nodes[2], nodes[3])
      half(.inside, .turnedFinder, .outside, nodes[3], nodes[4], nodes[5], nodes[6])
      add([[1, 1]], nil, nodes[6], last)
    case .upper:
      add([[1]], nil, first, nodes[0])
      half(.outside, .finder, .inside, nodes[0], nodes[1], nodes[2], nodes[3])
      add([[1]], nil, nodes[3], last)
    case .lower:
      add([[1, 1]], nil, first, nodes[0])
      half(.inside, .turnedFinder, .outside, nodes[0], nodes[1], nodes[2], nodes[3])
      add([[1, 1]], nil, nodes[3], last)
    case .limited:
      add([[1]], nil, first, nodes[0])
      character(.limited, isTurned: false, nodes[0], nodes[1])
      add(DataBarLimited.checkPatterns, .check, nodes[1], nodes[2])
      character(.limited, isTurned: false, nodes[2], nodes[3])
      add([[1, 1]], nil, nodes[3], last)
    case .expanded:
      // Pairs that begin with a space and such that begin with a bar, by turns.
      let (a, b) = (Array(nodes[0..<3]), Array(nodes[4..<7]))
      half(.expanded, .finder, .expanded, a[0], a[1], a[2], b[0])
      half(.expanded, .turnedFinder, .expanded, b[0], b[1], b[2], a[0])
      add([[1]], nil, first, a[0])
      add([[1, 1]], nil, first, b[0])
      // Behind a space, a bar is the end; the last pair may lack a character.
      for end in [b[0], a[2]] { add([[1]], nil, end, last) }
      for end in [a[0], b[2]] { add([[1, 1]], nil, end, last) }
    }
  }

  private mutating func node() -> Int {
    nodes.append([])
    return nodes.count - 1
  }

  /// Beginnings are ends from right to left.
  private func ends(_ from: Int, _ to: Int) -> (from: Int, to: Int) {
    func turned(_ node: Int) -> Int {
      node == Self.first ? Self.last : node == Self.last ? Self.first : node
    }
    return isReversed ? (turned(to), turned(from)) : (from, to)
  }

  private func step(_ width: Int, _ next: Int, _ role: DataBarRow.Role? = nil, _ number: Int = 0)
    -> ElementAutomaton.Step
  {
    ElementAutomaton.Step(
      width: Int32(width * Self.unit), next: Int32(next), part: Int16(role?.rawValue ?? -1),
      pattern: role == nil ? -1 : Int16(number))
  }

  /// A finder pattern with a character on either side, between four places.
  private mutating func half(
    _ before: DataBarCharacter.Kind, _ finder: DataBarRow.Role, _ behind: DataBarCharacter.Kind, _ a: Int, _ b: Int,
    _ c: Int, _ d: Int
  ) {
    let finders = before.modules == DataBarCharacter.Kind.expanded.modules ? DataBarFinder.expanded : .omni
    character(before, isTurned: false, a, b)
    add(finders.widths.map { finder == .finder ? $0 : $0.reversed() }, finder, b, c)
    character(behind, isTurned: true, c, d)
  }

  /// Adds patterns of elements, in modules.
  private mutating func add(_ patterns: [[Int]], _ role: DataBarRow.Role?, _ a: Int, _ b: Int) {
    let (from, to) = ends(a, b)
    var role = role
    if isReversed, role == .finder || role == .turnedFinder { role = role == .finder ? .turnedFinder : .finder }
    var own: Set<Int32> = []
    for (number, pattern) in patterns.enumerated() {
      let widths = isReversed ? pattern.reversed() : pattern
      var at = from
      for width in widths.dropLast() {
        if let known = nodes[at].first(where: { $0.width == Int32(width * Self.unit) && own.contains($0.next) }) {
          at = Int(known.next)
        } else {
          let next = node()
          own.insert(Int32(next))
          nodes[at].append(step(width, next))
          at = next
        }
      }
      nodes[at].append(step(widths[widths.count - 1], to, role, number))
    }
  }

  /// Adds all elements of a kind of character; what has the right sums is no character yet, but nearly all is.
  ///
  /// - Parameter isTurned: The first element stands on the right.
  private mutating func character(_ kind: DataBarCharacter.Kind, isTurned: Bool, _ a: Int, _ b: Int) {
    let (from, to) = ends(a, b)
    let isTurned = isTurned != isReversed
    let halves = kind.elements / 2
    /// Whether elements may still follow: how many, of which some are odd ones, and modules of both so far.
    func isPossible(_ odd: Int, _ even: Int, _ odds: Int, _ evens: Int) -> Bool {
      kind.groups.contains { g in
        let (a, b) = (g.oddModules - odd, kind.modules - g.oddModules - even)
        return a >= odds && a <= odds * g.oddWidest && b >= evens && b <= evens * g.evenWidest
      }
    }
    var level: [SIMD2<Int>: Int] = [SIMD2(0, 0): from]
    var (odds, evens) = (halves, halves)
    for k in 0..<kind.elements {
      let isOdd = (isTurned ? kind.elements - 1 - k : k) & 1 == 0
      if isOdd { odds -= 1 } else { evens -= 1 }
      var following: [SIMD2<Int>: Int] = [:]
      for (sums, at) in level.sorted(by: { $0.value < $1.value }) {
        for width in 1...Self.widest {
          let reached = isOdd ? SIMD2(sums[0] + width, sums[1]) : SIMD2(sums[0], sums[1] + width)
          guard isPossible(reached[0], reached[1], odds, evens) else { continue }
          if k == kind.elements - 1 {
            nodes[at].append(step(width, to, .character))
            continue
          }
          let next = following[reached] ?? node()
          following[reached] = next
          nodes[at].append(step(width, next))
        }
      }
      level = following
    }
  }

  /// Modules of the widest element of a character.
  private static let widest = 8
}
