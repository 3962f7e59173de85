import BarcodeCore

/// The 2787 symbol characters of PDF417 and MicroPDF417: 17 modules in four bars and four spaces, three clusters of 929.
enum SymbolCharacters {
  /// Modules of a symbol character.
  static let modules = 17
  /// Codewords of a cluster.
  static let count = 929

  /// What a sequence of widths stands for.
  struct Reading: Equatable {
    /// 0 to 928.
    var codeword: Int
    /// Cluster number divided by 3: 0, 1 or 2; the row number modulo 3 in PDF417.
    var cluster: Int
  }

  /// Slots of the hash table, a power of two well above the number of characters.
  private static let slots = 8192

  /// Character index + 1 by hash of its six edge-to-similar-edge distances; 0 is free. The key stands beside it.
  private static let table: (keys: [UInt32], values: [UInt16]) = {
    var keys = [UInt32](repeating: 0, count: slots)
    var values = [UInt16](repeating: 0, count: slots)
    for (index, bits) in patterns.enumerated() {
      let widths = widths(of: bits)
      var key: UInt32 = 0
      for i in 0..<6 { key = key << 4 | UInt32(widths[i] + widths[i + 1]) }
      var slot = hash(key)
      while values[slot] != 0 { slot = (slot + 1) & (slots - 1) }
      keys[slot] = key
      values[slot] = UInt16(truncatingIfNeeded: index + 1)
    }
    return (keys, values)
  }()

  private static func hash(_ key: UInt32) -> Int {
    Int((key &* 0x9E37_79B1) >> 19)
  }

  /// The eight widths, in modules, of a pattern.
  static func widths(of bits: UInt32) -> [Int] {
    var widths: [Int] = []
    var last: UInt32 = 0
    for place in 0..<modules {
      let module = bits >> UInt32(modules - 1 - place) & 1
      if module == last { widths[widths.count - 1] += 1 } else { widths.append(1) }
      last = module
    }
    return widths
  }

  /// Reads a character by the distances of its similar edges, which do not change when bars grow or shrink in print.
  ///
  /// - Parameters:
  ///   - edges: Nine ascending positions, from the first bar's first edge to the next character's.
  ///   - residual: Receives the largest deviation of a distance from whole modules.
  /// - Returns: nil when no character has these distances.
  static func read(_ edges: UnsafePointer<Float>, residual: inout Float) -> Reading? {
    let width = edges[8] - edges[0]
    guard width > 0 else { return nil }
    let scale = Float(modules) / width
    var key: UInt32 = 0
    var worst: Float = 0
    for i in 0..<6 {
      let distance = (edges[i + 2] - edges[i]) * scale
      guard distance > 1.4, distance < 9.6 else { return nil }
      let whole = distance.rounded()
      worst = max(worst, abs(distance - whole))
      key = key << 4 | UInt32(whole)
    }
    residual = worst
    return lookUp(key)
  }

  private static func lookUp(_ key: UInt32) -> Reading? {
    var slot = hash(key)
    while table.values[slot] != 0 {
      if table.keys[slot] == key {
        let index = Int(table.values[slot]) - 1
        return Reading(codeword: index % count, cluster: index / count)
      }
      slot = (slot + 1) & (slots - 1)
    }
    return nil
  }
}
