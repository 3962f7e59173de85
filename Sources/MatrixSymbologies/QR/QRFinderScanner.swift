import BarcodeCore

/// Looks for finder patterns along the rows of a plane.
struct QRFinderScanner {
  let luma: LumaView
  let plane: BinaryPlane
  /// No pattern has its centre here: something was read.
  let leftOut: [Quad]
  /// Ends after so many patterns.
  let maximumCount: Int
  /// Ends after so many places that had to be looked at closely: bounds the work on texture.
  let maximumProbes: Int
  /// Whether light patterns on dark ground count, too.
  let readsInverted: Bool

  private static let cellShift = 2
  /// After this part of the close looks without a pattern between them the frame is texture, and small runs are passed
  /// over from there on: they are the ones that texture makes.
  private static let vainShare = 3
  /// Pixels of the runs of a pattern with modules of three pixels and more.
  private static let largeWidth = 21

  /// All patterns of the plane whose rows cross the spans (first and last column of each row of tiles, nil for none).
  func scan(spans: [(first: Int, last: Int)?], tileSize: Int, rowStep: Int) -> [QRFinder] {
    guard plane.width > 6, plane.height > 6 else { return [] }
    var state = State(width: plane.width, height: plane.height)
    for area in leftOut { state.claim(area, height: plane.height) }
    var y = rowStep / 2
    while y < plane.height {
      let tileRow = y / tileSize
      if tileRow < spans.count, let span = spans[tileRow] {
        let first = max(0, min(span.first * tileSize - tileSize, plane.width - 1))
        let last = min(plane.width, (span.last + 2) * tileSize)
        scanRow(y, first, last, &state)
        if state.finders.count >= maximumCount || state.probes >= maximumProbes { break }
      }
      y += rowStep
    }
    return state.finders
  }

  private struct State {
    var finders: [QRFinder] = []
    var probes = 0
    /// The same since the last pattern.
    var vainProbes = 0
    /// Whether a pattern's centre was found here, by cells of 4 by 4 pixels: bit 0 a dark one, bit 1 a
    /// light one; bits 2 and 3: looked at closely in vain; bits 4 and 5, and 6 and 7: how often, for small patterns.
    var claimed: [UInt8]
    let columns: Int
    var edges: RowEdges
    /// Of the row at hand.
    var hits: [Hit] = []
    /// One bit a pixel: looked at in vain as the centre of a small pattern.
    private var tried: [UInt64]
    private let words: Int

    init(width: Int, height: Int) {
      columns = width >> QRFinderScanner.cellShift + 1
      claimed = [UInt8](repeating: 0, count: columns * (height >> QRFinderScanner.cellShift + 1))
      edges = RowEdges(width: width)
      words = width >> 6 + 1
      tried = [UInt64](repeating: 0, count: words * height)
    }

    /// Marks the cells whose middles lie in an area as those of centres of both colours.
    mutating func claim(_ area: Quad, height: Int) {
      let size = Double(1 << QRFinderScanner.cellShift)
      let bounds = area.bounds
      guard bounds.minY < bounds.maxY else { return }
      let top = max(0, Int(bounds.minY / size))
      let bottom = min(claimed.count / columns - 1, Int(min(bounds.maxY, Double(height)) / size))
      for row in top..<max(top, bottom + 1) {
        guard let span = area.span(atY: (Double(row) + 0.5) * size) else { continue }
        let first = max(0, Int((span.left / size + 0.5).rounded(.down)))
        let last = min(columns - 1, Int((span.right / size - 0.5).rounded(.down)))
        for column in first..<max(first, last + 1) { claimed[row * columns + column] |= 3 }
      }
    }

    func isTried(_ x: Int, _ y: Int) -> Bool { tried[y * words + x >> 6] >> UInt64(x & 63) & 1 != 0 }

    mutating func markTried(_ x: Int, _ y: Int) { tried[y * words + x >> 6] |= 1 << UInt64(x & 63) }
  }

