import BarcodeCore
import Foundation
import Testing

@Suite struct SymbologyTableTests {
  private let infos = Symbology.allCases.map(\.info)

  @Test func everyCaseHasItsRow() {
    for symbology in Symbology.allCases {
      #expect(symbology.info.symbology == symbology)
    }
    #expect(SymbologySet { _ in true } == .all)
  }

  @Test func namesAreUniqueAndParse() {
    #expect(Set(infos.map(\.name)).count == infos.count)
    #expect(Set(infos.map { $0.displayName.lowercased() }).count == infos.count)
    for info in infos {
      #expect(Symbology(name: info.name) == info.symbology)
      #expect(Symbology(name: info.name.uppercased()) == info.symbology)
    }
    #expect(Symbology(name: "") == nil)
    #expect(Symbology(name: "qr code") == nil)
  }

  @Test func identifiersFollowTheStandard() {
    #expect(Symbology.qr.info.identifier(modifier: "1") == "]Q1")
    #expect(Symbology.dataMatrix.info.identifier(modifier: "2") == "]d2")
    #expect(Symbology.code128.info.identifier(modifier: "0") == "]C0")
    #expect(Symbology.ean13.info.identifier(modifier: "0") == "]E0")
    for info in infos {
      #expect(!info.modifiers.isEmpty, "\(info.name)")
      #expect(Set(info.modifiers.map(\.character)).count == info.modifiers.count, "\(info.name)")
      #expect(info.lengths.lowerBound > 0, "\(info.name)")
    }
  }

  @Test func setsFollowTheFamilies() {
    let families: [SymbologySet] = [.linear, .stacked, .matrix, .postal]
    #expect(families.reduce(SymbologySet()) { $0.union($1) } == .all)
    #expect(families.map(\.members.count).reduce(0, +) == infos.count)
    #expect(SymbologySet.retail == [.upcA, .upcE, .ean13, .ean8, .ean2, .ean5])
    #expect(SymbologySet.linear.isSuperset(of: .retail))
    #expect(SymbologySet.usual.isSuperset(of: [.qr, .dataMatrix, .code128, .ean13, .pdf417, .aztec]))
    #expect(SymbologySet.readable.isSuperset(of: [.qr, .dataMatrix, .code128, .ean13]))
    #expect(!SymbologySet.usual.contains(.pharmacode))
  }

  @Test func setsSurviveJSON() throws {
    let set: SymbologySet = [.qr, .upcA, .daft]
    let data = try JSONEncoder().encode(set)
    #expect(String(decoding: data, as: UTF8.self) == #"["qr","upc-a","daft"]"#)
    #expect(try JSONDecoder().decode(SymbologySet.self, from: data) == set)
  }
}
