/// Base64 of RFC 4648, with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var block = 0
    var count = 0
    for byte in bytes {
      block = block << 8 | Int(byte)
      count += 1
      if count == 3 {
        append(block, digits: 4, to: &result)
        block = 0
        count = 0
      }
    }
    if count > 0 { append(block << (8 * (3 - count)), digits: count + 1, to: &result) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ block: Int, digits count: Int, to result: inout [UInt8]) {
    for i in 0..<4 {
      result.append(i < count ? digits[block >> (18 - 6 * i) & 63] : UInt8(ascii: "="))
    }
  }
}
