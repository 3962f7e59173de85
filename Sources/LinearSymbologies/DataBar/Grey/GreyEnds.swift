import BarcodeCore

/// Where a row of GS1 DataBar may begin and end on a line: it needs no quiet zones.
struct GreyEnds {
  /// Ends of what may be a row.
  struct Frame {
    var first: Float
    var last: Float
    /// The middle of the elements that are seen, and how many they are.
    var middle: Float
    var elements: Int
  }

  /// An end, how doubtful it is, and the first or last edge that is seen.
  private struct End {
    var at: Float
    var doubt: Float
    var edge: Int
  }

  private let x: [Float]
  private let isDark: [Bool]
  private let values: UnsafePointer<Float>
  private let count: Int
  /// Mean width of elements.
  private let element: Float

  /// - Parameter scale: Samples from edge position to edge position.
  init(_ values: UnsafePointer<Float>, count: Int, edges: EdgeSequence, scale: Float) {
    self.values = values
    self.count = count
    x = (0..<edges.count).map { edges.positions[$0] * scale }
    isDark = (0..<edges.count).map { edges.isDark($0) }
    element = (x[x.count - 1] - x[0]) / Float(Swift.max(1, x.count - 1))
  }

  /// Ends that are tried on either side, and pairs of them.
  private static let mostEnds = 3
  private static let mostFrames = 5
  /// Edges that the shortest rows keep under blur.
  static let fewestEdges = 10
  /// Ends lie so near to what is assumed, as a share of the length.
  private static let reach: Float = 0.12
  /// What is beside rows that are shorter than others of their symbol, in elements of mean width: no element is so wide.
  private static let blank: Float = 5
  /// The same in modules, of which the widest element has nine: where blur hides elements, their mean is no measure.
  private static let blankModules: Float = 12
  /// What an end is worth that no edge shows: less than one that an edge shows at the same place.
  private static let unseen: Float = 0.5
  /// Ends that lie so near to each other are one, in samples.
  private static let same: Float = 1

  /// What may be a row, the most likely ones first.
  ///
  /// - Parameters:
  ///   - ends: Where it seems to begin and to end.
  ///   - module: Samples of a module of another row of the symbol that was seen there, which may be longer.
  func frames(near ends: (Float, Float), module: Float?) -> [Frame] {
    let starts = candidates(ends.0, length: ends.1 - ends.0, isStart: true, module)
    let stops = candidates(ends.1, length: ends.1 - ends.0, isStart: false, module)
    var out: [(frame: Frame, doubt: Float)] = []
    for a in starts {
      for b in stops where b.edge - a.edge + 1 >= Self.fewestEdges {
        let k = a.edge + b.edge
        out.append(
          (
            Frame(first: a.at, last: b.at, middle: (x[k / 2] + x[(k + 1) / 2]) / 2, elements: b.edge - a.edge),
            a.doubt + b.doubt
          ))
      }
    }
    return out.sorted { $0.doubt < $1.doubt }.prefix(Self.mostFrames).map(\.frame)
  }

  private func candidates(_ end: Float, length: Float, isStart: Bool, _ module: Float?) -> [End] {
    let isKnown = module != nil
    let blank = Swift.min(Self.blank * element, Self.blankModules * (module ?? .infinity))
    let reach = Swift.max(Float(TileMap.size) * 2, length * Self.reach)
    var out: [End] = []
    for k in x.indices where x[k] > 0 && x[k] < Float(count - 1) {
      guard isStart ? isDark[k] : k > 0 && isDark[k - 1] else { continue }
      let other = isStart ? k - 1 : k + 1
      let beside = x.indices.contains(other) ? abs(x[k] - x[other]) : Float(count)
      let distance = abs(x[k] - end)
      let doubt: Float
      if isKnown, beside > blank, distance < length {
        doubt = -3
      } else if distance < reach {
        doubt = distance / Float(TileMap.size) - Swift.min(3, beside / element)
      } else {
        continue
      }
      out.append(End(at: x[k], doubt: doubt, edge: k))
      if let outer = outer(k, isStart: isStart), abs(outer - x[k]) > Self.same {
        out.append(End(at: outer, doubt: doubt + Self.unseen, edge: k))
      }
    }
    if isKnown, let near = out.min(by: { abs($0.at - end) < abs($1.at - end) }), abs(near.at - end) > Self.same {
      out.append(End(at: end, doubt: Self.unseen - 3, edge: near.edge))
    }
    return Array(out.sorted { $0.doubt < $1.doubt }.prefix(Self.mostEnds))
  }

  /// Darkness at the outer edge of a narrow bar under blur, as a share of the contrast: half of its own.
  private static let outerDarkness: Float = 0.25

  /// Where a bar begins (or ends) that has run into the next one, outwards of the edge that is seen.
  private func outer(_ k: Int, isStart: Bool) -> Float? {
    let step = isStart ? -1 : 1
    let limit = x.indices.contains(k + step) ? x[k + step] : isStart ? 0 : Float(count - 1)
    let from = Swift.max(1, Swift.min(count - 2, Int(x[k].rounded())))
    let to = Swift.max(1, Swift.min(count - 2, Int(limit.rounded())))
    var lightest = from
    var at = from
    while at != to {
      at += step
      if values[at] > values[lightest] { lightest = at }
    }
    let low = values[Swift.max(0, Swift.min(count - 1, from - 2 * step))]
    let level = values[lightest] - Self.outerDarkness * (values[lightest] - low)
    at = lightest
    while at != from, values[at] > level { at -= step }
    guard at != lightest, values[at] <= level else { return nil }
    let before = values[at + step]
    return Float(at) + Float(step) * (level - values[at]) / Swift.max(1e-3, before - values[at])
  }
}
