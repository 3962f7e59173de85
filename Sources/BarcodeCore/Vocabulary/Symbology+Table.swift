/// The symbology table: everything that names, sets, the command line and the documentation say of a symbology.
///
/// One row a case, in the order of the cases. To make a symbology readable, add `.read` to its row and write
/// `Documentation/Symbologies.md` again, as it says itself.
extension Symbology {
  static let table: [SymbologyInfo] = [
    row(
      .dataMatrix, "Data Matrix", "d", .dataMatrix, .matrix, .correction("Reed–Solomon"), 1...3116,
      [.gs1, .read, .usual]),
    row(.qr, "QR Code", "Q", .qr, .matrix, .correction("Reed–Solomon"), 1...7089, [.gs1, .read, .usual]),
    row(.microQR, "Micro QR Code", "Q", .qr, .matrix, .correction("Reed–Solomon"), 1...35, [.read, .usual]),
    row(.rmqr, "rMQR Code", "Q", .qr, .matrix, .correction("Reed–Solomon"), 1...361, [.gs1, .read]),
    row(.aztec, "Aztec Code", "z", .aztec, .matrix, .correction("Reed–Solomon"), 1...3832, [.gs1, .usual, .read]),
    row(.maxiCode, "MaxiCode", "U", .maxiCode, .matrix, .correction("Reed–Solomon"), 1...138, [.read]),
    row(.dotCode, "DotCode", "J", .dotCode, .matrix, .correction("Reed–Solomon"), 1...4096, [.gs1, .read]),
    row(.hanXin, "Han Xin Code", "h", .hanXin, .matrix, .correction("Reed–Solomon"), 1...7827, [.read]),
    row(.vericode, "VeriCode", "X", .other, .matrix, .correction("Reed–Solomon"), 1...500, []),
    row(.pdf417, "PDF417", "L", .pdf417, .stacked, .correction("Reed–Solomon"), 1...2710, [.gs1, .usual, .read]),
    row(.microPDF417, "MicroPDF417", "L", .pdf417, .stacked, .correction("Reed–Solomon"), 1...366, [.gs1, .read]),
    row(.composite, "GS1 Composite", "e", .dataBar, .stacked, .correction("Reed–Solomon"), 1...2361, [.gs1, .read]),
    row(.code128, "Code 128", "C", .code128, .linear, .always("modulo 103"), 1...80, [.gs1, .read, .usual]),
    row(.code39, "Code 39", "A", .code39, .linear, .optional("modulo 43"), 1...250, [.weak, .read, .usual]),
    row(.code93, "Code 93", "G", .plain, .linear, .always("two of modulo 47"), 1...80, [.read, .usual]),
    row(.code11, "Code 11", "H", .code11, .linear, .optional("one or two of modulo 11"), 4...80, [.weak, .read]),
    row(.code25Industrial, "Code 25 Industrial", "S", .plain, .linear, .optional("modulo 10"), 6...80, [.weak, .read]),
    row(.code25IATA, "Code 25 IATA", "R", .code25, .linear, .optional("modulo 10"), 6...80, [.weak, .read]),
    row(.code25Matrix, "Code 25 Matrix", "X", .other, .linear, .optional("modulo 10"), 6...80, [.weak, .read]),
    row(.code25COOP, "Code 25 COOP", "X", .other, .linear, .optional("modulo 10"), 6...80, [.weak, .read]),
    row(.code25Inverted, "Code 25 Inverted", "X", .other, .linear, .optional("modulo 10"), 6...80, [.weak, .read]),
    row(.code25Datalogic, "Code 25 Datalogic", "X", .other, .linear, .optional("modulo 10"), 6...80, [.weak, .read]),
    row(.itf, "Interleaved 2 of 5", "I", .itf, .linear, .optional("modulo 10"), 6...80, [.weak, .read, .usual]),
    row(.codabar, "Codabar", "F", .codabar, .linear, .optional("modulo 16"), 4...80, [.weak, .read, .usual]),
    row(.msi, "MSI", "M", .msi, .linear, .optional("modulo 10 or 11, one or two"), 4...80, [.weak, .read]),
    row(.telepen, "Telepen", "B", .telepen, .linear, .always("modulo 127"), 1...80, [.read]),
    row(.pharmacode, "Pharmacode", "X", .other, .linear, .none, 1...6, [.weak, .read]),
    row(.pharmacodeTwoTrack, "Pharmacode Two-Track", "X", .other, .postal, .none, 1...8, [.weak, .read]),
    row(.plessey, "Plessey", "P", .plain, .linear, .always("cyclic redundancy of 8 bits"), 4...80, [.weak]),
    row(.channelCode, "Channel Code", "c", .channelCode, .linear, .none, 2...7, [.weak]),
    row(.dxFilmEdge, "DX Film Edge", "X", .other, .linear, .always("parity"), 4...9, [.weak]),
    row(.upcA, "UPC-A", "E", .ean, .retail, .always("modulo 10"), 12...12, [.read, .usual]),
    row(.upcE, "UPC-E", "E", .ean, .retail, .always("modulo 10"), 8...8, [.weak, .read, .usual]),
    row(.ean13, "EAN-13", "E", .ean, .retail, .always("modulo 10"), 13...13, [.read, .usual]),
    row(.ean8, "EAN-8", "E", .ean, .retail, .always("modulo 10"), 8...8, [.read, .usual]),
    row(.ean2, "EAN-2", "E", .ean, .retailAddOn, .always("modulo 4"), 2...2, [.weak, .read, .usual]),
    row(.ean5, "EAN-5", "E", .ean, .retailAddOn, .always("weighted, modulo 10"), 5...5, [.weak, .read, .usual]),
    row(
      .dataBarOmni, "GS1 DataBar Omnidirectional", "e", .dataBar, .linear, .always("modulo 79"), 16...16,
      [.gs1, .read, .usual]),
    row(
      .dataBarStacked, "GS1 DataBar Stacked", "e", .dataBar, .stacked, .always("modulo 79"), 16...16,
      [.gs1, .read, .usual]),
    row(
      .dataBarLimited, "GS1 DataBar Limited", "e", .dataBar, .linear, .always("modulo 89"), 16...16,
      [.gs1, .read, .usual]),
    row(
      .dataBarExpanded, "GS1 DataBar Expanded", "e", .dataBar, .linear, .always("modulo 211"), 1...74,
      [.gs1, .read, .usual]),
    row(
      .dataBarExpandedStacked, "GS1 DataBar Expanded Stacked", "e", .dataBar, .stacked, .always("modulo 211"), 1...74,
      [.gs1, .read, .usual]),
    row(.postnet, "POSTNET", "X", .other, .postal, .always("modulo 10"), 5...11, [.weak, .read]),
    row(.planet, "PLANET", "X", .other, .postal, .always("modulo 10"), 11...13, [.weak, .read]),
    row(.imb, "Intelligent Mail", "X", .other, .postal, .always("cyclic redundancy of 11 bits"), 20...31, [.read]),
    row(.rm4scc, "Royal Mail 4-State", "X", .other, .postal, .always("row and column sums"), 1...50, [.weak, .read]),
    row(.mailmark, "Royal Mail Mailmark", "X", .other, .postal, .correction("Reed–Solomon"), 22...26, [.read]),
    row(.kix, "KIX", "X", .other, .postal, .none, 7...18, [.weak, .read]),
    row(.ausPost, "Australia Post 4-State", "X", .other, .postal, .correction("Reed–Solomon"), 8...31, [.read]),
    row(.japanPost, "Japan Post 4-State", "X", .other, .postal, .always("modulo 19"), 7...20, [.weak, .read]),
    row(.upu, "UPU S18", "X", .other, .postal, .correction("Reed–Solomon"), 24...24, [.read]),
    row(.canadaPost, "Canada Post 4-State", "X", .other, .postal, .correction("Reed–Solomon"), 6...22, [.read]),
    row(.koreaPost, "Korea Post", "X", .other, .linear, .always("modulo 10"), 6...7, [.weak]),
    row(.daft, "DAFT", "X", .other, .postal, .none, 1...100, [.weak, .read, .onRequest]),
  ]

