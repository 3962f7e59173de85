/// Content of a symbol as bytes and as text.
package struct Content: Sendable, Hashable {
  /// The characters, after character sets were applied.
  package var text: String
  /// All bytes in order, as the symbol carries them.
  package var bytes: [UInt8]
  /// The bytes in pieces of one interpretation each.
  package var segments: [ContentSegment]
  /// Whether the symbol named an extended channel interpretation, which changes its AIM symbology identifier.
  package var hasECI: Bool

  package init(text: String, bytes: [UInt8], segments: [ContentSegment], hasECI: Bool) {
    self.text = text
    self.bytes = bytes
    self.segments = segments
    self.hasECI = hasECI
  }
}

/// Collects a symbol's content while it is decoded: bytes, switches of the character set, and at the end the text.
///
/// FNC1 as a separator of GS1 fields is appended as the control character GS (0x1D).
package struct ContentBuilder: Sendable {
  /// How to judge bytes for which the symbol names no character set.
  package enum Guess: Sendable, Hashable {
    /// As written for QR Code and its kin in practice: UTF-8, Shift JIS, GB 18030, EUC-KR, Big5 or ISO/IEC 8859-1,
    /// whichever fits the bytes best.
    case qr
    /// ISO/IEC 8859-1 as most standards say, but UTF-8 when the bytes are valid UTF-8 beyond ASCII.
    case latin1
  }

  /// Where the interpretation of a run of bytes comes from.
  private enum Interpretation: Sendable, Hashable {
    case unnamed
    case eci(Int)
    case implied(CodedCharacterSet)
  }

  private struct Run: Sendable {
    var interpretation: Interpretation
    var start: Int
  }

  private let defaultSet: CodedCharacterSet?
  private let guess: Guess
  private var current = Interpretation.unnamed
  private var runs: [Run] = []

  /// The bytes collected so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether the symbol named an extended channel interpretation.
  package private(set) var hasECI = false

  /// - Parameters:
  ///   - defaultECI: The character set, as an ECI number, of bytes for which the symbol names none; nil to judge by the
  ///     bytes. See `TextOptions.defaultECI`.
  ///   - guess: How to judge.
  package init(defaultECI: Int?, guess: Guess) {
    defaultSet = defaultECI.flatMap { CodedCharacterSet(eci: $0) }
    self.guess = guess
  }

  package var isEmpty: Bool { bytes.isEmpty }
  package var count: Int { bytes.count }

  /// Adds a byte in the interpretation in force.
  package mutating func append(_ byte: UInt8) {
    begin(current)
    bytes.append(byte)
  }

  /// Adds bytes in the interpretation in force.
  package mutating func append(contentsOf more: some Sequence<UInt8>) {
    begin(current)
    bytes.append(contentsOf: more)
  }

  /// Adds bytes whose character set the symbol's mode implies, such as Shift JIS in QR Code's Kanji mode; an
  /// interpretation in force is not changed.
  package mutating func append(contentsOf more: some Sequence<UInt8>, in set: CodedCharacterSet) {
    begin(.implied(set))
    bytes.append(contentsOf: more)
  }

  /// Makes an extended channel interpretation hold for the bytes that follow.
  package mutating func switchTo(eci: Int) {
    current = .eci(eci)
    hasECI = true
  }

  private mutating func begin(_ interpretation: Interpretation) {
    guard runs.last?.interpretation != interpretation else { return }
    runs.append(Run(interpretation: interpretation, start: bytes.count))
  }

  /// The content collected.
  package func finish() -> Content {
    let pieces = runs.indices.map { index in
      let end = index + 1 < runs.count ? runs[index + 1].start : bytes.count
      return (interpretation: runs[index].interpretation, bytes: Array(bytes[runs[index].start..<end]))
    }
    let unnamed = unnamedSet(pieces.filter { $0.interpretation == .unnamed }.flatMap(\.bytes))
    var text = ""
    var segments: [ContentSegment] = []
    for piece in pieces where !piece.bytes.isEmpty {
      switch piece.interpretation {
      case .unnamed:
        text += unnamed.text(of: piece.bytes)
        append(ContentSegment(eci: nil, bytes: piece.bytes), to: &segments)
      case .implied(let set):
        text += set.text(of: piece.bytes)
        append(ContentSegment(eci: nil, bytes: piece.bytes), to: &segments)
      case .eci(let eci):
        // Bytes of an unknown interpretation are kept readable as Latin text.
        text += (CodedCharacterSet(eci: eci) ?? .iso8859Part1).text(of: piece.bytes)
        append(ContentSegment(eci: eci, bytes: piece.bytes), to: &segments)
      }
    }
    return Content(text: text, bytes: bytes, segments: segments, hasECI: hasECI)
  }

  private func append(_ segment: ContentSegment, to segments: inout [ContentSegment]) {
    if let last = segments.last, last.eci == segment.eci {
      segments[segments.count - 1] = ContentSegment(eci: last.eci, bytes: last.bytes + segment.bytes)
    } else {
      segments.append(segment)
    }
  }

  /// The set of the bytes for which the symbol names none.
  private func unnamedSet(_ bytes: [UInt8]) -> CodedCharacterSet {
    if let defaultSet { return defaultSet }
    // A symbol that names interpretations elsewhere means the standard's default where it names none.
    if hasECI { return .iso8859Part1 }
    switch guess {
    case .qr: return CharacterSetGuess.best(for: bytes)
    case .latin1: return CharacterSetGuess.isUTF8BeyondASCII(bytes) ? .utf8 : .iso8859Part1
    }
  }
}
