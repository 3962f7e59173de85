import BarcodeCore
import LinearSymbologies
import StackedSymbologies

/// Goes through the scales of a picture. What one has read, the next does not look at.
struct Ladder {
  private let luma: LumaView
  private let options: ReaderOptions
  private let sink: (any DebugSink)?
  private var scales: [Int: Scale] = [:]
  private var found: [Barcode] = []

  /// One scale of the picture with the memory that its frame needs.
  private struct Scale {
    /// Pixels of the picture to one of this scale.
    let factor: Double
    let memory: ScaledPicture
    var search: FrameSearch
    /// How many results of all scales it has been told.
    var known: Int
  }

  init(_ luma: LumaView, options: ReaderOptions, sink: (any DebugSink)?) {
    self.luma = luma
    self.options = options
    self.sink = sink
  }

  mutating func climb() -> [Barcode] {
    let order = PictureScale.order(width: luma.width, height: luma.height, effort: options.effort)
    for halvings in order {
      if isDone(before: halvings) { break }
      search(halvings, effort: options.effort)
      if found.count >= options.maximumCount { break }
    }
    return found
  }

  /// Whether halves of a picture that was searched at its own scale are not worth the work: its linear symbols were
  /// read, and there were no others.
  private func isDone(before halvings: Int) -> Bool {
    options.effort <= .balanced && scales.keys.contains { $0 < halvings } && !found.isEmpty
      && found.allSatisfy { SymbologySet.linear.contains($0.symbology) }
  }

  private mutating func search(_ halvings: Int, effort: ReaderOptions.Effort) {
    var scale = scales[halvings] ?? makeScale(halvings)
    scale.search.leaveOut(found[scale.known...].map { $0.corners.map { $0 / scale.factor } })
    if scale.search.hasPlaces {
      let before = scale.search.found.count
      let isReduced = effort <= .balanced && scales.keys.contains { $0 < halvings }
      scale.search.run(effort: effort, limit: options.maximumCount - found.count, isReduced: isReduced)
      found += scale.search.found[before...].map { halvings == 0 ? $0 : $0.scaled(by: scale.factor) }
    }
    scale.known = found.count
    scales[halvings] = scale
  }

  /// The kinds of candidates that somebody looks at.
  private var candidateKinds: Set<Candidate.Kind> {
    let on = options.symbologies
    if sink != nil || !on.isDisjoint(with: StackedReader.symbologies) { return [.bars, .matrix] }
    return on.isDisjoint(with: LinearReader.symbologies) ? [] : [.bars]
  }

  private func makeScale(_ halvings: Int) -> Scale {
    let memory = ScaledPicture(luma, halvings: halvings, candidates: candidateKinds)
    return Scale(
      factor: Double(1 << halvings), memory: memory,
      search: FrameSearch(frame: memory.frame, options: options, sink: sink), known: 0)
  }
}

/// A picture at one scale, with its frame.
final class ScaledPicture {
  private let pixels: UnsafeMutablePointer<UInt8>?
  private let builder: FrameBuilder

  var frame: Frame { builder.frame }

  /// The picture must stay valid as long as this.
  init(_ luma: LumaView, halvings: Int, candidates: Set<Candidate.Kind>) {
    guard halvings > 0 else {
      pixels = nil
      builder = FrameBuilder(luma, candidates: candidates)
      return
    }
    var image = LumaImage(halving: luma)
    for _ in 1..<halvings { image = image.withView { LumaImage(halving: $0) } }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: image.pixels.count)
    copy.initialize(from: image.pixels, count: image.pixels.count)
    pixels = copy
    let half = LumaView(base: copy, width: image.width, height: image.height, stride: image.width)
    builder = FrameBuilder(half, candidates: candidates)
  }

  deinit { pixels?.deallocate() }
}
