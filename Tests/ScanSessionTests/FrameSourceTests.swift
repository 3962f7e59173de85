import Foundation
import ScanSession
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FrameSourceTests {
  private func frames(_ source: any FrameSource, limit: Int = 100) async throws -> [LumaFrame] {
    var frames: [LumaFrame] = []
    for try await frame in try await source.start(.init(rate: 1000)) {
      frames.append(frame)
      if frames.count == limit { break }
    }
    await source.stop()
    return frames
  }

  private func withFile<R>(_ bytes: [UInt8], _ body: (String) async throws -> R) async throws -> R {
    let path = NSTemporaryDirectory() + "frames-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  @Test func picturesOnce() async throws {
    let got = try await frames(PictureSource([picture(1), picture(2)], orientation: .halfTurn))
    #expect(got.map(\.image.pixels.first) == [1, 2])
    #expect(got.map(\.number) == [0, 1])
    #expect(got.allSatisfy { $0.orientation == .halfTurn })
  }

  @Test func picturesRepeated() async throws {
    let got = try await frames(PictureSource([picture(1), picture(2)], repeats: true), limit: 5)
    #expect(got.map(\.image.pixels.first) == [1, 2, 1, 2, 1])
    #expect(got.map(\.number) == [0, 1, 2, 3, 4])
  }

  @Test func noPictures() async throws {
    #expect(try await frames(PictureSource([], repeats: true)).isEmpty)
  }

  /// At a rate, a consumer that is late misses pictures, and sees it in their numbers.
  @Test func lateConsumer() async throws {
    let source = PictureSource([picture(1)], repeats: true, rate: 1000)
    var numbers: [Int] = []
    for try await frame in try await source.start(.init()) {
      numbers.append(frame.number)
      if numbers.count == 4 { break }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    for (a, b) in zip(numbers, numbers.dropFirst()) { #expect(b >= a + 9) }
  }

  @Test func stoppedSourceEnds() async throws {
    let source = PictureSource([picture(1)], repeats: true)
    var count = 0
    for try await _ in try await source.start(.init()) {
      count += 1
      if count == 3 { await source.stop() }
    }
    #expect(count == 3)
  }

  @Test func folder() async throws {
    let folder = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["b.PNG", "a.jpg", "notes.txt", "c"] {
      try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let loaded = Locked<[String]>([])
    let source = try PictureSource(folder: folder) { path in
      loaded.withLock { $0.append(URL(fileURLWithPath: path).lastPathComponent) }
      return picture(1)
    }
    #expect(try await frames(source).count == 2)
    #expect(loaded.withLock { $0 } == ["a.jpg", "b.PNG"])
    #expect(throws: FrameSourceError.self) { try PictureSource(folder: folder + "/none") { _ in picture(1) } }
  }

  @Test(arguments: [("420jpeg", 12), ("mono", 0), ("444", 30), ("422", 18), ("411", 12)])
  func y4m(colour: String, chroma: Int) async throws {
    var bytes = Array("YUV4MPEG2 W5 H3 F30:1 Ip A1:1 C\(colour)\n".utf8)
    for grey: UInt8 in [10, 20, 30] {
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: grey, count: 15) + [UInt8](repeating: 128, count: chroma)
    }
    // A frame that is cut off is not delivered.
    bytes += Array("FRAME\n".utf8) + [1, 2, 3]
    let got = try await withFile(bytes) { try await frames(VideoStreamSource(y4m: $0)) }
    #expect(got.map { $0.image } == [10, 20, 30].map { LumaImage(width: 5, height: 3, grey: $0) })
  }

  @Test(arguments: [
    "", "YUV4MPEG2", "YUV4MPEG2 W0 H3\n", "YUV4MPEG2 W99999 H3\n", "YUV4MPEG2 W5 H3 C420p10\n", "RIFF W5 H3\n",
    "YUV4MPEG2 W5 H3\nFRAMX\n", "YUV4MPEG2 W-5 H3\n",
  ])
  func badStreams(text: String) async throws {
    await #expect(throws: FrameSourceError.self) {
      try await withFile(Array(text.utf8)) { try await frames(VideoStreamSource(y4m: $0)) }
    }
  }

  @Test func rawStream() async throws {
    let bytes = (0..<25).map { UInt8($0) }
    let got = try await withFile(bytes) { try await frames(VideoStreamSource(rawLuma: $0, width: 4, height: 2)) }
    #expect(got.map { $0.image.pixels } == [Array(0..<8), Array(8..<16), Array(16..<24)])
    await #expect(throws: FrameSourceError.self) {
      try await withFile(bytes) { try await frames(VideoStreamSource(rawLuma: $0, width: 0, height: 2)) }
    }
    await #expect(throws: FrameSourceError.self) { try await frames(VideoStreamSource(y4m: "/no/such/file")) }
  }

  @Test func mailboxKeepsTheNewest() async throws {
    let mailbox = FrameMailbox()
    for number in 0..<5 { mailbox.put(frame(number)) }
    var numbers: [Int] = []
    for try await frame in mailbox.stream {
      numbers.append(frame.number)
      if frame.number == 4 {
        mailbox.put(ScanSessionTests.frame(7))
      } else {
        mailbox.finish()
      }
    }
    #expect(numbers == [4, 7])
  }

  @Test func mailboxFailure() async {
    let mailbox = FrameMailbox()
    mailbox.finish(.notPermitted)
    await #expect(throws: FrameSourceError.notPermitted) { for try await _ in mailbox.stream {} }
  }

  @Test func cancelledConsumer() async {
    let mailbox = FrameMailbox()
    let task = Task { for try await _ in mailbox.stream {} }
    task.cancel()
    await #expect(throws: Never.self) { try await task.value }
  }

  @Test func uprightPoints() {
    let p = Point(1, 2)
    #expect(PictureOrientation.quarterTurn.upright(p, width: 10, height: 20) == Point(18, 1))
    #expect(PictureOrientation.halfTurn.upright(p, width: 10, height: 20) == Point(9, 18))
    #expect(PictureOrientation.threeQuarterTurn.upright(p, width: 10, height: 20) == Point(2, 9))
  }

  @Test func timePoints() {
    #expect(TimePoint(seconds: 1.5).nanoseconds == 1_500_000_000)
    #expect(TimePoint(seconds: .infinity).nanoseconds > 0)
    #expect((TimePoint(seconds: 1) + 0.25).seconds(since: TimePoint(seconds: 1)) == 0.25)
    #expect(TimePoint.now <= TimePoint.now)
  }
}
