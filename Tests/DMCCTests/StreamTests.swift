import DMCC
import TestSupport
import Testing

@Suite struct StreamTests {
  private func elements(_ bytes: [UInt8], chunk: Int? = nil) -> [CommandStream.Element] {
    var stream = CommandStream()
    var result: [CommandStream.Element] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + (chunk ?? bytes.count))
      stream.append(bytes[start..<end])
      while let element = stream.next() { result.append(element) }
      start = end
    }
    return result
  }

  @Test(arguments: ["\r\n", "\n", "\r"])
  func footers(footer: String) {
    let bytes = Array(("GET A" + footer + "GET B" + footer).utf8)
    let expected: [CommandStream.Element] = [.command(Command(.get, "A")), .command(Command(.get, "B"))]
    for chunk in 1...bytes.count { #expect(elements(bytes, chunk: chunk) == expected) }
  }

  /// The checksum of a command can be the byte of CR or LF.
  @Test func checksumThatLooksLikeAFooter() throws {
    var found = Set<UInt8>()
    for number in 0..<2000 where found.count < 2 {
      let command = Command(.get, "H\(number)", header: .init(hasChecksum: true, identifier: 3 * number))
      let bytes = CommandGrammar.encode(command)
      let sum = bytes[bytes.count - 3]
      guard sum == 0x0D || sum == 0x0A else { continue }
      found.insert(sum)
      let two = bytes + bytes
      for chunk in 1...two.count { #expect(elements(two, chunk: chunk) == [.command(command), .command(command)]) }
    }
    #expect(found == [0x0D, 0x0A])
  }

  @Test func attachedBytes() {
    let data: [UInt8] = [0x0A, 0x0D, 0x0A, 0x00, 0xFF]
    let load = Command(.action, "IMAGE.LOAD", [Token("5")], data: data)
    let bytes = CommandGrammar.encode(load) + Array("GET A\r\n".utf8)
    for chunk in 1...bytes.count {
      #expect(elements(bytes, chunk: chunk) == [.command(load), .command(Command(.get, "A"))])
    }
  }

  @Test func tooManyAttachedBytes() {
    let bytes = Array("IMAGE.LOAD 999999999999\r\nGET A\r\n".utf8)
    #expect(elements(bytes) == [.failure(.init(status: .invalidParameter, header: .init()))])
  }

  @Test func tooLongBlock() {
    let bytes = [UInt8](repeating: 0x41, count: 3 * CommandStream.maximumBlock) + Array("\r\nGET A\r\n".utf8)
    for chunk in [1000, 40_000] {
      let result = elements(bytes, chunk: chunk)
      #expect(result.last == .command(Command(.get, "A")))
      #expect(result.count == 2)
    }
  }

  /// Encoded commands come back the same, however the bytes are cut.
  @Test func roundTrip() {
    var random = SeededRandom(seed: 1)
    let characters = Array("aB9 .\"\\|\t\r\n€-")
    for _ in 0..<500 {
      let arguments = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Token(
          String(
            (0..<Int.random(in: 0...6, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" }),
          isQuoted: true)
      }
      let identifier = Bool.random(using: &random) ? Int.random(in: 0...999_999_999, using: &random) : nil
      let header = CommandHeader(hasChecksum: Bool.random(using: &random), identifier: identifier)
      let form: Command.Form = [.get, .set, .action].randomElement(using: &random) ?? .get
      let command = Command(form, "N.\(Int.random(in: 0...99, using: &random))", arguments, header: header)
      let chunk = Int.random(in: 1...40, using: &random)
      #expect(elements(CommandGrammar.encode(command), chunk: chunk) == [.command(command)])
    }
  }

  /// Noise never stops the stream: after it and a footer a command is understood.
  @Test func noise() {
    var random = SeededRandom(seed: 2)
    let pieces = ["||", "1", ":", ">", "GET ", "SET ", "IMAGE.LOAD 3\r", "\"", "\\", "\r", "\n", "\0", "\u{FF}", "[0]"]
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        if Bool.random(using: &random) {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        }
      }
      // Three bytes may be taken as attached ones, and one as a checksum.
      bytes += Array("\r\n\r\n\r\nxxx\r\nGET A\r\n".utf8)
      let chunk = Int.random(in: 1...30, using: &random)
      #expect(elements(bytes, chunk: chunk).last == .command(Command(.get, "A")))
      _ = ResponseStyle.decode(bytes[...])
    }
  }
}
