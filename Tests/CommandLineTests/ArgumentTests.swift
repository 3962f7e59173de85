import BarcodeEngine
import TestSupport
import Testing

@Suite struct ArgumentTests {
  @Test func helpAndVersion() throws {
    for arguments in [["--help"], ["scan", "--help"], ["--version"], ["symbologies"]] {
      let result = try CommandUnderTest.run(arguments)
      #expect(result.status == 0)
      #expect(!result.output.isEmpty)
      #expect(result.error.isEmpty)
    }
  }

  @Test(arguments: [
    [], ["nonsense"], ["scan"], ["scan", "--nonsense", "x.png"], ["scan", "--effort", "0", "x.png"],
    ["scan", "--effort", "6", "x.png"], ["scan", "--effort=high", "x.png"], ["scan", "--threads", "0", "x.png"],
    ["scan", "--symbology", "", "x.png"], ["scan", "--stdin", "x.png"], ["scan", "x.png", "--symbology"],
    ["scan", "--json=yes", "x.png"], ["symbologies", "x"],
  ])
  func badArgumentsAreRefused(_ arguments: [String]) throws {
    let result = try CommandUnderTest.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(!result.error.isEmpty)
  }

  @Test func anUnknownSymbologyIsAnErrorThatListsTheKnown() throws {
    let result = try CommandUnderTest.run(["scan", "--symbology", "qr,barcodex", Samples.folder])
    #expect(result.status == 2)
    #expect(result.error.contains("'barcodex'"))
    for known in ["qr", "datamatrix", "code128", "ean-13"] { #expect(result.error.contains(known)) }
    #expect(result.output.isEmpty)
  }

  @Test func everyKnownNameIsListedAndTaken() throws {
    let listed = try CommandUnderTest.run(["symbologies"]).output.split(separator: "\n")
    #expect(listed.count == Symbology.allCases.count)
    let names = listed.compactMap { $0.split(separator: " ").first.map(String.init) }
    let picture = Fixtures.path("pictures", "grey.png")
    let result = try CommandUnderTest.run(["scan", "--symbology", names.joined(separator: ","), picture])
    #expect(result.status == 1)
    // A warning for each that is not read, and no error.
    let unread = listed.filter { $0.contains("not read") }.count
    #expect(result.error.split(separator: "\n").filter { $0.contains("warning") }.count == unread)
    #expect(result.error.split(separator: "\n").count == unread)
  }

  @Test func nothingReadIsStatusOne() throws {
    let result = try CommandUnderTest.run(["scan", Fixtures.path("pictures", "grey.png")])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.isEmpty)
  }
}
