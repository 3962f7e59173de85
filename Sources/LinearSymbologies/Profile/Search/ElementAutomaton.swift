/// Which element widths may follow each other, as a graph: a tree of the patterns of each part.
struct ElementAutomaton: Sendable {
  /// An element.
  struct Step: Sendable {
    /// In units.
    var width: Int32
    /// Where the next element starts.
    var next: Int32
    /// The part and the number in it of the pattern that the element completes; -1 for others.
    var part: Int16 = -1
    var pattern: Int16 = -1
  }

  /// Steps of all nodes, and where those of each node begin.
  private(set) var steps: [Step] = []
  private(set) var offsets: [Int32] = []
  static let first: Int32 = 0
  /// Where symbols end.
  private(set) var last: Int32 = 0

  init(_ grammar: ElementGrammar) {
    var tree = Tree()
    var entry = 0
    for (k, part) in grammar.parts.enumerated() {
      let isLast = k == grammar.parts.count - 1
      // Behind the pattern, and behind the space that follows it.
      let separates = grammar.gap > 0 && !isLast
      let follows = part.isRepeated ? entry : tree.node()
      let end = separates ? tree.node() : follows
      for (number, pattern) in part.patterns.enumerated() {
        tree.add(pattern.widths, from: entry, to: end, part: k, pattern: number)
      }
      if separates { tree.link(end, Step(width: Int32(grammar.gap), next: Int32(follows))) }
      entry = follows
    }
    last = Int32(entry)
    take(tree.nodes)
  }

  /// Units behind which beginnings have to be likely again that were not: within wide elements there are none that are.
  private(set) var patience = 0

  init(_ graph: DataBarGraph) {
    last = Int32(DataBarGraph.last)
    patience = DataBarGraph.widestElement * ElementGrammar.perModule
    take(graph.nodes)
  }

  private mutating func take(_ nodes: [[Step]]) {
    for node in nodes {
      offsets.append(Int32(steps.count))
      steps += node
    }
    offsets.append(Int32(steps.count))
  }

  /// The graph while it grows.
  private struct Tree {
    var nodes: [[Step]] = [[]]

    mutating func node() -> Int {
      nodes.append([])
      return nodes.count - 1
    }

    mutating func link(_ node: Int, _ step: Step) { nodes[node].append(step) }

    mutating func add(_ widths: [Int], from: Int, to: Int, part: Int, pattern: Int) {
      var at = from
      for width in widths.dropLast() {
        if let known = nodes[at].first(where: { $0.width == Int32(width) && $0.pattern < 0 && Int($0.next) != to }) {
          at = Int(known.next)
        } else {
          let next = node()
          link(at, Step(width: Int32(width), next: Int32(next)))
          at = next
        }
      }
      let last = Int32(widths[widths.count - 1])
      link(at, Step(width: last, next: Int32(to), part: Int16(part), pattern: Int16(pattern)))
    }
  }
}
