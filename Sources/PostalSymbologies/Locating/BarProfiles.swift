import BarcodeCore

/// Amount of ink along the bars of a row and along the gaps between them: 0 paper, 1 ink.
struct BarProfiles {
  let geometry: TrainGeometry
  /// Numbers of the first bar sampled and how many.
  let first: Int
  let count: Int
  /// Samples along a bar; the middle one lies on the middle line.
  let size: Int
  /// Distance of samples, in pixels.
  let step: Double
  /// Ink of bars, `size` values each.
  private(set) var bars: [Float]
  /// Ink of the gap before each bar and after the last one.
  private(set) var gaps: [Float]
  /// Whether the paper of each sample of the gaps is saturated.
  private var isSaturated: [Bool] = []
  /// Contrast of the middle of each bar, as a share of that of all bars.
  private var contrasts: [Float] = []
  /// Grey value of the paper at each bar, and ink a grey level.
  private var papers: [Float] = []
  private var scales: [Float] = []
  private let view: InkView

  /// Bars beyond the ends that are looked at, to find the ends and the quiet zones.
  static let margin = 4

  init?(_ view: InkView, _ geometry: TrainGeometry) {
    let pitch = geometry.pitch
    self.geometry = geometry
    self.view = view
    first = geometry.first - BarProfiles.margin
    count = geometry.count + 2 * BarProfiles.margin
    step = max(0.5, pitch / 8)
    let half = Int(geometry.reach * pitch / step)
    size = 2 * half + 1
    bars = [Float](repeating: 0, count: count * size)
    gaps = [Float](repeating: 0, count: (count + 1) * size)
    // Two samples across a bar lie at the quarters of its width.
    let side = min(0.25 * geometry.width, 0.15 * pitch) / pitch
    for bar in 0..<count {
      sample(view, Double(first + bar) - side, weight: 0.5, &bars, bar * size, half)
      sample(view, Double(first + bar) + side, weight: 0.5, &bars, bar * size, half)
    }
    for gap in 0...count { sample(view, Double(first + gap) - 0.5, weight: 1, &gaps, gap * size, half) }
    normalize()
  }

  private func sample(
    _ view: InkView, _ number: Double, weight: Float, _ values: inout [Float], _ base: Int, _ half: Int
  ) {
    let start = geometry.point(number, -Double(half) * step)
    let stride = geometry.barDirection(number) * step
    for index in 0..<size {
      let p = Point(start.x + stride.x * Double(index), start.y + stride.y * Double(index))
      values[base + index] += weight * view.grey(p)
    }
  }

  /// Bars to either side that share paper and ink.
  private static let neighbours = 5

