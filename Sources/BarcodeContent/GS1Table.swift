/// One application identifier of the GS1 General Specifications.
struct GS1Identifier: Sendable {
  /// Without the digit for decimals, where there is one.
  let digits: String
  /// A digit follows that says how many decimals the value has.
  let hasDecimals: Bool
  /// Largest number of decimals.
  var mostDecimals: Int {
    switch digits.prefix(2) {
    case "39": digits == "394" ? 3 : digits == "395" ? 5 : 9
    default: 5
    }
  }
  let parts: [GS1Part]
  let title: String
}

/// A piece of an element's data.
struct GS1Part: Sendable {
  enum Characters: Sendable {
    case digits
    /// The 82 characters of GS1.
    case set82
    /// The 39 characters of component identifiers.
    case set39
    /// Base 64 for addresses.
    case set64
  }

  enum Meaning: Sendable {
    case none
    /// The last digit checks the others.
    case checkDigit
    /// The last two characters check the others.
    case checkPair
    /// YYMMDD; day 00 leaves the day out where it may.
    case date(allowsNoDay: Bool)
    /// HHMM.
    case time
    /// YYMMDDHH.
    case hour
    /// A number with decimals.
    case number
  }

  let characters: Characters
  let lengths: ClosedRange<Int>
  let isOptional: Bool
  let meaning: Meaning
}