  private func scanRow(_ y: Int, _ first: Int, _ last: Int, _ state: inout State) {
    let row = plane.row(y)
    state.edges.find(row, from: first, to: last)
    state.hits.removeAll(keepingCapacity: true)
    // Even gaps between edges have the colour of the first pixel.
    let firstDark = row[first] != 0
    let (base, stride, height) = (plane.base, plane.stride, plane.height)
    var hits: [Hit] = []
    swap(&hits, &state.hits)
    state.edges.forEachPlace(from: 0, edges: 6, where: { QRFinderRatio.mayFit($0) }) { e, i in
      let a = Int(e[i &+ 1] &- e[i])
      let b = Int(e[i &+ 2] &- e[i &+ 1])
      let c = Int(e[i &+ 3] &- e[i &+ 2])
      let d = Int(e[i &+ 4] &- e[i &+ 3])
      let w = Int(e[i &+ 5] &- e[i &+ 4])
      guard QRFinderRatio.fits(a, b, c, d, w) else { return }
      let dark = (i & 1 == 0) == firstDark
      guard dark || readsInverted else { return }
      let width = Int(e[i &+ 5] &- e[i])
      let reach = max(1, width / Self.neighbourShare)
      let ink: UInt8 = dark ? 1 : 0
      if y >= reach && Self.hasRuns(base + (y &- reach) &* stride, e + i, ink)
        || y &+ reach < height && Self.hasRuns(base + (y &+ reach) &* stride, e + i, ink)
      {
        let centre = Double(e[i &+ 2] &+ e[i &+ 3]) / 2
        hits.append(Hit(centre: centre, width: width, isDark: dark))
      }
    }
    swap(&hits, &state.hits)
    for i in state.hits.indices {
      let hit = state.hits[i]
      if hit.width < Self.largeWidth, state.vainProbes >= maximumProbes / Self.vainShare { continue }
      confirm(hit.centre, y, hit.width, hit.isDark, &state)
    }
  }

  /// Whether a row has the colours of five runs in their middles.
  @inline(__always)
  private static func hasRuns(_ row: UnsafePointer<UInt8>, _ e: UnsafePointer<Int32>, _ ink: UInt8) -> Bool {
    row[Int(e[2] &+ e[3]) >> 1] == ink && row[Int(e[1] &+ e[2]) >> 1] != ink && row[Int(e[3] &+ e[4]) >> 1] != ink
      && row[Int(e[0] &+ e[1]) >> 1] == ink && row[Int(e[4] &+ e[5]) >> 1] == ink
  }

  /// A row this part of the pattern's width above or below shows the same colours in the middle of the five runs: half
  /// a module, which on one side or the other is still inside of the centre, also of a pattern on its corner.
  private static let neighbourShare = 16

  /// Five runs of a row like those through the middle of a pattern.
  private struct Hit {
    let centre: Double
    let width: Int
    let isDark: Bool
  }

  private func confirm(_ x: Double, _ y: Int, _ width: Int, _ dark: Bool, _ state: inout State) {
    let cx = Int(x)
    let mark: UInt8 = dark ? 1 : 2
    let cell = (y >> Self.cellShift) * state.columns + cx >> Self.cellShift
    if state.claimed[cell] & mark != 0 { return }
    let value: UInt8 = dark ? 1 : 0
    // A tilted symbol may be four times as high as wide, or the other way round.
    guard let down = runs(cx, y, 0, 1, value, limit: width * 2 + 4) else { return }
    let cy = Int(Double(y) + down.shift)
    guard cy >= 0, cy < plane.height else { return }
    let failed = mark << 2
    let middle = (cy >> Self.cellShift) * state.columns + cx >> Self.cellShift
    if state.claimed[middle] & (mark | failed) != 0 { return }
    if state.isTried(cx, cy) { return }
    guard let across = runs(cx, cy, 1, 0, value, limit: width * 2 + 4) else { return }
    guard down.total <= across.total * 4, across.total <= down.total * 4 else { return }
    let isSmall = down.total + across.total < Self.smallTotal
    guard let finder = measure(cx, y, cy, down, across, dark, &state) else {
      // Near the centre of a small pattern another pixel may do better.
      if isSmall { state.markTried(cx, cy) }
      let tries: UInt8 = dark ? 0x10 : 0x40
      if isSmall, state.claimed[middle] & (tries &* 3) < tries &* Self.mostTries {
        state.claimed[middle] += tries
      } else {
        state.claimed[middle] |= failed
      }
      return
    }
    claim(finder, mark, &state)
    if state.finders.contains(where: {
      $0.isDark == dark && $0.center.distance(to: finder.center) < max($0.module, finder.module) * 2
    }) {
      return
    }
    state.finders.append(finder)
    state.vainProbes = 0
  }