  /// The value that would stand at a place if the values, of which there is at least one, were sorted.
  private static func select(_ values: UnsafeMutableBufferPointer<Float>, _ place: Int) -> Float {
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        guard i <= j else { break }
        values.swapAt(i, j)
        i += 1
        j -= 1
      }
      if place <= j { high = j } else if place >= i { low = i } else { break }
    }
    return values[place]
  }

  /// Turns grey values to ink: the lightest of what lies around is paper, the darkest of the middle ink.
  private mutating func normalize() {
    let half = size / 2
    let core = max(1, Int(0.35 * geometry.pitch / step))
    isSaturated = gaps.map { $0 >= BarProfiles.saturated }
    let papers = (0...count).map { gap -> Float in
      var values = Array(gaps[(gap * size)..<((gap + 1) * size)])
      return values.withUnsafeMutableBufferPointer { BarProfiles.select($0, $0.count * 80 / 100) }
    }
    let inks = (0..<count).map { bar -> Float in
      var sum: Float = 0
      for index in (half - core)...(half + core) { sum += bars[bar * size + index] }
      return sum / Float(2 * core + 1)
    }
    let inner = BarProfiles.margin..<(count - BarProfiles.margin)
    measureContrasts(papers, inks)
    var paperOf = [Float](repeating: 255, count: count + 1)
    var scaleOf = [Float](repeating: 0, count: count + 1)
    for index in 0...count {
      let low = max(inner.lowerBound, min(inner.upperBound - 1, index) - BarProfiles.neighbours)
      let high = min(inner.upperBound - 1, max(inner.lowerBound, index) + BarProfiles.neighbours)
      let paper = papers[low...(high + 1)].sorted()[(high + 2 - low) / 2]
      let ink = inks[low...high].sorted()[(high - low + 1) / 3]
      paperOf[index] = paper
      scaleOf[index] = paper - ink > 4 ? 1 / (paper - ink) : 0
    }
    (self.papers, scales) = (paperOf, scaleOf)
    for bar in 0..<count {
      for index in (bar * size)..<((bar + 1) * size) {
        bars[index] = max(-0.3, min(1.3, (paperOf[bar] - bars[index]) * scaleOf[bar]))
      }
    }
    for gap in 0...count {
      for index in (gap * size)..<((gap + 1) * size) {
        gaps[index] = max(-0.3, min(1.3, (paperOf[gap] - gaps[index]) * scaleOf[gap]))
      }
    }
  }

  /// Grey value from which paper may be saturated, with some noise.
  private static let saturated: Float = 250
  /// Bars to either side whose contrast tells how strong glare is at a bar: that of one bar varies with the pixels.
  private static let nearBars = 2

  private mutating func measureContrasts(_ papers: [Float], _ inks: [Float]) {
    let inner = BarProfiles.margin..<(count - BarProfiles.margin)
    func contrast(_ bar: Int) -> Float {
      let paper = (papers[bar] + papers[bar + 1]) / 2
      return paper > 0 ? max(0, 1 - inks[bar] / paper) : 0
    }
    let all = inner.map(contrast).sorted()
    let usual = all.isEmpty ? 0 : all[all.count / 2]
    contrasts = (0..<count).map { usual > 0 ? contrast($0) / usual : 1 }
  }

  /// The contrast of the middles of a bar and its neighbours, as a share of the usual one.
  func contrast(around bar: Int) -> Double {
    contrast(of: bar - BarProfiles.nearBars...bar + BarProfiles.nearBars)
  }

  /// The same of some bars, without those beyond the ends of the row.
  func contrast(of bars: ClosedRange<Int>) -> Double {
    let known = bars.clamped(to: BarProfiles.margin...count - 1 - BarProfiles.margin)
    return Double(contrasts[known].reduce(0, +)) / Double(known.count)
  }

  /// Share of saturated paper in the gap before a bar.
  func saturation(gapBefore bar: Int, from low: Double, to high: Double) -> Double {
    let range = samples(low, high)
    let row = isSaturated[(bar * size + range.lowerBound)...(bar * size + range.upperBound)]
    return Double(row.filter { $0 }.count) / Double(range.count)
  }

  /// Whether all samples of a part of a bar lie in the picture.
  func isInside(bar: Int, from low: Double, to high: Double) -> Bool {
    let number = Double(first + bar)
    return view.luma.contains(geometry.point(number, low - step))
      && view.luma.contains(geometry.point(number, high + step))
  }

  /// Mean ink of a bar between two distances from the middle line, in pixels.
  func ink(bar: Int, from low: Double, to high: Double) -> Double {
    mean(bars, bar, low, high)
  }

  /// Distance from a bar's edge, in pitches, of what is called beside it, and from its middle, where the width is not
  /// well known.
  private static let beside = 0.12
  private static let besideMiddle = 0.3...0.45

  /// Mean ink close to the left (-1) or right (1) edge of a bar.
  func ink(beside bar: Int, side: Int, from low: Double, to high: Double) -> Double {
    let pitch = geometry.pitch
    let range = BarProfiles.besideMiddle
    let distance = max(range.lowerBound, min(range.upperBound, geometry.width / 2 / pitch + BarProfiles.beside))
    let number = Double(first + bar) + Double(side) * distance
    let samples = samples(low, high)
    let start = geometry.point(number, self.distance(samples.lowerBound))
    let stride = geometry.barDirection(number) * step
    var sum: Float = 0
    for index in 0..<samples.count { sum += view.grey(start + stride * Double(index)) }
    return Double((papers[bar] - sum / Float(samples.count)) * scales[bar])
  }

  /// Mean ink of the gap before a bar.
  func ink(gapBefore bar: Int, from low: Double, to high: Double) -> Double {
    mean(gaps, bar, low, high)
  }

  private func mean(_ values: [Float], _ row: Int, _ low: Double, _ high: Double) -> Double {
    let range = samples(low, high)
    var sum: Float = 0
    for index in range { sum += values[row * size + index] }
    return Double(sum) / Double(range.count)
  }

  /// The samples between two distances from the middle line, in pixels; one at the least.
  private func samples(_ low: Double, _ high: Double) -> ClosedRange<Int> {
    let half = Double(size / 2)
    let from = max(0, min(Double(size - 1), low / step + half))
    let to = max(from, min(Double(size - 1), high / step + half))
    let first = Int(from.rounded())
    return first...max(first, Int(to.rounded()))
  }

  /// Distance from the middle line, in pixels, of a sample.
  func distance(_ index: Int) -> Double { Double(index - size / 2) * step }
}