  private struct Flags: OptionSet {
    let rawValue: Int

    /// Content can be structured by GS1 application identifiers.
    static let gs1 = Flags(rawValue: 1)
    /// The structure alone says little against a chance find.
    static let weak = Flags(rawValue: 2)
    /// This version reads it.
    static let read = Flags(rawValue: 4)
    /// Looked for when nothing else is said.
    static let usual = Flags(rawValue: 8)
    /// Looked for only when it is named: any row of bars is one.
    static let onRequest = Flags(rawValue: 16)
  }

  /// A row: symbology, display name, AIM letter and its modifiers, family, check, lengths accepted, flags.
  private static func row(
    _ symbology: Symbology, _ displayName: String, _ aimLetter: Character, _ modifiers: ModifierTable,
    _ family: SymbologyInfo.Family, _ check: SymbologyInfo.Check, _ lengths: ClosedRange<Int>, _ flags: Flags
  ) -> SymbologyInfo {
    SymbologyInfo(
      symbology: symbology, displayName: displayName, aimLetter: aimLetter, modifiers: modifiers.entries,
      family: family, isGS1Capable: flags.contains(.gs1), check: check, lengths: lengths,
      strength: flags.contains(.weak) ? .weak : .strong, isReadable: flags.contains(.read),
      isUsual: flags.contains(.usual), isOnRequest: flags.contains(.onRequest))
  }
}
