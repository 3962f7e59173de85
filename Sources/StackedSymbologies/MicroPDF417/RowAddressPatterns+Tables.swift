// Written by Scripts/make-stacked-tables.

extension RowAddressPatterns {
  /// The left and right row address patterns in their order, six widths each, a hexadecimal digit a width.
  static let side: [UInt32] = [
    0x221311, 0x311311, 0x312211, 0x222211, 0x213211, 0x214111, 0x223111, 0x313111, 0x322111, 0x412111, 0x421111,
    0x331111, 0x241111, 0x232111, 0x231211, 0x321211, 0x411211, 0x411121, 0x411112, 0x321112, 0x312112, 0x311212,
    0x311221, 0x311131, 0x311122, 0x311113, 0x221113, 0x221122, 0x221131, 0x221221, 0x222121, 0x312121, 0x321121,
    0x231121, 0x231112, 0x222112, 0x213112, 0x212212, 0x212221, 0x212131, 0x212122, 0x212113, 0x211213, 0x211123,
    0x211132, 0x211141, 0x211231, 0x211222, 0x211312, 0x211321, 0x211411, 0x212311,
  ]

  /// The centre row address patterns in their order, six widths each, a hexadecimal digit a width.
  static let center: [UInt32] = [
    0x112231, 0x121231, 0x122131, 0x131131, 0x131221, 0x132121, 0x141121, 0x141211, 0x142111, 0x133111, 0x132211,
    0x131311, 0x122311, 0x123211, 0x124111, 0x115111, 0x114211, 0x114121, 0x123121, 0x123112, 0x122212, 0x122221,
    0x121321, 0x121411, 0x112411, 0x113311, 0x113221, 0x113212, 0x113122, 0x122122, 0x131122, 0x131113, 0x122113,
    0x113113, 0x112213, 0x112222, 0x112312, 0x112321, 0x111421, 0x111331, 0x111322, 0x111232, 0x111223, 0x111133,
    0x111124, 0x111214, 0x112114, 0x121114, 0x121123, 0x121132, 0x112132, 0x112141,
  ]
}

extension MicroPDF417Size {
  /// The 34 sizes, narrow ones first.
  static let all: [MicroPDF417Size] = [
    .init(1, rows: 11, checks: 7, left: 0, center: 0, right: 8, cluster: 0),
    .init(1, rows: 14, checks: 7, left: 7, center: 0, right: 7, cluster: 1),
    .init(1, rows: 17, checks: 7, left: 35, center: 0, right: 35, cluster: 2),
    .init(1, rows: 20, checks: 8, left: 18, center: 0, right: 18, cluster: 0),
    .init(1, rows: 24, checks: 8, left: 8, center: 0, right: 16, cluster: 2),
    .init(1, rows: 28, checks: 8, left: 24, center: 0, right: 32, cluster: 0),
    .init(2, rows: 8, checks: 8, left: 0, center: 0, right: 0, cluster: 0),
    .init(2, rows: 11, checks: 9, left: 0, center: 0, right: 8, cluster: 0),
    .init(2, rows: 14, checks: 9, left: 7, center: 0, right: 7, cluster: 1),
    .init(2, rows: 17, checks: 10, left: 35, center: 0, right: 35, cluster: 2),
    .init(2, rows: 20, checks: 11, left: 18, center: 0, right: 18, cluster: 0),
    .init(2, rows: 23, checks: 13, left: 8, center: 0, right: 16, cluster: 2),
    .init(2, rows: 26, checks: 15, left: 26, center: 0, right: 34, cluster: 2),
    .init(3, rows: 6, checks: 12, left: 0, center: 0, right: 0, cluster: 0),
    .init(3, rows: 8, checks: 14, left: 6, center: 6, right: 6, cluster: 0),
    .init(3, rows: 10, checks: 16, left: 14, center: 14, right: 14, cluster: 2),
    .init(3, rows: 12, checks: 18, left: 24, center: 24, right: 24, cluster: 0),
    .init(3, rows: 15, checks: 21, left: 36, center: 36, right: 36, cluster: 0),
    .init(3, rows: 20, checks: 26, left: 0, center: 16, right: 32, cluster: 0),
    .init(3, rows: 26, checks: 32, left: 0, center: 8, right: 16, cluster: 0),
    .init(3, rows: 32, checks: 38, left: 20, center: 28, right: 36, cluster: 2),
    .init(3, rows: 38, checks: 44, left: 14, center: 30, right: 46, cluster: 2),
    .init(3, rows: 44, checks: 50, left: 0, center: 24, right: 48, cluster: 0),
    .init(4, rows: 4, checks: 8, left: 46, center: 18, right: 42, cluster: 1),
    .init(4, rows: 6, checks: 12, left: 0, center: 0, right: 0, cluster: 0),
    .init(4, rows: 8, checks: 14, left: 6, center: 6, right: 6, cluster: 0),
    .init(4, rows: 10, checks: 16, left: 14, center: 14, right: 14, cluster: 2),
    .init(4, rows: 12, checks: 18, left: 24, center: 24, right: 24, cluster: 0),
    .init(4, rows: 15, checks: 21, left: 36, center: 36, right: 36, cluster: 0),
    .init(4, rows: 20, checks: 26, left: 0, center: 16, right: 32, cluster: 0),
    .init(4, rows: 26, checks: 32, left: 0, center: 8, right: 16, cluster: 0),
    .init(4, rows: 32, checks: 38, left: 20, center: 28, right: 36, cluster: 2),
    .init(4, rows: 38, checks: 44, left: 14, center: 30, right: 46, cluster: 2),
    .init(4, rows: 44, checks: 50, left: 0, center: 24, right: 48, cluster: 0),
  ]
}
