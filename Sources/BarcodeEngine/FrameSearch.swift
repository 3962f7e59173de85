import BarcodeCore
import LinearSymbologies
import MatrixSymbologies
import StackedSymbologies

/// Runs the readers of the enabled symbologies over one frame; what one has read, the next does not look at again.
struct FrameSearch {
  private var frame: Frame
  private let options: ReaderOptions
  private let sink: (any DebugSink)?
  private(set) var found: [Barcode] = []

  /// Areas in `known` are left out: something was read there.
  init(frame: Frame, options: ReaderOptions, known: [Quad], sink: (any DebugSink)?) {
    self.frame = known.isEmpty ? frame : frame.without(known)
    self.options = options
    self.sink = sink
  }

  mutating func run() {
    if let sink {
      sink.plane(frame.plane)
      for candidate in frame.candidates { sink.candidate(candidate) }
    }
    let on = options.symbologies
    if on.contains(.qr) { take(QRReader(options: options).read(frame, sink: sink)) }
    if on.contains(.dataMatrix), !isDone { take(DataMatrixReader(options: options).read(frame, sink: sink)) }
    if on.contains(.aztec), !isDone { take(AztecReader(options: options).read(frame, sink: sink)) }
    if on.contains(.maxiCode), !isDone { take(MaxiCodeReader(options: options).read(frame, sink: sink)) }
    if !on.isDisjoint(with: StackedReader.symbologies), !isDone {
      take(StackedReader(options: options).read(frame, sink: sink))
    }
    if !on.isDisjoint(with: LinearReader.symbologies), !isDone {
      take(LinearReader(options: options).read(frame, sink: sink))
    }
  }

  private var isDone: Bool { found.count >= options.maximumCount }

  private mutating func take(_ barcodes: [Barcode]) {
    guard !barcodes.isEmpty else { return }
    found += barcodes
    frame = frame.without(barcodes.map(\.corners))
  }
}

extension Frame {
  /// The frame with the energy of the given areas removed, and the candidates that lie in them.
  fileprivate func without(_ areas: [Quad]) -> Frame {
    var energy = tiles.energy
    let size = Double(TileMap.size)
    for area in areas {
      let (x0, y0, x1, y1) = area.bounds
      guard x0.isFinite, y0.isFinite, x1.isFinite, y1.isFinite else { continue }
      for row in indices(from: y0 / size, to: y1 / size, of: tiles.rows) {
        for column in indices(from: x0 / size, to: x1 / size, of: tiles.columns) {
          let center = Point((Double(column) + 0.5) * size, (Double(row) + 0.5) * size)
          if area.contains(center) { energy[row * tiles.columns + column] = 0 }
        }
      }
    }
    let left = candidates.filter { candidate in
      !areas.contains { $0.contains(candidate.quad.center) && $0.area > candidate.quad.area / 2 }
    }
    return Frame(
      luma: luma, plane: plane, candidates: left,
      tiles: TileMap(
        columns: tiles.columns, rows: tiles.rows, energy: energy, coherence: tiles.coherence, angle: tiles.angle))
  }

  /// The whole numbers of `0..<count` that the interval touches.
  private func indices(from low: Double, to high: Double, of count: Int) -> Range<Int> {
    let from = Int(max(0, min(Double(count), low)))
    let to = Int(max(0, min(Double(count), high + 1)))
    return from..<max(from, to)
  }
}
