import Foundation
import TestSupport
import Testing

/// One path a line in, one line of JSON out.
@Suite struct BatchTests {
  private let members = ["symbology", "text", "bytes_b64", "points", "confidence"]

  @Test func answersEveryLineInOrderAndNeverStopsAtABadFile() throws {
    let folder = TemporaryFolder()
    let text = try folder.write("text.png", Array("no picture".utf8))
    let good = Fixtures.path("pictures", "grey.png")
    let paths = [good, "/missing.png", text, good, folder.path, "/dev/null", good]
    for threads in ["1", "3"] {
      let result = try CommandUnderTest.run(
        ["scan", "--stdin", "--json", "--threads", threads], input: paths.joined(separator: "\n"))
      let objects = result.objects
      #expect(objects.compactMap { $0?["file"] as? String } == paths)
      let failed = objects.map { $0?["error"] != nil }
      #expect(failed == [false, true, true, false, true, true, false])
      #expect(objects.allSatisfy { $0?["error"] != nil || ($0?["ms"] is NSNumber && $0?["results"] is [Any]) })
      #expect(result.status == 2)
    }
  }

  @Test func namesOfFilesAreEscaped() throws {
    let controls = String(String.UnicodeScalarView((1..<0x20).compactMap { $0 == 10 ? nil : Unicode.Scalar($0) }))
    let name = "/no \"such\" \\ file \(controls) \u{7f} \u{85} \u{2028} ü 東 😀"
    let result = try CommandUnderTest.run(["scan", "--stdin", "--json"], input: name + "\n")
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.objects.first??["file"] as? String == name)
  }

  @Test func everyControlCharacterOfAContentIsEscaped() throws {
    let path = Fixtures.path("commandline", "control-characters.png")
    let content = String(String.UnicodeScalarView((0..<32).compactMap { Unicode.Scalar($0) })) + "\"\\"
    let json = try CommandUnderTest.run(["scan", "--json", path])
    #expect(json.output.split(separator: "\n").count == 1)
    let results = json.objects.first??["results"] as? [[String: Any]] ?? []
    #expect(results.count == 1)
    #expect(results.first?["text"] as? String == content)
    #expect(Data(base64Encoded: results.first?["bytes_b64"] as? String ?? "") == Data(content.utf8))
    let plain = try CommandUnderTest.run(["scan", path])
    #expect(plain.output.split(separator: "\n").count == 1)
    #expect(plain.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func anEmptyInputIsNoError() throws {
    let result = try CommandUnderTest.run(["scan", "--stdin", "--json"], input: "\n\n")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
  }

  @Test func resultsHaveAllMembers() throws {
    let paths = Samples.pictures.map { Samples.folder + "/" + $0.file }
    let result = try CommandUnderTest.run(["scan", "--stdin", "--json"], input: paths.joined(separator: "\n") + "\n")
    let results = result.objects.flatMap { $0?["results"] as? [[String: Any]] ?? [] }
    #expect(!results.isEmpty)
    for one in results {
      for member in members { #expect(one[member] != nil) }
      let points = one["points"] as? [[Double]] ?? []
      #expect(points.count == 4 && points.allSatisfy { $0.count == 2 })
      #expect(Data(base64Encoded: one["bytes_b64"] as? String ?? "?") != nil)
    }
  }

  @Test func moreThreadsGiveTheSameAnswers() throws {
    let paths = Samples.pictures.map { Samples.folder + "/" + $0.file }.joined(separator: "\n")
    func answers(_ threads: String) throws -> [String] {
      let result = try CommandUnderTest.run(["scan", "--stdin", "--threads", threads], input: paths)
      return result.output.split(separator: "\n").map(String.init)
    }
    let one = try answers("1")
    #expect(!one.isEmpty)
    #expect(try answers("4") == one)
  }

  @Test func candidatesAreListed() throws {
    let path = Samples.folder + "/qr-tilted.jpg"
    let result = try CommandUnderTest.run(["scan", "--json", "--candidates", path])
    let candidates = result.objects.first??["candidates"] as? [[String: Any]] ?? []
    #expect(!candidates.isEmpty)
    #expect(candidates.allSatisfy { ($0["points"] as? [Any])?.count == 4 && $0["kind"] is String })
  }
}
