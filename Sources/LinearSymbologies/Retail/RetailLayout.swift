import BarcodeCore

/// Where digits and guards of a UPC/EAN symbol lie among its elements.
final class RetailLayout: Sendable {
  let symbology: Symbology
  /// Elements and modules from the first bar to the last.
  let elements: Int
  let modules: Float
  /// Element at which every digit starts.
  let digits: [Int]
  /// Digits whose first element is a space; the others start with a bar.
  let leftDigits: Int
  /// Guards: first element, elements, modules.
  let guards: [(at: Int, elements: Int, modules: Float)]
  /// Elements from which on three of a guard have one module each.
  let guardPlaces: [Int]
  /// Fewest modules of quiet zone on either side. Weak symbologies need them; EAN-13 has structure enough.
  let minimumQuiet: Float

  private init(
    symbology: Symbology, elements: Int, modules: Float, digits: [Int], leftDigits: Int,
    guards: [(at: Int, elements: Int, modules: Float)], minimumQuiet: Float
  ) {
    self.symbology = symbology
    self.elements = elements
    self.modules = modules
    self.digits = digits
    self.leftDigits = leftDigits
    self.guards = guards
    self.minimumQuiet = minimumQuiet
    guardPlaces = guards.flatMap { g in (g.at...(g.at + g.elements - 3)) }
  }

  static let ean13 = RetailLayout(
    symbology: .ean13, elements: 59, modules: 95,
    digits: [3, 7, 11, 15, 19, 23, 32, 36, 40, 44, 48, 52], leftDigits: 6,
    guards: [(0, 3, 3), (27, 5, 5), (56, 3, 3)], minimumQuiet: 0.6)

  static let ean8 = RetailLayout(
    symbology: .ean8, elements: 43, modules: 67, digits: [3, 7, 11, 15, 24, 28, 32, 36], leftDigits: 4,
    guards: [(0, 3, 3), (19, 5, 5), (40, 3, 3)], minimumQuiet: 2.2)

  static let upcE = RetailLayout(
    symbology: .upcE, elements: 33, modules: 51, digits: [3, 7, 11, 15, 19, 23], leftDigits: 6,
    guards: [(0, 3, 3), (27, 6, 6)], minimumQuiet: 4)
}
