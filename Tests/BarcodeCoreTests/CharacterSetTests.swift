import BarcodeCore
import Foundation
import TestSupport
import Testing

/// A text and its bytes as Python's codecs write them (see Scripts/make-charset-tables).
struct CharacterSetFixture: Decodable, Sendable, CustomTestStringConvertible {
  let eci: Int
  let codec: String
  let text: String
  let bytes: Data

  var testDescription: String { "\(codec) as ECI \(eci)" }

  static let all = load("manifest.jsonl")

  static func load(_ name: String) -> [CharacterSetFixture] {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/charsets").appendingPathComponent(name)
    guard let lines = try? String(contentsOf: url, encoding: .utf8).split(separator: "\n") else { return [] }
    return lines.compactMap { try? JSONDecoder().decode(CharacterSetFixture.self, from: Data($0.utf8)) }
  }
}

@Suite struct CharacterSetTests {
  @Test func fixturesArePresent() {
    #expect(CharacterSetFixture.all.count > 80)
    #expect(Set(CharacterSetFixture.all.map(\.eci)).count == 34)
  }

  @Test func readsWhatOthersWrote() throws {
    for fixture in CharacterSetFixture.all {
      let set = try #require(CodedCharacterSet(eci: fixture.eci))
      // Scalars are compared: equal strings may differ in their normal form.
      let text = set.text(of: Array(fixture.bytes))
      #expect(Array(text.unicodeScalars) == Array(fixture.text.unicodeScalars), "\(fixture.testDescription)")
    }
  }

  @Test func replacesWhatIsNoCharacter() {
    #expect(CodedCharacterSet.shiftJIS.text(of: [0x41, 0x82]) == "A\u{FFFD}")
    #expect(CodedCharacterSet.shiftJIS.text(of: [0x82, 0x20, 0x42]) == "\u{FFFD} B")
    #expect(CodedCharacterSet.gb18030.text(of: [0x81, 0x30, 0x81]) == "\u{FFFD}0\u{FFFD}")
    #expect(CodedCharacterSet.utf16BigEndian.text(of: [0x00, 0x41, 0x00]) == "A\u{FFFD}")
    #expect(CodedCharacterSet.utf32LittleEndian.text(of: [0x41, 0, 0, 0, 0x42]) == "A\u{FFFD}")
    #expect(CodedCharacterSet.utf32BigEndian.text(of: [0xFF, 0xFF, 0xFF, 0xFF]) == "\u{FFFD}")
    #expect(CodedCharacterSet.ascii.text(of: [0x41, 0xC4]) == "A\u{FFFD}")
    #expect(CodedCharacterSet.binary.text(of: [0x41, 0xC4]) == "AÄ")
    #expect(CodedCharacterSet(eci: 14) == nil)
    #expect(CodedCharacterSet(eci: -1) == nil)
  }

  @Test func neverTraps() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      for set in CodedCharacterSet.allCases {
        #expect(set.text(of: bytes).isEmpty == bytes.isEmpty)
      }
      var content = ContentBuilder(defaultECI: nil, guess: .qr)
      content.append(contentsOf: bytes)
      #expect(content.finish().bytes == bytes)
    }
  }
}

@Suite struct ContentBuilderTests {
  @Test func keepsBytesAndSwitchesSets() {
    var content = ContentBuilder(defaultECI: nil, guess: .latin1)
    content.append(contentsOf: "id ".utf8)
    content.switchTo(eci: 7)
    content.append(0xB6)
    content.append(contentsOf: [0xD7, 0xD8])
    content.switchTo(eci: 26)
    content.append(contentsOf: "ж€".utf8)
    let result = content.finish()
    #expect(result.text == "id Жзиж€")
    #expect(result.segments.map(\.eci) == [nil, 7, 26])
    #expect(result.segments.flatMap(\.bytes) == result.bytes)
    #expect(result.hasECI)
  }

  @Test func readsImpliedSets() {
    var content = ContentBuilder(defaultECI: nil, guess: .qr)
    content.append(contentsOf: "no. 7 ".utf8)
    content.append(contentsOf: [0x93, 0x5F, 0xE4, 0xAA], in: .shiftJIS)
    content.append(contentsOf: "é".utf8)
    let result = content.finish()
    #expect(result.text == "no. 7 点茗é")
    #expect(result.segments == [ContentSegment(eci: nil, bytes: result.bytes)])
    #expect(!result.hasECI)
  }

  @Test func obeysTheDefault() {
    var content = ContentBuilder(defaultECI: 22, guess: .qr)
    content.append(contentsOf: [0xC4, 0xE0])
    #expect(content.finish().text == "Да")
  }

  @Test func anUnknownInterpretationStaysReadable() {
    var content = ContentBuilder(defaultECI: nil, guess: .qr)
    content.switchTo(eci: 123_456)
    content.append(contentsOf: [0x41, 0xE9])
    #expect(content.finish().text == "Aé")
    #expect(content.finish().segments == [ContentSegment(eci: 123_456, bytes: [0x41, 0xE9])])
  }

  @Test func emptyContentIsEmpty() {
    var content = ContentBuilder(defaultECI: nil, guess: .qr)
    content.switchTo(eci: 26)
    #expect(content.finish() == Content(text: "", bytes: [], segments: [], hasECI: true))
  }

  @Test func keepsGroupSeparators() {
    var content = ContentBuilder(defaultECI: nil, guess: .latin1)
    content.append(contentsOf: "10AB".utf8)
    content.append(0x1D)
    content.append(contentsOf: "2112".utf8)
    #expect(content.finish().text == "10AB\u{1D}2112")
  }
}

@Suite struct CharacterSetGuessTests {
  /// Texts in the sets that people write them in, without any announcement.
  @Test func recognisesTexts() throws {
    let fixtures = CharacterSetFixture.load("guess.jsonl")
    #expect(fixtures.count > 20)
    for fixture in fixtures {
      let set = try #require(CodedCharacterSet(eci: fixture.eci))
      #expect(CharacterSetGuess.best(for: Array(fixture.bytes)) == set, "\(fixture.text)")
    }
  }

  @Test func recognisesByteOrderMarks() {
    #expect(CharacterSetGuess.best(for: [0xFE, 0xFF, 0x30, 0x42]) == .utf16BigEndian)
    #expect(CharacterSetGuess.best(for: [0xFF, 0xFE, 0x42, 0x30]) == .utf16LittleEndian)
  }
}
