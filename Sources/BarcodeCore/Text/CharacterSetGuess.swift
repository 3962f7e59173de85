/// Judges by the bytes in which character set a text was written.
///
/// Each set gets a cost: how many bits an encoder that expects natural text in that set would roughly spend on these
/// bytes. The cheapest set wins; bytes that a set cannot hold rule it out.
package enum CharacterSetGuess {
  /// The most plausible set among UTF-8, UTF-16 with a byte order mark, ISO/IEC 8859-1, Windows 1252, Shift JIS,
  /// GB 18030, EUC-KR and Big5.
  package static func best(for bytes: [UInt8]) -> CodedCharacterSet {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return .ascii }
    if isUTF8BeyondASCII(bytes) { return .utf8 }
    if bytes.count >= 4, bytes.count % 2 == 0 {
      if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
      if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    }
    var best = isWindows1252(bytes) ? CodedCharacterSet.windows1252 : .iso8859Part1
    var bestCost = latinCost(bytes)
    for (set, prior) in multiByteSets {
      guard let cost = multiByteCost(bytes, in: set), cost + prior < bestCost else { continue }
      best = set
      bestCost = cost + prior
    }
    return best
  }

  /// Whether the bytes are valid UTF-8 with at least one character beyond ASCII.
  package static func isUTF8BeyondASCII(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// Whether the bytes use what Windows 1252 adds to ISO/IEC 8859-1 and look like text rather than binary data.
  private static func isWindows1252(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(where: { (0x80..<0xA0).contains($0) }) else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0x7F: false
      case 0..<0x20: byte == 0x09 || byte == 0x0A || byte == 0x0D || (0x1C...0x1E).contains(byte)
      default: true
      }
    }
  }

  /// Sets of several bytes a character, with the bits by which each is rarer in symbols than Latin text.
  private static let multiByteSets: [(set: CodedCharacterSet, prior: Double)] = [
    (.shiftJIS, 1), (.gb18030, 3), (.korean, 5), (.big5, 6),
  ]

  /// Bits that an ASCII character costs in any set.
  private static let asciiCost = 5.0

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  /// Latin text has single letters with diacritics between ASCII letters; runs of upper bytes are unlikely.
  private static func latinCost(_ bytes: [UInt8]) -> Double {
    var cost = 0.0
    var run = 0
    for (index, byte) in bytes.enumerated() {
      guard byte >= 0x80 else {
        run = 0
        cost += asciiCost
        continue
      }
      run += 1
      let besideLetter =
        index > 0 && isLetter(bytes[index - 1]) || index + 1 < bytes.count && isLetter(bytes[index + 1])
      switch byte {
      case 0x81, 0x8D, 0x8F, 0x90, 0x9D: cost += 16
      case 0x80..<0xA0: cost += 11
      case 0xA1, 0xA3, 0xA7, 0xA9, 0xAB, 0xAE, 0xB0...0xB3, 0xB5, 0xB7, 0xBB, 0xBD, 0xBF: cost += 7
      case 0xA0..<0xC0: cost += 10
      default: cost += besideLetter ? 5 : 8
      }
      if run > 2 { cost += 4 }
    }
    return cost
  }

  /// The cost in a set of several bytes a character; nil when the bytes are not valid in it.
  private static func multiByteCost(_ bytes: [UInt8], in set: CodedCharacterSet) -> Double? {
    var cost = 0.0
    var index = 0
    var halfWidthRun = 0
    while index < bytes.count {
      let lead = bytes[index]
      let start = index
      let codePoint = set.nextCodePoint(in: bytes, at: &index)
      guard codePoint != UInt32(CharacterTable.undefined) else { return nil }
      switch index - start {
      case 1 where lead < 0x80:
        cost += asciiCost
        halfWidthRun = 0
      case 1:
        halfWidthRun += 1
        cost += katakanaCost(lead, run: halfWidthRun)
      case 2:
        halfWidthRun = 0
        cost += characterCost(codePoint, lead: lead, trail: bytes[start + 1], in: set)
      default:
        halfWidthRun = 0
        cost += 25
      }
    }
    return cost
  }

  /// Half-width katakana come in words; a single one is more likely a Latin letter.
  private static func katakanaCost(_ byte: UInt8, run: Int) -> Double {
    if run == 1 { return 9 }
    switch byte {
    case 0xA1...0xA5: return 8  // punctuation
    case 0xA6...0xAF: return 6  // small letters
    case 0xDE, 0xDF: return 3.5  // voicing marks
    default: return 4.8
    }
  }

  /// Bits of a character of two bytes. Kana and common ideographs stand in the first rows of each set; where rows do
  /// not follow frequency, a list of the most frequent characters tells a text from bytes that fit by chance.
  private static func characterCost(
    _ codePoint: UInt32, lead: UInt8, trail: UInt8, in set: CodedCharacterSet
  ) -> Double {
    switch (set, lead) {
    case (.shiftJIS, 0x82...0x83): 6.5
    case (.shiftJIS, 0x81): 8
    case (.shiftJIS, 0x88...0x97): 10
    case (.shiftJIS, 0xED...0xFF): 18
    case (.shiftJIS, _): 15
    case (.gb18030, _) where trail < 0xA1: 18
    case (.gb18030, 0xA1...0xA5): 8
    case (.gb18030, 0xB0...0xD7): frequentIdeographs.contains(codePoint) ? 7.5 : 12
    case (.gb18030, 0xD8...0xF7): 15
    case (.gb18030, _): 18
    case (.korean, _) where trail < 0xA1: 18
    case (.korean, 0xB0...0xC8): frequentHangul.contains(codePoint) ? 7 : 14
    case (.korean, 0xA1...0xA3): 9
    case (.korean, _): 16
    case (.big5, 0xA4...0xC6): 10.5
    case (.big5, 0xA1...0xA3): 9
    default: 16
    }
  }

  /// Hangul syllables that make up most of Korean texts, names and addresses.
  private static let frequentHangul = scalars(
    """
    이다는을의가에고하지를한은로기도사자어리대아해일나시제들라인서스보정그만있것수여장전부원상주과구비소조유영공동
    국선성세무문미경위치신내화물게금연방우생용으면회교관안적분당않없산행통체식권강남북학현민모실단반명호간음오
    설말중때개심작요진트르드지법발예술감본마난외계력살재두양업불데차거할표임건운청광토품가격값점출석번출책길
    역와각합습니까녕세계특별시군읍동면층호울부산대구천전울경기강충남북라제주김박최정윤임오한신권황류홍송러네
    버카페톡메일전화번상름입주회식품센터병약바람맛집입장료컴퓨코드큐알링크확클릭참여등록
    """)

  /// Ideographs that make up most of Chinese texts, names and addresses in simplified characters.
  private static let frequentIdeographs = scalars(
    """
    的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天
    而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但
    身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电
    四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市京广州江苏浙路区号司省县街华
    共王李张刘陈杨黄赵吴周徐孙马朱胡林何郭罗姓址邮箱码扫网店商品质量有限集团技术科服务系统六七八九零深圳武汉
    """)

  private static func scalars(_ characters: String) -> Set<UInt32> {
    Set(characters.unicodeScalars.lazy.map(\.value).filter { $0 >= 0x80 })
  }
}
