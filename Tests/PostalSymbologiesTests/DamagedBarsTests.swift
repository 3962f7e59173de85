import BarcodeEngine
import TestSupport
import Testing

/// Blots, missing ink and missing bars.
@Suite struct DamagedBarsTests {
  private func read(_ image: LumaImage, _ symbologies: SymbologySet) throws -> [String] {
    try BarcodeReader(options: .init(symbologies: symbologies)).read(image).map(\.text)
  }

  private static let paper: UInt8 = 235
  private static let ink: UInt8 = 30

  /// A blot makes a short half of a bar long, and missing ink a long one of the same character short: by its bars, the
  /// KIX would be another one.
  @Test(arguments: [4.0, 5]) func blotsMakeNoOtherKIX(_ radius: Double) throws {
    let states = Array("TDAFTDFADTAFTDAFDAADFFTTTDAFDTAF")
    let clean = BarPicture.draw(String(states))
    #expect(try read(clean, [.kix]) == ["1231FZ13"])
    for first in stride(from: 0, to: states.count, by: 4) {
      for blotted in first..<first + 4 where states[blotted] == "T" || states[blotted] == "A" {
        for faded in first..<first + 4 where states[faded] == "F" || states[faded] == "D" {
          var image = BarPicture.spot(clean, bar: faded, isUpper: false, radius: radius + 1, grey: Self.paper)
          image = BarPicture.spot(image, bar: blotted, isUpper: false, radius: radius, grey: Self.ink)
          #expect(try read(image, [.kix]).isEmpty, "bars \(blotted) and \(faded)")
        }
      }
    }
  }

  /// Blots over two bars of an RM4SCC: the others of their characters, and the check character, tell what they were.
  @Test func blottedBarsAreRestored() throws {
    let clean = BarPicture.draw("ADFTAFATDTDAFTDAFFTTFFDATTDAFDADAATDFF")
    for isUpper in [true, false] {
      for first in stride(from: 2, to: 32, by: 3) {
        for second in stride(from: first + 4, to: 36, by: 5) {
          var image = BarPicture.spot(clean, bar: first, isUpper: isUpper, radius: 4, grey: Self.ink)
          image = BarPicture.spot(image, bar: second, isUpper: isUpper, radius: 4, grey: Self.ink)
          #expect(try read(image, [.rm4scc]) == ["BX11LT1A"], "bars \(first) and \(second)")
        }
      }
    }
  }

  /// The first or the last bar is hardly printed: the row may as well end before it.
  @Test(arguments: [0, 64], [UInt8(145), 153]) func faintBarsAtTheEndsBelongToTheRow(_ bar: Int, _ grey: UInt8) throws {
    let clean = BarPicture.draw("AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA")
    #expect(try read(BarPicture.faded(clean, bars: [bar], grey: grey), [.imb]) == ["0123456709498765432101234567891"])
  }

  /// Missing bars leave codewords open: fewer than the four check codewords are corrected, but four could be filled in
  /// whatever the other bars were.
  @Test(arguments: [[5, 9, 14], [3, 8, 27], [7, 13, 30], [5, 9, 14, 20], [4, 10, 16, 22], [6, 11, 18, 29]])
  func openCodewordsLeaveACheck(_ missing: [Int]) throws {
    let clean = BarPicture.draw("ATFAFAAAFDTFDADFAFDDAATFTAFATAADTTDAT")
    let found = try read(BarPicture.erased(clean, bars: missing), [.ausPost])
    #expect(found == (missing.count < 4 ? ["1142976384"] : []))
  }

  /// A highlight hides the short bars and what long bars share with them, but not the upper ends of the long ones.
  @Test(arguments: Array(stride(from: 150.0, to: 400, by: 25)))
  func longBarsAreSeenBesideAHighlight(_ x: Double) throws {
    let clean = BarPicture.draw("ATTAATATTTATTTAAAATTTTATTATTATAATTATAATTTAATTTATATTTATATTTTAAA")
    #expect(try read(BarPicture.lit(clean, x: x, y: 68, radius: 20), [.postnet]) == ["37104280095"])
  }

  /// A POSTNET of eleven digits, of which the first ten have a sum that ends in zero: bars are missing behind them, so
  /// that the others are a symbol of nine digits, and a tall bar stands at its end.
  @Test(arguments: [[52, 53], [52, 53, 54, 55], [52, 53, 54, 55, 56, 57], [53, 54, 55, 57], [52, 53, 55, 57, 58]])
  func whatIsLeftIsNoShorterSymbol(_ missing: [Int]) throws {
    let clean = BarPicture.draw("ATTAATATTTATTTAAAATTTTATTATTATAATTATAATTTAATTTTATATAATTTAATTTA")
    #expect(try read(clean, [.postnet]) == ["37104280050"])
    let found = try read(BarPicture.erased(clean, bars: missing), [.postnet])
    #expect(found.isEmpty || found == ["37104280050"])
  }

  /// A PLANET as zint draws it, turned by 17 degrees and blurred by 0.3 bar widths, of which every second bar is found
  /// at first: with one of the others at a wrong place, its one check digit would be right for other digits.
  @Test func barsThatWereSkippedStandBetweenTheOthers() throws {
    #expect(try read(Fixtures.picture("postal", "planet-inclined.png"), [.planet]) == ["67008997002"])
  }

  /// Lines on both sides of a KIX, as of a label's border, are no bars of it.
  @Test(arguments: [2, 3]) func linesOnBothSidesAreNoBars(_ pitches: Int) throws {
    let clean = BarPicture.draw("TDAFTDFADTAFTDAFDAADFFTTTDAFDTAF")
    #expect(try read(BarPicture.bordered(clean, pitches: pitches), [.kix]) == ["1231FZ13"])
  }
}
