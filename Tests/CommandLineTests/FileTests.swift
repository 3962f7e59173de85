import Foundation
import ImageFiles
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FileTests {
  @Test func badFilesAreNamedWithTheReason() throws {
    let folder = TemporaryFolder()
    let whole = try Fixtures.bytes("pictures", "colour.png")
    let bad: [(path: String, reason: String)] = [
      (folder.path + "/missing.png", "no such file"),
      (try folder.write("empty.png", []), "empty"),
      (try folder.write("text.png", Array("Hello".utf8)), "not a picture"),
      (try folder.write("cut.png", Array(whole.prefix(whole.count / 2))), "cut off"),
      (try folder.write("huge.pgm", Array("P5 20000 20000 255\n".utf8)), "too large"),
    ]
    let good = Fixtures.path("pictures", "grey.png")
    let result = try CommandUnderTest.run(["scan", "--json"] + bad.map(\.path) + [good])
    #expect(result.status == 2)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == bad.count)
    for (line, (path, reason)) in zip(lines, bad) {
      #expect(line.contains(path))
      #expect(line.contains(reason))
    }
    let objects = result.objects
    #expect(objects.count == bad.count + 1)
    #expect(objects.dropLast().allSatisfy { $0?["error"] is String && $0?["results"] == nil })
    #expect(objects.last??["results"] is [Any])
  }

  @Test func foldersAreScannedInOrderOfNamesAndDeeply() throws {
    let folder = TemporaryFolder()
    let picture = try Fixtures.bytes("pictures", "grey.png")
    for name in ["b.png", "a/z.PNG", "a/b/c.png", "c.png", "notes.txt", ".hidden.png"] {
      _ = try folder.write(name, picture)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: folder.path)
    let result = try CommandUnderTest.run(["scan", "--json", folder.path])
    #expect(result.status == 1)
    let files = result.objects.compactMap { $0?["file"] as? String }
    #expect(files == ["a/b/c.png", "a/z.PNG", "b.png", "c.png"].map { folder.path + "/" + $0 })
  }

  @Test func aPictureOnStandardInput() throws {
    let bytes = Data(try Fixtures.bytes("pictures", "colour.jpg"))
    let result = try CommandUnderTest.run(["scan", "--json", "-"], inputBytes: bytes)
    #expect(result.status == 1)
    #expect(result.objects.count == 1)
    #expect(result.objects.first??["file"] as? String == "-")
    #expect(result.objects.first??["width"] as? Int == 40)
  }

  @Test(arguments: [(1, 1), (1, 500), (500, 1), (60_000, 1)])
  func oddPicturesHoldNothing(width: Int, height: Int) throws {
    let folder = TemporaryFolder()
    let pixels = (0..<width * height).map { UInt8($0 % 2 * 255) }
    let path = try folder.write("odd.pgm", Array("P5 \(width) \(height) 255\n".utf8) + pixels)
    let result = try CommandUnderTest.run(["scan", "--symbology", "all", "--effort", "5", path])
    #expect(result.status == 1)
    #expect(result.error.isEmpty)
  }

  @Test func annotatedCopiesAndExplanations() throws {
    let folder = TemporaryFolder()
    let (drawn, explained) = (folder.path + "/new/drawn", folder.path + "/explained")
    let picture = Samples.folder + "/qr-tilted.jpg"
    let result = try CommandUnderTest.run(["scan", "--annotate", drawn, "--explain", explained, picture])
    #expect(result.status == 0)
    let copies = try FileManager.default.contentsOfDirectory(atPath: drawn)
    #expect(copies.count == 1)
    let copy = try ImageFile.load(path: drawn + "/" + (copies.first ?? ""))
    let original = try ImageFile.load(path: picture)
    #expect(copy.width == original.width && copy.height == original.height)
    let isUntouched = copy.pixels == original.pixels
    #expect(!isUntouched)
    let files = try FileManager.default.contentsOfDirectory(atPath: explained)
    for ending in ["luma.png", "threshold.png", "places.svg", "verdicts.txt"] {
      #expect(files.contains { $0.hasSuffix(ending) })
    }
    let drawing = files.first { $0.hasSuffix(".svg") } ?? ""
    #expect(XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: explained + "/" + drawing))).parse())
  }

  @Test func anExplanationSaysWhatLiesWhereNothingWasRead() throws {
    let folder = TemporaryFolder()
    let picture = Samples.folder + "/code128-shelf.jpg"
    let result = try CommandUnderTest.run(["scan", "--symbology", "qr", "--explain", folder.path, picture])
    #expect(result.status == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = files.first { $0.hasSuffix("verdicts.txt") } ?? ""
    let verdicts = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    #expect(verdicts.split(separator: "\n").contains { $0.hasPrefix("bars at (") && $0.contains("narrow 3") })
  }

  @Test func aFolderThatCannotBeMade() throws {
    let result = try CommandUnderTest.run(["scan", "--annotate", "/dev/null/x", Samples.folder])
    #expect(result.status == 2)
    #expect(result.error.contains("/dev/null/x"))
  }
}