enum GS1Table {
  /// Rows: identifier (with `n` for the digit of decimals, or a range of the last digit), data, title. Data: `N` digits,
  /// `X` set 82, `Y` set 39, `Z` set 64; a length or `..` and the largest length; `?` optional; after a colon `c` check
  /// digit, `p` check pair, `d` date, `e` date whose day may be 00, `t` time, `h` date and hour, `v` number.
  private static let rows = """
    00|N18:c|SSCC
    01|N14:c|GTIN
    02|N14:c|CONTENT
    03|N14:c|MTO GTIN
    10|X..20|BATCH/LOT
    11|N6:e|PROD DATE
    12|N6:e|DUE DATE
    13|N6:e|PACK DATE
    15|N6:e|BEST BEFORE or BEST BY
    16|N6:e|SELL BY
    17|N6:e|USE BY or EXPIRY
    20|N2|VARIANT
    21|X..20|SERIAL
    22|X..20|CPV
    235|X..28|TPX
    240|X..30|ADDITIONAL ID
    241|X..30|CUST. PART No.
    242|N..6|MTO VARIANT
    243|X..20|PCN
    250|X..30|SECONDARY SERIAL
    251|X..30|REF. TO SOURCE
    253|N13:c X..17?|GDTI
    254|X..20|GLN EXTENSION COMPONENT
    255|N13:c N..12?|GCN
    30|N..8|VAR. COUNT
    310n|N6:v|NET WEIGHT (kg)
    311n|N6:v|LENGTH (m)
    312n|N6:v|WIDTH (m)
    313n|N6:v|HEIGHT (m)
    314n|N6:v|AREA (m²)
    315n|N6:v|NET VOLUME (l)
    316n|N6:v|NET VOLUME (m³)
    320n|N6:v|NET WEIGHT (lb)
    321n|N6:v|LENGTH (in)
    322n|N6:v|LENGTH (ft)
    323n|N6:v|LENGTH (yd)
    324n|N6:v|WIDTH (in)
    325n|N6:v|WIDTH (ft)
    326n|N6:v|WIDTH (yd)
    327n|N6:v|HEIGHT (in)
    328n|N6:v|HEIGHT (ft)
    329n|N6:v|HEIGHT (yd)
    330n|N6:v|GROSS WEIGHT (kg)
    331n|N6:v|LENGTH (m), log
    332n|N6:v|WIDTH (m), log
    333n|N6:v|HEIGHT (m), log
    334n|N6:v|AREA (m²), log
    335n|N6:v|VOLUME (l), log
    336n|N6:v|VOLUME (m³), log
    337n|N6:v|KG PER m²
    340n|N6:v|GROSS WEIGHT (lb)
    341n|N6:v|LENGTH (in), log
    342n|N6:v|LENGTH (ft), log
    343n|N6:v|LENGTH (yd), log
    344n|N6:v|WIDTH (in), log
    345n|N6:v|WIDTH (ft), log
    346n|N6:v|WIDTH (yd), log
    347n|N6:v|HEIGHT (in), log
    348n|N6:v|HEIGHT (ft), log
    349n|N6:v|HEIGHT (yd), log
    350n|N6:v|AREA (in²)
    351n|N6:v|AREA (ft²)
    352n|N6:v|AREA (yd²)
    353n|N6:v|AREA (in²), log
    354n|N6:v|AREA (ft²), log
    355n|N6:v|AREA (yd²), log
    356n|N6:v|NET WEIGHT (t oz)
    357n|N6:v|NET VOLUME (oz)
    360n|N6:v|NET VOLUME (qt)
    361n|N6:v|NET VOLUME (gal.)
    362n|N6:v|VOLUME (qt), log
    363n|N6:v|VOLUME (gal.), log
    364n|N6:v|VOLUME (in³)
    365n|N6:v|VOLUME (ft³)
    366n|N6:v|VOLUME (yd³)
    367n|N6:v|VOLUME (in³), log
    368n|N6:v|VOLUME (ft³), log
    369n|N6:v|VOLUME (yd³), log
    37|N..8|COUNT
    390n|N..15:v|AMOUNT
    391n|N3 N..15:v|AMOUNT
    392n|N..15:v|PRICE
    393n|N3 N..15:v|PRICE
    394n|N4:v|PRCNT OFF
    395n|N6:v|PRICE/UoM
    400|X..30|ORDER NUMBER
    401|X..30|GINC
    402|N17:c|GSIN
    403|X..30|ROUTE
    410|N13:c|SHIP TO LOC
    411|N13:c|BILL TO
    412|N13:c|PURCHASE FROM
    413|N13:c|SHIP FOR LOC
    414|N13:c|LOC No.
    415|N13:c|PAY TO
    416|N13:c|PROD/SERV LOC
    417|N13:c|PARTY
    420|X..20|SHIP TO POST
    421|N3 X..9|SHIP TO POST
    422|N3|ORIGIN
    423|N..15|COUNTRY - INITIAL PROCESS
    424|N3|COUNTRY - PROCESS
    425|N..15|COUNTRY - DISASSEMBLY
    426|N3|COUNTRY - FULL PROCESS
    427|X..3|ORIGIN SUBDIVISION
    4300|X..35|SHIP TO COMP
    4301|X..35|SHIP TO NAME
    4302|X..70|SHIP TO ADD1
    4303|X..70|SHIP TO ADD2
    4304|X..70|SHIP TO SUB
    4305|X..70|SHIP TO LOC
    4306|X..70|SHIP TO REG
    4307|X2|SHIP TO COUNTRY
    4308|X..30|SHIP TO PHONE
    4309|N20|SHIP TO GEO
    4310|X..35|RTN TO COMP
    4311|X..35|RTN TO NAME
    4312|X..70|RTN TO ADD1
    4313|X..70|RTN TO ADD2
    4314|X..70|RTN TO SUB
    4315|X..70|RTN TO LOC
    4316|X..70|RTN TO REG
    4317|X2|RTN TO COUNTRY
    4318|X..20|RTN TO POST
    4319|X..30|RTN TO PHONE
    4320|X..35|SRV DESCRIPTION
    4321|N1|DANGEROUS GOODS
    4322|N1|AUTH TO LEAVE
    4323|N1|SIG REQUIRED
    4324|N6:e N4:t|NOT BEF DEL DT
    4325|N6:e N4:t|NOT AFT DEL DT
    4326|N6:d|REL DATE
    4330|N6 X1?|MAX TEMP F.
    4331|N6 X1?|MAX TEMP C.
    4332|N6 X1?|MIN TEMP F.
    4333|N6 X1?|MIN TEMP C.
    7001|N13|NSN
    7002|X..30|MEAT CUT
    7003|N6:d N4:t|EXPIRY TIME
    7004|N..4|ACTIVE POTENCY
    7005|X..12|CATCH AREA
    7006|N6:d|FIRST FREEZE DATE
    7007|N6:d N6?:d|HARVEST DATE
    7008|X..3|AQUATIC SPECIES
    7009|X..10|FISHING GEAR TYPE
    7010|X..2|PROD METHOD
    7011|N6:d N4?:t|TEST BY DATE
    7020|X..20|REFURB LOT
    7021|X..20|FUNC STAT
    7022|X..20|REV STAT
    7023|X..30|GIAI - ASSEMBLY
    7030-9|N3 X..27|PROCESSOR
    7040|N1 X3|UIC+EXT
    7041|X..4|UFRGT UNIT TYPE
    710|X..20|NHRN PZN
    711|X..20|NHRN CIP
    712|X..20|NHRN CN
    713|X..20|NHRN DRN
    714|X..20|NHRN AIM
    715|X..20|NHRN NDC
    716|X..20|NHRN AIC
    717|X..20|NHRN SRN
    7230-9|X2 X..28|CERT
    7240|X..20|PROTOCOL
    7241|N2|AIDC MEDIA TYPE
    7242|X..25|VCN
    7250|N8|DOB
    7251|N12|DOB TIME
    7252|N1|BIO SEX
    7253|X..40|FAMILY NAME
    7254|X..40|GIVEN NAME
    7255|X..10|SUFFIX
    7256|X..90|FULL NAME
    7257|X..70|PERSON ADDR
    7258|X3|BIRTH SEQUENCE
    7259|X..40|BABY
    8001|N14|DIMENSIONS
    8002|X..20|CMT No.
    8003|N1 N13:c X..16?|GRAI
    8004|X..30|GIAI
    8005|N6|PRICE PER UNIT
    8006|N14:c N4|ITIP
    8007|X..34|IBAN
    8008|N8:h N..4?|PROD TIME
    8009|X..50|OPTSEN
    8010|Y..30|CPID
    8011|N..12|CPID SERIAL
    8012|X..20|VERSION
    8013|X..25:p|GMN
    8014|X..25:p|MUDI
    8017|N18:c|GSRN - PROVIDER
    8018|N18:c|GSRN - RECIPIENT
    8019|N..10|SRIN
    8020|X..25|REF No.
    8026|N14:c N4|ITIP CONTENT
    8030|Z..90|DIGSIG
    8040|N15|IMEI1
    8041|N15|IMEI2
    8042|N32|ESIM
    8043|N18 N..2?|PSIM
    8110|X..70|COUPON
    8111|N4|POINTS
    8112|X..70|COUPON OFFER
    8200|X..70|PRODUCT URL
    90|X..30|INTERNAL
    91-9|X..90|INTERNAL
    """

