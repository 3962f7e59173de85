extension MicroPDF417Size {
  /// The 17 sizes of CC-A (ISO/IEC 24723, tables 10 and 11). Those of three columns have no left row address patterns.
  static let componentA: [MicroPDF417Size] = componentSizes.map(\.asComponentA)

  private static let componentSizes: [MicroPDF417Size] = [
    .init(2, rows: 5, checks: 4, left: 38, center: 0, right: 18, cluster: 2),
    .init(2, rows: 6, checks: 4, left: 0, center: 0, right: 32, cluster: 0),
    .init(2, rows: 7, checks: 5, left: 31, center: 0, right: 11, cluster: 1),
    .init(2, rows: 8, checks: 5, left: 7, center: 0, right: 39, cluster: 1),
    .init(2, rows: 9, checks: 6, left: 13, center: 0, right: 45, cluster: 1),
    .init(2, rows: 10, checks: 6, left: 42, center: 0, right: 22, cluster: 0),
    .init(2, rows: 12, checks: 7, left: 19, center: 0, right: 51, cluster: 1),
    .init(3, rows: 4, checks: 4, left: 0, center: 42, right: 22, cluster: 1),
    .init(3, rows: 5, checks: 5, left: 0, center: 32, right: 12, cluster: 0),
    .init(3, rows: 6, checks: 6, left: 0, center: 36, right: 16, cluster: 1),
    .init(3, rows: 7, checks: 7, left: 0, center: 46, right: 26, cluster: 2),
    .init(3, rows: 8, checks: 7, left: 0, center: 0, right: 32, cluster: 2),
    .init(4, rows: 3, checks: 4, left: 39, center: 19, right: 51, cluster: 0),
    .init(4, rows: 4, checks: 5, left: 42, center: 22, right: 2, cluster: 0),
    .init(4, rows: 5, checks: 6, left: 45, center: 25, right: 5, cluster: 0),
    .init(4, rows: 6, checks: 7, left: 33, center: 13, right: 45, cluster: 0),
    .init(4, rows: 7, checks: 8, left: 28, center: 8, right: 40, cluster: 1),
  ]
}
