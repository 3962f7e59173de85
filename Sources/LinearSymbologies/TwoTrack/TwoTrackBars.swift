import BarcodeCore

/// Bars of which each covers the upper half, the lower half, or both, as one line through each half shows them.
struct TwoTrackBars {
  /// From left to right.
  let bars: [Bar]
  /// Distances of the outermost edges along the axis, in pixels.
  let first: Double
  let last: Double
  /// Mean width of a bar, in pixels.
  let width: Double

  /// A dark stretch of a line, as distances along the axis.
  struct Stretch {
    var from: Double
    var to: Double
    var middle: Double { (from + to) / 2 }
    var width: Double { to - from }
  }

  /// A bar as the two lines show it.
  struct Bar {
    var upper: Stretch?
    var lower: Stretch?

    init(_ stretch: Stretch, code: UInt8) {
      if code == 2 { upper = stretch } else { lower = stretch }
    }

    /// 1 lower half, 2 upper half, 3 both.
    var code: UInt8 { (upper == nil ? 0 : 2) + (lower == nil ? 0 : 1) }

    /// The leftmost of what the lines show.
    var stretch: Stretch {
      guard let upper else { return lower ?? Stretch(from: 0, to: 0) }
      return lower.map { $0.middle < upper.middle ? $0 : upper } ?? upper
    }
  }

  /// See `Bar.code`.
  var codes: [UInt8] { bars.map(\.code) }

  /// Mean distance from bar to bar, in pixels.
  var pitch: Double { (last - first - width) / Double(Swift.max(1, bars.count - 1)) }

  /// Bars of one symbol have the same width, within this factor, and the same distance.
  private static let mostWidths = 1.7
  private static let mostPitches = 1.35
  /// Distance from bar to bar, in widths of a bar; it is 2 nominally.
  private static let pitches = 1.35...4.0
  /// Clear space on both sides, in distances from bar to bar.
  static let leastQuiet = 2.5

  /// Whether stretches in the given part of a line are as equally wide as bars of one symbol.
  static func areAlike(_ stretches: [Stretch], in extent: ClosedRange<Double>) -> Bool {
    var (narrow, wide) = (Double.infinity, 0.0)
    for stretch in stretches where extent.contains(stretch.middle) {
      (narrow, wide) = (min(narrow, stretch.width), max(wide, stretch.width))
    }
    return wide < narrow * mostWidths
  }

  /// The bars that the two halves show between `from` and `to`, or nil when they are none of a symbol.
  init?(upper: [Stretch], lower: [Stretch], from: Double, to: Double) {
    let all = (upper.map { ($0, UInt8(2)) } + lower.map { ($0, UInt8(1)) }).sorted { $0.0.middle < $1.0.middle }
    var bars: [Bar] = []
    for (stretch, code) in all {
      if let before = bars.last, stretch.middle - before.stretch.middle < before.stretch.width * 0.6 {
        guard before.code & code == 0 else { return nil }
        if code == 2 { bars[bars.count - 1].upper = stretch } else { bars[bars.count - 1].lower = stretch }
      } else {
        bars.append(Bar(stretch, code: code))
      }
    }
    let inside = bars.filter { $0.stretch.middle >= from && $0.stretch.middle <= to }
    guard inside.count >= 3, inside.count <= PharmacodeTwoTrack.bars.upperBound, let a = inside.first,
      let b = inside.last
    else { return nil }
    let widths = inside.map(\.stretch.width)
    let gaps = zip(inside, inside.dropFirst()).map { $1.stretch.middle - $0.stretch.middle }
    guard let narrow = widths.min(), let wide = widths.max(), narrow > 0.8, wide < narrow * Self.mostWidths,
      let near = gaps.min(), let far = gaps.max(), far < near * Self.mostPitches
    else { return nil }
    width = widths.reduce(0, +) / Double(widths.count)
    let pitch = gaps.reduce(0, +) / Double(gaps.count)
    guard Self.pitches.contains(pitch / width) else { return nil }
    // What else the lines show must leave room for quiet zones.
    let room = Self.leastQuiet * pitch
    for other in bars where other.stretch.middle < from || other.stretch.middle > to {
      guard a.stretch.from - other.stretch.to > room || other.stretch.from - b.stretch.to > room else { return nil }
    }
    self.bars = inside
    first = a.stretch.from
    last = b.stretch.to
  }
}

/// Pharmacode two-track (Laetus): numbers from 4 to 64570080.
package enum PharmacodeTwoTrack {
  static let bars = 2...16

  /// The number: digits to the base 3 without a zero; the lower half is 1, the upper half 2, both are 3.
  package static func value(_ codes: [UInt8]) -> Int { codes.reduce(0) { $0 * 3 + Int($1) } }

  /// Bars in a row that are alike, on average, from which on they are those of a grating in blocks: of numbers it is
  /// one and a half.
  private static let mostAlike = 3

  /// Whether bars are alike for so long that they may be pieces of gratings above and below each other.
  static func areBlocks(_ codes: [UInt8]) -> Bool {
    let blocks = zip(codes, codes.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    return codes.count >= mostAlike * blocks
  }

  /// The bars from the other side.
  static func turned(_ codes: [UInt8]) -> [UInt8] { codes.reversed().map { $0 == 3 ? 3 : 3 - $0 } }
}
