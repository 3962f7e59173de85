import BarcodeCore
import LinearSymbologies
import StackedSymbologies

/// Goes through the scales of a picture. What one has read, the next does not look at.
struct Ladder {
  private let luma: LumaView
  private let options: ReaderOptions
  private let sink: (any DebugSink)?
  private let linear: LinearReader
  private var found: [Barcode] = []
  /// Halvings of the finest scale that was searched.
  private var finest = Int.max
  /// Whether the scale searched last has no edges besides those of symbols.
  private var isExplained = false

  init(_ luma: LumaView, options: ReaderOptions, linear: LinearReader, sink: (any DebugSink)?) {
    self.luma = luma
    self.options = options
    self.sink = sink
    self.linear = linear
  }

  mutating func climb() -> [Barcode] {
    let order = PictureScale.order(width: luma.width, height: luma.height, effort: options.effort)
    var vainScales = 0
    for halvings in order {
      if isDone(before: halvings) { break }
      if options.effort <= .balanced, !found.isEmpty, vainScales >= Self.mostVainScales { break }
      let before = found.count
      search(halvings)
      vainScales = found.count > before ? 0 : vainScales + 1
      if found.count >= options.maximumCount { break }
    }
    return found
  }

  /// Scales in a row that add nothing to what the picture gave: symbols in one picture are of similar size, so that at
  /// the scales beyond there is hardly one.
  private static let mostVainScales = 2

  /// Whether halves of a picture that was searched at its own scale are not worth the work: the symbols that were read
  /// have all of its edges, or they are linear ones, and there were no others.
  private func isDone(before halvings: Int) -> Bool {
    options.effort <= .balanced && finest < halvings && !found.isEmpty
      && (isExplained || found.allSatisfy { SymbologySet.linear.contains($0.symbology) })
  }

  private mutating func search(_ halvings: Int) {
    let isReduced = options.effort <= .balanced && finest < halvings
    let memory = ScaledPicture(
      luma, halvings: halvings, candidates: candidateKinds, leastModule: isReduced ? Self.leastReducedModule : 1)
    // Pixels of the picture to one of this scale.
    let factor = Double(1 << halvings)
    let unread = options.effort >= .balanced ? UnreadPlaces() : nil
    var linear = linear
    linear.leastModule = halvings == 0 ? 0 : Self.leastLinearModule
    var search = FrameSearch(frame: memory.frame, options: options, linear: linear, unread: unread, sink: sink)
    search.leaveOut(found.map { $0.corners.map { $0 / factor } })
    if search.hasPlaces {
      search.run(limit: options.maximumCount - found.count)
      var read = search.found.filter { halvings == 0 || isSure(ofScale: $0) }
      if let unread {
        let sharpened = SharpenedSearch(frame: memory.frame, options: options, sink: sink)
        let places = unread.places.filter { place in
          !read.contains { $0.corners.contains(place.mark.center) }
        }
        read += sharpened.read(places, limit: options.maximumCount - found.count - read.count)
        if read.isEmpty, found.isEmpty || options.effort > .balanced {
          read += sharpened.readRegions(limit: options.maximumCount - found.count)
        }
      }
      found += read.map { halvings == 0 ? $0 : $0.scaled(by: factor) }
    }
    isExplained = !search.hasPlaces
    finest = min(finest, halvings)
    withExtendedLifetime(memory) {}
  }

  /// Whether the scale before cannot say better what a linear symbol is.
  private func isSure(ofScale barcode: Barcode) -> Bool {
    !Self.linear.contains(barcode.symbology) || barcode.moduleSize >= Self.leastLinearModule
  }

  /// Pixels of a module of a linear symbol on a half; see `LinearReader.leastModule`.
  private static let leastLinearModule = 1.2
  private static let linear = SymbologySet.linear.union(LinearReader.symbologies)

  /// Pixels of a module below which a half adds nothing to the scale before it, where the module has twice as many.
  private static let leastReducedModule = 2.0

  /// The kinds of candidates that somebody looks at.
  private var candidateKinds: Set<Candidate.Kind> {
    let on = options.symbologies
    if sink != nil || !on.isDisjoint(with: StackedReader.symbologies) { return [.bars, .matrix] }
    return on.isDisjoint(with: LinearReader.symbologies) ? [] : [.bars]
  }
}

/// A picture at one scale, with its frame.
final class ScaledPicture {
  private let pixels: UnsafeMutablePointer<UInt8>?
  private let builder: FrameBuilder

  var frame: Frame { builder.frame }

  /// The picture must stay valid as long as this. See `Frame.leastModule`.
  init(_ luma: LumaView, halvings: Int, candidates: Set<Candidate.Kind>, leastModule: Double) {
    guard halvings > 0 else {
      pixels = nil
      builder = FrameBuilder(luma, candidates: candidates, leastModule: leastModule)
      return
    }
    var image = LumaImage(halving: luma)
    for _ in 1..<halvings { image = image.withView { LumaImage(halving: $0) } }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: image.pixels.count)
    copy.initialize(from: image.pixels, count: image.pixels.count)
    pixels = copy
    let half = LumaView(base: copy, width: image.width, height: image.height, stride: image.width)
    builder = FrameBuilder(half, candidates: candidates, leastModule: leastModule)
  }

  deinit { pixels?.deallocate() }
}
