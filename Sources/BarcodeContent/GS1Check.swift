/// Character sets and check characters of GS1.
enum GS1Check {
  private static let digits = Set("0123456789")
  private static let order82 = Array(
    "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
  private static let set82 = Set(order82)
  private static let set39 = Set("#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let set64 = Set("-0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")

  static func contains(_ characters: GS1Part.Characters, _ text: String) -> Bool {
    let set =
      switch characters {
      case .digits: digits
      case .set82: set82
      case .set39: set39
      case .set64: set64
      }
    return text.allSatisfy { set.contains($0) }
  }

  /// Weights 3 and 1 by turns from the right, to a multiple of 10.
  static func isCheckDigit(_ text: String) -> Bool {
    var sum = 0
    for (i, digit) in text.reversed().enumerated() {
      guard let value = digit.wholeNumberValue else { return false }
      sum += i % 2 == 0 ? value : 3 * value
    }
    return sum % 10 == 0
  }

  private static let primes = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
  ]
  private static let pairCharacters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
  /// The largest prime number below 32 times 32.
  private static let pairModulus = 1021

  /// Positions in set 82, weighted by prime numbers from the right.
  static func isCheckPair(_ text: String) -> Bool {
    let characters = Array(text)
    guard characters.count > 2, characters.count - 2 <= primes.count else { return false }
    var sum = 0
    for (character, prime) in zip(characters.dropLast(2).reversed(), primes) {
      guard let position = order82.firstIndex(of: character) else { return false }
      sum += position * prime
    }
    sum %= pairModulus
    return characters.suffix(2) == [pairCharacters[sum >> 5], pairCharacters[sum & 31]]
  }
}
