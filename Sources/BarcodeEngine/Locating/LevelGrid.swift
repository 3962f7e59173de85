import BarcodeCore

/// Energetic tiles summed up to squares of `8 << level` pixels.
struct LevelGrid {
  let level: Int
  let columns: Int
  let rows: Int
  /// Structure tensors (xx, yy, xy) and numbers of energetic tiles; zero where nothing is energetic.
  let tensors: [SIMD4<Float>]

  /// The tiles themselves.
  init(_ sums: TileSums) {
    level = 0
    columns = sums.columns
    rows = sums.rows
    var tensors = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    for i in sums.energetic { tensors[i] = SIMD4(sums.xx[i], sums.yy[i], sums.xy[i], 1) }
    self.tensors = tensors
  }

  /// The next coarser grid: each square the sum of four.
  init(halving fine: LevelGrid) {
    level = fine.level + 1
    columns = (fine.columns + 1) / 2
    rows = (fine.rows + 1) / 2
    let (width, height) = (fine.columns, fine.rows)
    let count = columns * rows
    tensors = fine.tensors.withUnsafeBufferPointer { from in
      [SIMD4<Float>](unsafeUninitializedCapacity: count) { out, initialized in
        initialized = count
        var k = 0
        for y in stride(from: 0, to: height, by: 2) {
          // Behind the border there is nothing.
          let below: SIMD4<Float> = y &+ 1 < height ? .one : .zero
          let next = y &+ 1 < height ? width : 0
          for x in stride(from: 0, to: width, by: 2) {
            let i = y &* width &+ x
            var sum = from[i] + below * from[i &+ next]
            if x &+ 1 < width { sum += from[i &+ 1] + below * from[i &+ 1 &+ next] }
            out[k] = sum
            k &+= 1
          }
        }
      }
    }
  }

  /// Connected squares of at least the given coherence, whose directions differ from one to the next by an angle of
  /// at most the given cosine of its double.
  func barComponents(coherence least: Float, neighbourCosine: Float) -> Components {
    // Vectors of the double angle with the squares of their lengths; zero for squares that are no bars.
    let axes = tensors.map { tensor -> SIMD4<Float> in
      let trace = tensor.x + tensor.y
      guard trace > 0 else { return .zero }
      let d = tensor.x - tensor.y
      let o = 2 * tensor.z
      let square = d * d + o * o
      return square >= least * least * trace * trace ? SIMD4(d, o, square, 0) : .zero
    }
    return axes.withUnsafeBufferPointer { axes in
      Components(
        columns: columns, rows: rows, admits: { axes[$0].z > 0 },
        joins: {
          let (a, b) = (axes[$0], axes[$1])
          let dot = a.x * b.x + a.y * b.y
          // Divided by one square first: the product of both may be too large for a number.
          return dot > 0 && dot / a.z * dot >= neighbourCosine * neighbourCosine * b.z
        })
    }
  }

  /// Connected squares of more than the given energy, as a mean over their tiles.
  func energyComponents(floor: Float) -> Components {
    let least = floor * Float(1 << (2 * level))
    return tensors.withUnsafeBufferPointer { tensors in
      Components(
        columns: columns, rows: rows,
        admits: {
          let energy = tensors[$0].x + tensors[$0].y
          return energy > 0 && energy >= least
        }, joins: { _, _ in true })
    }
  }
}

/// Connected squares of a grid.
struct Components {
  /// Row by row, the number of each square's component; -1 where there is none.
  let label: [Int32]
  let count: Int

  /// Joins admitted squares to those of their eight neighbours that `joins` accepts.
  @inline(__always)
  init(columns: Int, rows: Int, admits: (Int) -> Bool, joins: (Int, Int) -> Bool) {
    var number: Int32 = 0
    label = [Int32](unsafeUninitializedCapacity: columns * rows) { parents, initialized in
      initialized = columns * rows
      guard let parent = parents.baseAddress else { return }
      Self.unite(parent, columns: columns, rows: rows, admits: admits, joins: joins)
      for i in 0..<initialized where parent[i] >= 0 {
        if Int(parent[i]) == i {
          // From here on the entries of earlier squares are labels; roots come before their members.
          parent[i] = number
          number += 1
        } else {
          parent[i] = parent[Int(parent[i])]
        }
      }
    }
    count = Int(number)
  }

  /// Union by smaller index: a root is the first square of its component.
  @inline(__always)
  private static func unite(
    _ parent: UnsafeMutablePointer<Int32>, columns: Int, rows: Int, admits: (Int) -> Bool, joins: (Int, Int) -> Bool
  ) {
    func root(_ i: Int) -> Int {
      var r = i
      while Int(parent[r]) != r { r = Int(parent[r]) }
      return r
    }
    func join(_ a: Int, _ b: Int) {
      guard parent[b] >= 0, joins(b, a) else { return }
      let (ra, rb) = (root(a), root(b))
      let low = Int32(truncatingIfNeeded: min(ra, rb))
      parent[max(ra, rb)] = low
      parent[a] = low
    }
    for y in 0..<rows {
      for x in 0..<columns {
        let i = y &* columns &+ x
        guard admits(i) else {
          parent[i] = -1
          continue
        }
        parent[i] = Int32(truncatingIfNeeded: i)
        if x > 0 { join(i, i &- 1) }
        guard y > 0 else { continue }
        let above = i &- columns
        if x > 0 { join(i, above &- 1) }
        join(i, above)
        if x &+ 1 < columns { join(i, above &+ 1) }
      }
    }
  }
}
