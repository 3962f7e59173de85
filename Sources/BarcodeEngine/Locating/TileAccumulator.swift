import BarcodeCore

/// Gradient sums of square tiles: what locating and the local threshold are made of.
///
/// The gradient is taken on 2x2 pixels, since a wider stencil cancels at modules of one pixel.
struct TileSums {
  let columns: Int
  let rows: Int
  /// Structure tensor of each tile: sums of gx·gx, gy·gy and gx·gy above the noise.
  var xx: [Float]
  var yy: [Float]
  var xy: [Float]
  /// Sum of the edge weights (the larger of |gx| and |gy| less the noise, limited).
  var weight: [Float]
  /// Sum of edge weight times grey value: divided by `weight` it is the grey value at which edges are crossed.
  var weightedGrey: [Float]
  /// The gradient that counts as noise, in grey levels.
  let noise: Int
  /// Indices of the tiles with more energy than noise makes.
  private(set) var energetic: [Int] = []
  /// Column and row of each energetic tile, in the same order.
  private(set) var places: [(column: Int, row: Int)] = []

  /// Least gradient that counts as an edge even in a picture without noise, in grey levels: 8-bit rounding and
  /// compression leave steps of this size.
  static let leastNoise = 3
  /// Largest gradient that is still taken for noise; contrast of 0.06 (15 levels) has to stay above it.
  static let mostNoise = 14
}

extension TileSums {
  /// Sums up a picture of at least 2x2 pixels.
  init(_ luma: LumaView) {
    let size = TileMap.size
    columns = (luma.width + size - 1) / size
    rows = (luma.height + size - 1) / size
    noise = TileSums.estimateNoise(luma)
    let count = columns * rows
    xx = [Float](repeating: 0, count: count)
    yy = xx
    xy = xx
    weight = xx
    weightedGrey = xx
    let padded = columns * size
    // Five running sums for each pixel column, emptied after each row of tiles.
    let buffer = UnsafeMutablePointer<UInt16>.allocate(capacity: padded * 5)
    defer { buffer.deallocate() }
    for tileRow in 0..<rows {
      buffer.initialize(repeating: 0, count: padded * 5)
      let from = tileRow * size
      let to = min(from + size, luma.height - 1)
      for y in stride(from: from, to: max(from, to), by: 2) {
        TileSums.addRows(
          luma.row(y), luma.row(y + 1), luma.row(min(y + 2, to)), luma.width - 1, buffer, padded, Int16(2 * noise))
      }
      emptyRow(tileRow, buffer, padded)
    }
    let least = energyUnit * TileSums.leastEnergy
    for row in 0..<rows {
      for column in 0..<columns where xx[row * columns + column] + yy[row * columns + column] >= least {
        energetic.append(row * columns + column)
        places.append((column, row))
      }
    }
  }

  /// Least gradient energy of a tile with edges, in `energyUnit`.
  private static let leastEnergy: Float = 0.5
  /// The energy of one edge of twice the noise along the side of a tile.
  var energyUnit: Float { Float(4 * noise * noise * TileMap.size) }

  /// Tiles of which a quantile is taken, at the most.
  private static let mostSampled = 1024

  /// The energy that the given share (0 to 1) of the energetic tiles stays below, by a sample of them.
  func energyQuantile(_ share: Float) -> Float {
    let step = max(1, energetic.count / Self.mostSampled)
    let energies = stride(from: 0, to: energetic.count, by: step).map { xx[energetic[$0]] + yy[energetic[$0]] }.sorted()
    return energies.isEmpty ? 0 : energies[min(energies.count - 1, Int(Float(energies.count) * share))]
  }

  /// Adds the gradients between each of two or three pixel rows and the next to the column sums; `last` may be `middle`,
  /// which then is not counted again.
  ///
  /// All in 16 bits, eight pixels to a vector register: gradients are taken in units of two grey levels and their
  /// products in units of 16, so that eight rows cannot overflow; rounding keeps both free of bias.
  @inline(never)
  private static func addRows(
    _ upper: UnsafePointer<UInt8>, _ middle: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>, _ count: Int,
    _ sums: UnsafeMutablePointer<UInt16>, _ padded: Int, _ noise: Int16
  ) {
    let sxx = sums
    let syy = sums + padded
    let sxy = sums + 2 &* padded
    let sw = sums + 3 &* padded
    let sg = sums + 4 &* padded
    // No gradient is stronger than this, so that nothing is added.
    let lastNoise: Int16 = last == middle ? .max : noise
    for x in 0..<count {
      let (a, b) = (Int16(truncatingIfNeeded: upper[x]), Int16(truncatingIfNeeded: upper[x &+ 1]))
      let (c, d) = (Int16(truncatingIfNeeded: middle[x]), Int16(truncatingIfNeeded: middle[x &+ 1]))
      let (e, f) = (Int16(truncatingIfNeeded: last[x]), Int16(truncatingIfNeeded: last[x &+ 1]))
      let p = Gradient(b &- a, d &- c, b &+ a, d &+ c, noise)
      let q = Gradient(d &- c, f &- e, d &+ c, f &+ e, lastNoise)
      sxx[x] = sxx[x] &+ UInt16(truncatingIfNeeded: p.xx &+ q.xx)
      syy[x] = syy[x] &+ UInt16(truncatingIfNeeded: p.yy &+ q.yy)
      sxy[x] = sxy[x] &+ UInt16(truncatingIfNeeded: p.xy &+ q.xy)
      sw[x] = sw[x] &+ UInt16(truncatingIfNeeded: p.weight &+ q.weight)
      sg[x] = sg[x] &+ UInt16(truncatingIfNeeded: p.weightedGrey &+ q.weightedGrey)
    }
  }

