import BarcodeCore

extension LinearSession {
  /// Reads the located bars, the best first.
  func readCandidates() {
    for candidate in frame.candidates where candidate.kind == .bars && !isFull {
      read(candidate)
    }
  }

  private func read(_ c: Candidate) {
    let q = c.quad
    let left = (q.topLeft + q.bottomLeft) / 2
    let right = (q.topRight + q.bottomRight) / 2
    let down = (q.bottomLeft + q.bottomRight - q.topLeft - q.topRight) / 2
    let length = left.distance(to: right)
    guard length > 16, length < 30000, down.length < 30000 else { return }
    let along = (right - left) / length
    let height = down.length
    let rows = height > 40 ? 5 : height > 16 ? 3 : 1
    let reach = along * Swift.max(24, length * 0.12)
    let across = down.normalized
    for fraction in [0.0, -0.25, 0.25, -0.12, 0.12, -0.38, 0.38] {
      let middle = down * fraction
      guard
        let line = ScanLine(
          in: frame.luma, from: left + middle - reach, to: right + middle + reach, rows: rows, across: across)
      else { continue }
      scan(line, methods: [.local, .slope])
    }
  }
}
