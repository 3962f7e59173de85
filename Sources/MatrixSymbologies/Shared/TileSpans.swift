import BarcodeCore

extension TileMap {
  /// First and last energetic column of each row of tiles, nil for rows without any.
  var spans: [(first: Int, last: Int)?] {
    (0..<rows).map { row in
      var first = -1
      var last = -1
      for column in 0..<columns where energy[row * columns + column] > 0 {
        if first < 0 { first = column }
        last = column
      }
      return first < 0 ? nil : (first, last)
    }
  }
}
