import BarcodeCore

/// Bends a fitted grid to the edges between dark and light modules: on curved, creased and badly extrapolated symbols
/// the edges tell how far the grid is off, place by place.
package struct GridRefiner {
  package let luma: LumaView
  /// Modules in a row of the symbol, and rows.
  package let columns: Int
  package let rows: Int
  /// Modules around the symbol that the grids given include.
  package let margin: Int

  package init(luma: LumaView, columns: Int, rows: Int, margin: Int) {
    self.luma = luma
    self.columns = columns
    self.rows = rows
    self.margin = margin
  }

  /// Least clearness of both modules beside an edge that counts.
  private static let leastClear: Float = 0.25
  /// Residual, in modules, from which an edge counts half.
  private static let tolerance = 0.15

  /// How far an edge is off, at a place in modules.
  private struct Offset {
    var place: Point
    var value: Double
    var weight: Double
  }

  /// The fit bent to the edges. `greys` and `soft` were sampled with it, margin included; `stiffness` is how much the
  /// grid resists bending, 1 for a little.
  package func refine(_ fit: GridFit, greys: [Float], soft: [Float], isDark: Bool, stiffness: Double) -> GridFit? {
    guard let grey = GreyReader(luma), columns > 8, rows > 8 else { return nil }
    let field = NodeField(columns: columns, rows: rows)
    let across = offsets(fit, greys, soft, isDark, grey, horizontal: true)
    let down = offsets(fit, greys, soft, isDark, grey, horizontal: false)
    guard let dx = solve(across, field, stiffness), let dy = solve(down, field, stiffness) else { return nil }
    var shifts: [Point] = []
    shifts.reserveCapacity(dx.count)
    for j in 0..<field.rowNodes.count {
      for i in 0..<field.columnNodes.count {
        let place = Point(field.columnNodes[i], field.rowNodes[j])
        let k = j * field.columnNodes.count + i
        let moved = Point(place.x + max(-1, min(1, dx[k])), place.y + max(-1, min(1, dy[k])))
        shifts.append(fit(moved) - fit.map(place))
      }
    }
    guard shifts.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    return GridFit(map: fit.map, columns: field.columnNodes, rows: field.rowNodes, shifts: shifts)
  }

  /// Where the colour changes between neighbours, compared with the border of the two modules.
  private func offsets(
    _ fit: GridFit, _ greys: [Float], _ soft: [Float], _ isDark: Bool, _ grey: GreyReader, horizontal: Bool
  ) -> [Offset] {
    let width = columns + 2 * margin
    var out: [Offset] = []
    // The border of the symbol counts, too: outside lies the quiet zone.
    let first = margin > 0 ? -1 : 0
    let last = margin > 0 ? 0 : 1
    for y in (horizontal ? 0 : first)..<(horizontal ? rows : rows - last) {
      for x in (horizontal ? first : 0)..<(horizontal ? columns - last : columns) {
        let a = (y + margin) * width + x + margin
        let b = horizontal ? a + 1 : a + width
        let clear = min(abs(soft[a]), abs(soft[b]))
        guard clear > Self.leastClear, (soft[a] > 0) != (soft[b] > 0) else { continue }
        let place = horizontal ? Point(Double(x) + 1, Double(y) + 0.5) : Point(Double(x) + 0.5, Double(y) + 1)
        let raw = grey(fit(place))
        let edge = isDark ? raw : 255 - raw
        let middle = (greys[a] + greys[b]) / 2
        let beyond = (edge - middle) * (greys[a] - middle) > 0
        let from = beyond ? edge : greys[a]
        let to = beyond ? greys[b] : edge
        guard abs(from - to) > 1e-3 else { continue }
        let part = 0.5 * Double((from - middle) / (from - to))
        out.append(
          Offset(place: place, value: beyond ? part : part - 0.5, weight: Double(min(1, clear * clear))))
      }
    }
    return out
  }

  /// Node values whose interpolation fits the offsets; solved twice, the second time with outliers weakened.
  private func solve(_ offsets: [Offset], _ field: NodeField, _ stiffness: Double) -> [Double]? {
    guard offsets.count > field.count else { return nil }
    var weights = offsets.map(\.weight)
    var solution: [Double]?
    for _ in 0..<2 {
      var system = NormalEquations(unknowns: field.count)
      var total = 0.0
      for (offset, weight) in zip(offsets, weights) {
        let (indices, values) = field.interpolation(at: offset.place)
        system.add(indices, values, equals: offset.value, weight: weight)
        total += weight
      }
      field.smooth(&system, weight: stiffness * total / Double(field.count))
      guard let nodes = system.solve() else { return solution }
      solution = nodes
      for (i, offset) in offsets.enumerated() {
        let (indices, values) = field.interpolation(at: offset.place)
        var expected = 0.0
        for k in 0..<4 { expected += nodes[indices[k]] * values[k] }
        let miss = (offset.value - expected) / Self.tolerance
        weights[i] = offset.weight / (1 + miss * miss)
      }
    }
    return solution
  }
}

/// A coarse mesh over a symbol, in modules.
private struct NodeField {
  let columnNodes: [Double]
  let rowNodes: [Double]

  /// About so many modules lie between nodes, unless the mesh would become too fine.
  private static let spacing = 6
  private static let mostNodes = 9

  init(columns: Int, rows: Int) {
    func nodes(_ size: Int) -> [Double] {
      let count = max(4, min(Self.mostNodes, size / Self.spacing + 1))
      return (0..<count).map { Double(size) * Double($0) / Double(count - 1) }
    }
    columnNodes = nodes(columns)
    rowNodes = nodes(rows)
  }

  var count: Int { columnNodes.count * rowNodes.count }

  func interpolation(at p: Point) -> (indices: [Int], values: [Double]) {
    let w = columnNodes.count
    let fx = p.x / (columnNodes[1] - columnNodes[0])
    let fy = p.y / (rowNodes[1] - rowNodes[0])
    let i = max(0, min(w - 2, Int(fx)))
    let j = max(0, min(rowNodes.count - 2, Int(fy)))
    let s = fx - Double(i)
    let t = fy - Double(j)
    let k = j * w + i
    return ([k, k + 1, k + w, k + w + 1], [(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t])
  }

  /// Asks for equal slopes on both sides of each node, and a little for no offset at all.
  func smooth(_ system: inout NormalEquations, weight: Double) {
    let w = columnNodes.count
    let h = rowNodes.count
    for j in 0..<h {
      for i in 0..<w {
        let k = j * w + i
        if i > 0, i + 1 < w { system.add([k - 1, k, k + 1], [1, -2, 1], equals: 0, weight: weight) }
        if j > 0, j + 1 < h { system.add([k - w, k, k + w], [1, -2, 1], equals: 0, weight: weight) }
        if i + 1 < w, j + 1 < h {
          system.add([k, k + 1, k + w, k + w + 1], [1, -1, -1, 1], equals: 0, weight: weight)
        }
        system.pull(k, to: 0, weight: weight * 1e-3 + 1e-9)
      }
    }
  }
}
