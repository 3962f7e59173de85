import MatrixSymbologies
import Testing

@Suite("Runs of a row")
struct RowEdgesTests {
  /// Pixels of a row of runs of 1 to 9 pixels, and one that is longer than runs are compared.
  private static func row(_ seed: UInt64) -> [UInt8] {
    var state = seed
    var pixels: [UInt8] = []
    var ink: UInt8 = 0
    for k in 0..<70 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let length = k == 40 ? 2 * RunLanes.longest : 1 + Int(state >> 33) % 9
      pixels += [UInt8](repeating: ink, count: length)
      ink ^= 1
    }
    return pixels
  }

  @Test("Places found sixteen at once are those that are found one by one", arguments: 1...20)
  func placesOneByOne(seed: Int) {
    let pixels = Self.row(UInt64(seed))
    var edges = RowEdges(width: pixels.count)
    pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      edges.find(base, from: 0, to: pixels.count)
    }
    let ends = [0] + (1..<pixels.count).filter { pixels[$0] != pixels[$0 - 1] } + [pixels.count]
    func length(_ run: Int) -> Int { min(ends[run + 1] - ends[run], RunLanes.longest) }
    let wanted = (2...(ends.count - 4)).filter { 2 * length($0) < length($0 + 1) + length($0 + 2) }
    var found: [Int] = []
    edges.forEachPlace(from: 2, edges: 4, where: { 2 &* $0[0] .< $0[1] &+ $0[2] }) { columns, place in
      #expect(Int(columns[place]) == ends[place])
      found.append(place)
    }
    #expect(edges.count == ends.count)
    #expect(found == wanted && !found.isEmpty)
  }
}
