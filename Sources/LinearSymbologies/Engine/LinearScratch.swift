/// Memory that the linear readers use again for every line of a frame, so that a line costs no allocation.
final class LinearScratch {
  /// Samples that fit.
  private(set) var capacity = 0
  /// Grey values of the line at hand.
  private(set) var grey: UnsafeMutablePointer<Float>
  /// The line after sharpening or smoothing.
  private(set) var filtered: UnsafeMutablePointer<Float>
  /// Turning points of the line: index of the sample.
  private(set) var extremes: UnsafeMutablePointer<Int32>
  /// Edge positions in samples, in order.
  private(set) var edges: UnsafeMutablePointer<Float>
  /// Edge positions of the line walked backwards: negated, in order.
  private(set) var reversed: UnsafeMutablePointer<Float>
  /// Local extremes of blocks of samples.
  private(set) var low: UnsafeMutablePointer<Float>
  private(set) var high: UnsafeMutablePointer<Float>

  init(capacity: Int = 2048) {
    let n = Swift.max(capacity, 64)
    self.capacity = n
    grey = .allocate(capacity: n)
    filtered = .allocate(capacity: n)
    extremes = .allocate(capacity: n)
    edges = .allocate(capacity: n)
    reversed = .allocate(capacity: n)
    low = .allocate(capacity: n)
    high = .allocate(capacity: n)
  }

  deinit { release() }

  private func release() {
    grey.deallocate()
    filtered.deallocate()
    extremes.deallocate()
    edges.deallocate()
    reversed.deallocate()
    low.deallocate()
    high.deallocate()
  }

  /// Makes room for so many samples; what was held is lost when there was not.
  func reserve(_ samples: Int) {
    guard samples > capacity else { return }
    release()
    let n = samples + samples / 2
    capacity = n
    grey = .allocate(capacity: n)
    filtered = .allocate(capacity: n)
    extremes = .allocate(capacity: n)
    edges = .allocate(capacity: n)
    reversed = .allocate(capacity: n)
    low = .allocate(capacity: n)
    high = .allocate(capacity: n)
  }
}