  /// By their digits, without the one for decimals.
  static let identifiers: [String: GS1Identifier] = {
    var result: [String: GS1Identifier] = [:]
    for row in rows.split(separator: "\n") {
      let columns = row.split(separator: "|").map(String.init)
      guard columns.count == 3 else { continue }
      let parts = columns[1].split(separator: " ").compactMap { part(String($0)) }
      var digits = columns[0]
      let hasDecimals = digits.hasSuffix("n")
      if hasDecimals { digits.removeLast() }
      for name in expanded(digits) {
        result[name] = GS1Identifier(digits: name, hasDecimals: hasDecimals, parts: parts, title: columns[2])
      }
    }
    return result
  }()

  /// Beginnings of identifiers whose elements have a known length, so that nothing separates them from the next.
  static let knownLengths: [String: Int] = {
    var result: [String: Int] = ["00": 20, "01": 16, "02": 16, "03": 16, "04": 18, "20": 4, "41": 16]
    for prefix in 11...19 { result[String(prefix)] = 8 }
    for prefix in 31...36 { result[String(prefix)] = 10 }
    return result
  }()

  /// `7030-9` stands for 7030 to 7039.
  private static func expanded(_ digits: String) -> [String] {
    guard let dash = digits.firstIndex(of: "-"), let last = Int(digits[digits.index(after: dash)...]),
      let first = Int(digits[..<dash])
    else { return [digits] }
    return (first...(first - first % 10 + last)).map(String.init)
  }

  private static func part(_ text: String) -> GS1Part? {
    let halves = text.split(separator: ":")
    guard var shape = halves.first, let letter = shape.popFirst() else { return nil }
    let isOptional = shape.last == "?"
    if isOptional { shape.removeLast() }
    let isVariable = shape.hasPrefix("..")
    guard let most = Int(isVariable ? shape.dropFirst(2) : shape) else { return nil }
    let characters: GS1Part.Characters =
      switch letter {
      case "N": .digits
      case "Y": .set39
      case "Z": .set64
      default: .set82
      }
    let meaning: GS1Part.Meaning =
      switch halves.count > 1 ? halves[1] : "" {
      case "c": .checkDigit
      case "p": .checkPair
      case "d": .date(allowsNoDay: false)
      case "e": .date(allowsNoDay: true)
      case "t": .time
      case "h": .hour
      case "v": .number
      default: .none
      }
    return GS1Part(
      characters: characters, lengths: (isVariable ? 1 : most)...most, isOptional: isOptional, meaning: meaning)
  }
}