  /// What two rows say at one column, from the differences and the sums of two pixels each.
  private struct Gradient {
    let xx: Int16
    let yy: Int16
    let xy: Int16
    let weight: Int16
    let weightedGrey: Int16

    @inline(__always)
    init(_ upperRise: Int16, _ lowerRise: Int16, _ upperSum: Int16, _ lowerSum: Int16, _ noise: Int16) {
      // Of a step of n grey levels, 2n.
      let gx = upperRise &+ lowerRise
      let gy = lowerSum &- upperSum
      let strength = max(max(gx, 0 &- gx), max(gy, 0 &- gy)) &- noise
      let on: Int16 = strength > 0 ? -1 : 0
      let hx = ((gx & on) &+ 2) >> 2
      let hy = ((gy & on) &+ 2) >> 2
      xx = (hx &* hx &+ 2) >> 2
      yy = (hy &* hy &+ 2) >> 2
      xy = (hx &* hy &+ 2) >> 2
      // Strong edges count no more than those of 31 grey levels, so that faint ones beside them have a say.
      weight = min(max(strength, 0), 62) >> 1
      weightedGrey = weight &* ((upperSum &+ lowerSum &+ 2) >> 2)
    }
  }

  /// Products are summed in units of this many squared grey levels.
  private static let productUnit: Float = 16

  private mutating func emptyRow(_ tileRow: Int, _ sums: UnsafeMutablePointer<UInt16>, _ padded: Int) {
    let size = TileMap.size
    // The eight sums of a tile's columns, two to a 32-bit lane.
    func lanes(_ plane: Int, _ column: Int) -> SIMD4<UInt32> {
      UnsafeRawPointer(sums + (plane &* padded &+ column &* size)).loadUnaligned(as: SIMD4<UInt32>.self)
    }
    func total(_ plane: Int, _ column: Int) -> Float {
      let pairs = lanes(plane, column)
      return Float(Int32(bitPattern: ((pairs & 0xFFFF) &+ (pairs &>> 16)).wrappedSum()))
    }
    for column in 0..<columns {
      let at = tileRow * columns + column
      xx[at] = total(0, column) * TileSums.productUnit
      yy[at] = total(1, column) * TileSums.productUnit
      let pairs = unsafeBitCast(lanes(2, column), to: SIMD4<Int32>.self)
      xy[at] = Float((((pairs &<< 16) &>> 16) &+ (pairs &>> 16)).wrappedSum()) * TileSums.productUnit
      weight[at] = total(3, column)
      weightedGrey[at] = total(4, column)
    }
  }

  /// A sample of pixels that is large enough for a quantile.
  private static let sampledRows = 40
  private static let sampledColumns = 64

  /// The gradient that noise makes: a multiple of the median gradient on a sparse sample of pixels, since most of a
  /// picture is not edges; limited, since of a picture full of edges it would be too high.
  private static func estimateNoise(_ luma: LumaView) -> Int {
    var histogram = [Int](repeating: 0, count: 256)
    var count = 0
    let rowStep = max(1, luma.height / sampledRows)
    let columnStep = max(1, luma.width / sampledColumns)
    for y in stride(from: 0, to: luma.height - 1, by: rowStep) {
      let upper = luma.row(y)
      let lower = luma.row(y + 1)
      for x in stride(from: 0, to: luma.width - 1, by: columnStep) {
        let gx = (Int(upper[x + 1]) - Int(upper[x]) + Int(lower[x + 1]) - Int(lower[x])) >> 1
        histogram[min(255, abs(gx))] += 1
        count += 1
      }
    }
    // A third, not half: pictures filled by one symbol have edges at half of their pixels.
    var rest = count / 3
    var quantile = 0
    while quantile < 255, rest >= histogram[quantile] {
      rest -= histogram[quantile]
      quantile += 1
    }
    // Of normal noise a third lies below 0.43 sigma; four times that is 1.7 sigma.
    return min(mostNoise, max(leastNoise, quantile * 4))
  }
}
