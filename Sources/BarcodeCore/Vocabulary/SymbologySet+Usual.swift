extension SymbologySet {
  /// What is looked for when nothing else is said.
  public static let usual: SymbologySet = [
    .qr, .microQR, .dataMatrix, .aztec, .pdf417, .code128, .code39, .code93, .itf, .codabar, .upcA, .upcE, .ean13,
    .ean8, .ean2, .ean5, .dataBarOmni, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked,
  ]

  /// The symbologies that this version reads.
  public static let readable: SymbologySet = [
    .qr, .dataMatrix, .code128, .upcA, .upcE, .ean13, .ean8, .ean2, .ean5,
  ]
}
