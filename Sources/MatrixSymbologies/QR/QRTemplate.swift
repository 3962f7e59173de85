/// What each module of a symbol of a version is for, and the order in which the data modules are filled.
package struct QRTemplate: Sendable {
  /// Use of a module.
  package enum Use: UInt8, Sendable {
    case data
    case light
    case dark
    /// Format or version information: no data, value not fixed.
    case information
  }

  package let version: QRVersion
  /// Modules on a side.
  package let dimension: Int
  /// Row by row.
  package let uses: [Use]
  /// Index (`y * dimension + x`) of each data module in the order of the bits of the codewords.
  package let path: [Int32]
  /// Modules of the two copies of the format information, bit 0 first.
  package let formatPlaces: [[Int]]

  package init(_ version: QRVersion) {
    self.version = version
    let n = version.dimension
    dimension = n
    var uses = [Use](repeating: .data, count: n * n)
    func set(_ x: Int, _ y: Int, _ use: Use) {
      if x >= 0, y >= 0, x < n, y < n { uses[y * n + x] = use }
    }
    for i in 8..<max(8, n - 8) {
      let use: Use = i & 1 == 0 ? .dark : .light
      set(i, 6, use)
      set(6, i, use)
    }
    for (cx, cy) in [(3, 3), (n - 4, 3), (3, n - 4)] {
      for dy in -4...4 {
        for dx in -4...4 {
          let ring = max(abs(dx), abs(dy))
          set(cx + dx, cy + dy, ring == 2 || ring == 4 ? .light : .dark)
        }
      }
    }
    let centres = version.alignmentCentres
    for cy in centres {
      for cx in centres {
        // The three that would cover a finder pattern are left out.
        if (cx == 6 && cy == 6) || (cx == 6 && cy == n - 7) || (cx == n - 7 && cy == 6) { continue }
        for dy in -2...2 {
          for dx in -2...2 { set(cx + dx, cy + dy, max(abs(dx), abs(dy)) == 1 ? .light : .dark) }
        }
      }
    }
    formatPlaces = QRFormat.places(dimension: n)
    for place in formatPlaces.joined() { uses[place] = .information }
    set(8, n - 8, .dark)
    if version.number >= 7 {
      for place in QRVersionInformation.places(dimension: n).joined() { uses[place] = .information }
    }
    self.uses = uses
    path = Self.makePath(uses, n)
  }

  /// Two columns at a time from right to left, upwards and downwards in turn; column 6 is left out.
  private static func makePath(_ uses: [Use], _ n: Int) -> [Int32] {
    var path: [Int32] = []
    path.reserveCapacity(n * n)
    var right = n - 1
    var upwards = true
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<n {
        let y = upwards ? n - 1 - step : step
        for x in [right, right - 1] where uses[y * n + x] == .data { path.append(Int32(y * n + x)) }
      }
      upwards.toggle()
      right -= 2
    }
    return path
  }
}

/// Keeps the templates that one search has made.
package final class QRTemplateStore {
  private var templates: [Int: QRTemplate] = [:]

  package init() {}

  package func template(_ version: QRVersion) -> QRTemplate {
    if let made = templates[version.number] { return made }
    let made = QRTemplate(version)
    templates[version.number] = made
    return made
  }
}
