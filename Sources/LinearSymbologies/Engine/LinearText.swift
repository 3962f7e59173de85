/// Text of linear symbols whose characters go beyond ASCII.
enum LinearText {
  /// UTF-8 where the bytes are valid UTF-8, else ISO 8859-1, whose code points equal the bytes.
  static func decode(_ bytes: [UInt8]) -> String {
    let utf8 = String(decoding: bytes, as: UTF8.self)
    // Invalid sequences were replaced, so the bytes differ.
    if utf8.utf8.elementsEqual(bytes) { return utf8 }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