  /// Pixels of a cell that are tried in vain as the centre of a small pattern before the next one is the last.
  private static let mostTries: UInt8 = 2
  /// Width and height of a pattern below which several pixels of its centre are tried.
  private static let smallTotal = 48

  private func measure(
    _ cx: Int, _ y: Int, _ cy: Int, _ down: (total: Int, shift: Double), _ across: (total: Int, shift: Double),
    _ dark: Bool, _ state: inout State
  ) -> QRFinder? {
    let value: UInt8 = dark ? 1 : 0
    let largest = max(down.total, across.total)
    // All lines through the centre have it in their middle.
    let slack = Double(largest) / 10 + 1
    let diagonals = [
      runs(cx, cy, 1, 1, value, limit: largest + 4), runs(cx, cy, 1, -1, value, limit: largest + 4),
    ]
    guard diagonals.contains(where: { $0 != nil }), diagonals.allSatisfy({ abs($0?.shift ?? 0) < slack }) else {
      return nil
    }
    state.probes += 1
    state.vainProbes += 1
    let module = Double(down.total * across.total).squareRoot() / 7
    let start = Point(Double(cx) + across.shift + 0.5, Double(y) + down.shift + 0.5)
    guard let probe = QRFinderProbe(luma: luma, plane: plane),
      let finder = probe.measure(at: start, module: module, isDark: dark), finder.module > module * 0.5,
      finder.module < module * 2
    else { return nil }
    return finder
  }

  private func claim(_ finder: QRFinder, _ mark: UInt8, _ state: inout State) {
    let reach = finder.module * 1.6
    let x0 = max(0, Int(finder.center.x - reach)) >> Self.cellShift
    let x1 = min(plane.width - 1, Int(finder.center.x + reach)) >> Self.cellShift
    let y0 = max(0, Int(finder.center.y - reach)) >> Self.cellShift
    let y1 = min(plane.height - 1, Int(finder.center.y + reach)) >> Self.cellShift
    guard x0 <= x1, y0 <= y1 else { return }
    for y in y0...y1 {
      for x in x0...x1 { state.claimed[y * state.columns + x] |= mark }
    }
  }

  /// The five runs along a direction through a pixel of the centre: their sum, and how far the centre run's middle
  /// lies from the pixel, in steps; nil when they are not 1:1:3:1:1.
  private func runs(
    _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ value: UInt8, limit: Int
  ) -> (total: Int, shift: Double)? {
    guard plane.contains(x: x, y: y), plane[x, y] == value else { return nil }
    guard let back = half(x, y, -dx, -dy, value, limit), let forth = half(x, y, dx, dy, value, limit) else {
      return nil
    }
    let centre = back.0 + forth.0 - 1
    guard QRFinderRatio.fits(back.2, back.1, centre, forth.1, forth.2) else { return nil }
    let total = back.2 + back.1 + centre + forth.1 + forth.2
    return (total, Double(forth.0 - back.0) / 2)
  }

  /// Lengths of the runs from a pixel of the centre outwards: centre (that pixel included), gap, ring.
  private func half(
    _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ value: UInt8, _ limit: Int
  ) -> (Int, Int, Int)? {
    let step = dy &* plane.stride &+ dx
    var room = limit
    if dx > 0 { room = min(room, plane.width &- x) } else if dx < 0 { room = min(room, x &+ 1) }
    if dy > 0 { room = min(room, plane.height &- y) } else if dy < 0 { room = min(room, y &+ 1) }
    var p = plane.base + (y &* plane.stride &+ x)
    var i = 0
    // The centre is not wider than the rest.
    let half = min(room, limit >> 1 &+ 1)
    while i < half, p.pointee == value {
      p += step
      i &+= 1
    }
    if i == half { return nil }
    let centre = i
    while i < room, p.pointee != value {
      p += step
      i &+= 1
    }
    let gap = i &- centre
    if gap == 0 { return nil }
    while i < room, p.pointee == value {
      p += step
      i &+= 1
    }
    let ring = i &- gap &- centre
    return ring == 0 ? nil : (centre, gap, ring)
  }
}
