import BarcodeCore

/// What each module of a Micro QR Code or rMQR Code symbol of one size is for.
package struct SingleFinderTemplate: Sendable {
  package let columns: Int
  package let rows: Int
  /// Row by row.
  package let uses: [QRTemplate.Use]
  /// Index (`y * columns + x`) of each data module in the order of the bits of the codewords.
  package let path: [Int32]
  /// Indices of the modules of each copy of the format information, bit 0 first.
  package let formatPlaces: [[Int]]

  /// The four sizes of Micro QR Code, version 1 first.
  package static let micro: [SingleFinderTemplate] = (1...4).map { SingleFinderTemplate(microVersion: $0) }
  /// The 32 sizes of rMQR Code by their index.
  package static let rectangular: [SingleFinderTemplate] = (0..<32).map {
    SingleFinderTemplate(RectangularQRVersion(index: $0))
  }

  /// The middles of all modules of known colour, from the symbol's top left corner.
  var fixed: [(place: Point, isDark: Bool)] {
    uses.indices.compactMap { i in
      guard uses[i] == .dark || uses[i] == .light else { return nil }
      return (Point(Double(i % columns) + 0.5, Double(i / columns) + 0.5), uses[i] == .dark)
    }
  }

  private init(microVersion: Int) {
    let n = MicroQRFormat.dimension(version: microVersion)
    var canvas = Canvas(columns: n, rows: n)
    for i in 0..<n {
      canvas.set(i, 0, i & 1 == 0 ? .dark : .light)
      canvas.set(0, i, i & 1 == 0 ? .dark : .light)
    }
    canvas.square(3, 3, radius: 4)
    formatPlaces = [canvas.inform(MicroQRFormat.places)]
    (columns, rows, uses) = (n, n, canvas.uses)
    path = canvas.path(lastColumn: n - 1)
  }

  private init(_ version: RectangularQRVersion) {
    let w = version.width
    let h = version.height
    var canvas = Canvas(columns: w, rows: h)
    for x in 0..<w {
      canvas.set(x, 0, x & 1 == 0 ? .dark : .light)
      canvas.set(x, h - 1, x & 1 == 0 ? .dark : .light)
    }
    for x in [0, w - 1] + version.alignmentColumns {
      for y in 0..<h { canvas.set(x, y, y & 1 == 0 ? .dark : .light) }
    }
    for x in version.alignmentColumns {
      canvas.square(x, 1, radius: 1, core: .light)
      canvas.square(x, h - 2, radius: 1, core: .light)
    }
    // The corner finder patterns; the lower left one has its second row where there is room.
    canvas.set(w - 2, 0, .dark)
    canvas.set(w - 1, 1, .dark)
    canvas.set(w - 2, 1, .light)
    for x in 0..<3 { canvas.set(x, h - 1, .dark) }
    if h >= 11 {
      canvas.set(0, h - 2, .dark)
      canvas.set(1, h - 2, .light)
    }
    canvas.square(w - 3, h - 3, radius: 2)
    canvas.square(3, 3, radius: 4)
    formatPlaces = [
      canvas.inform(RectangularQRFormat.places), canvas.inform(RectangularQRFormat.subPlaces(columns: w, rows: h)),
    ]
    (columns, rows, uses) = (w, h, canvas.uses)
    path = canvas.path(lastColumn: w - 2)
  }

  private struct Canvas {
    let columns: Int
    let rows: Int
    var uses: [QRTemplate.Use]

    init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
      uses = [QRTemplate.Use](repeating: .data, count: columns * rows)
    }

    mutating func set(_ x: Int, _ y: Int, _ use: QRTemplate.Use) {
      if x >= 0, y >= 0, x < columns, y < rows { uses[y * columns + x] = use }
    }

    /// Concentric squares around a core. Those of radius 4 are a finder pattern with its separator, whose core is of
    /// radius 1; a sub pattern of radius 2 has a dark core and an alignment pattern of radius 1 a light one.
    mutating func square(_ cx: Int, _ cy: Int, radius: Int, core: QRTemplate.Use = .dark) {
      for dy in -radius...radius {
        for dx in -radius...radius {
          let ring = max(abs(dx), abs(dy))
          let isLight = radius == 4 ? ring == 2 || ring == 4 : radius == 2 ? ring == 1 : ring == 0 && core == .light
          set(cx + dx, cy + dy, isLight ? .light : .dark)
        }
      }
    }

    mutating func inform(_ places: [(x: Int, y: Int)]) -> [Int] {
      for place in places { set(place.x, place.y, .information) }
      return places.map { $0.y * columns + $0.x }
    }

    /// Two columns at a time from right to left, upwards and downwards in turn; column 0 holds no data.
    func path(lastColumn: Int) -> [Int32] {
      var path: [Int32] = []
      var upwards = true
      for right in stride(from: lastColumn, to: 0, by: -2) {
        for step in 0..<rows {
          let y = upwards ? rows - 1 - step : step
          for x in [right, right - 1] where x > 0 && uses[y * columns + x] == .data {
            path.append(Int32(y * columns + x))
          }
        }
        upwards.toggle()
      }
      return path
    }
  }
}
