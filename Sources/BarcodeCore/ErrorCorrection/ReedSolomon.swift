/// Reed–Solomon correction of errors and erasures over any field.
///
/// A codeword sequence is a polynomial, its first codeword the coefficient of the highest power; the last `checkCount`
/// codewords are the check codewords. Valid sequences have the roots a^firstRoot … a^(firstRoot + checkCount - 1).
package struct ReedSolomon: Sendable {
  package let field: GaloisField
  /// Exponent of the first of the generator polynomial's consecutive roots: 0 for QR Code, 1 for most others.
  package let firstRoot: Int

  package init(field: GaloisField, firstRoot: Int) {
    self.field = field
    self.firstRoot = firstRoot
  }

  /// What a correction did.
  package struct Correction: Sendable, Hashable {
    /// Wrong codewords whose place was not known before.
    package var errors: Int
    /// Places that were given as erasures and used as such, whether the codeword there was right or not.
    package var erasures: Int
    /// Codewords that were changed.
    package var changed: Int

    package init(errors: Int, erasures: Int, changed: Int) {
      self.errors = errors
      self.erasures = erasures
      self.changed = changed
    }

    /// The sequence was valid as it was; no erasure was needed.
    package static let none = Correction(errors: 0, erasures: 0, changed: 0)

    /// Check codewords that the correction used up: two an error, one an erasure.
    package var used: Int { 2 * errors + erasures }
  }

  /// Corrects a sequence in place; returns nil and leaves it unchanged when it cannot be corrected.
  ///
  /// - Parameters:
  ///   - codewords: Elements of the field; at most `field.size - 1` of them.
  ///   - checkCount: Number of check codewords, from 1 to `codewords.count - 1`.
  ///   - erasures: Indices into `codewords` of untrusted places, in any order; at most `checkCount` different ones.
  package func correct(_ codewords: inout [Int], checkCount: Int, erasures: [Int] = []) -> Correction? {
    let count = codewords.count
    guard checkCount > 0, checkCount < count, count < field.size else { return nil }
    guard codewords.allSatisfy({ $0 >= 0 && $0 < field.size }) else { return nil }
    return field.withArithmetic { arithmetic in
      correct(&codewords, checkCount: checkCount, erasures: erasures, arithmetic)
    }
  }

  private func correct(
    _ codewords: inout [Int], checkCount: Int, erasures: [Int], _ arithmetic: FieldArithmetic
  ) -> Correction? {
    let count = codewords.count
    let syndromes = syndromes(of: codewords, count: checkCount, arithmetic)
    if syndromes.allSatisfy({ $0 == 0 }) { return Correction.none }

    let places = Set(erasures).sorted()
    guard places.count <= checkCount, places.allSatisfy({ $0 >= 0 && $0 < count }) else { return nil }
    let erasedPowers = places.map { count - 1 - $0 }
    guard let locator = errorLocator(syndromes, erasures: erasedPowers, arithmetic) else { return nil }
    let powers = locatedPowers(locator, length: count, arithmetic)
    guard powers.count == locator.count - 1 else { return nil }

    var corrected = codewords
    var changed = 0
    for (power, magnitude) in zip(powers, magnitudes(syndromes, locator: locator, powers: powers, arithmetic)) {
      guard magnitude != 0 else { continue }
      let index = count - 1 - power
      corrected[index] = arithmetic.subtract(corrected[index], magnitude)
      changed += 1
    }
    guard self.syndromes(of: corrected, count: checkCount, arithmetic).allSatisfy({ $0 == 0 }) else { return nil }
    codewords = corrected
    return Correction(errors: powers.count - places.count, erasures: places.count, changed: changed)
  }

  /// Whether the sequence is valid as it stands.
  package func isValid(_ codewords: [Int], checkCount: Int) -> Bool {
    guard checkCount > 0, checkCount < codewords.count, codewords.count < field.size else { return false }
    guard codewords.allSatisfy({ $0 >= 0 && $0 < field.size }) else { return false }
    return field.withArithmetic { syndromes(of: codewords, count: checkCount, $0).allSatisfy { $0 == 0 } } ?? false
  }

  /// log10 of the odds that a sequence of random codewords would have been corrected, too: the share of all sequences
  /// that lies within `errors` errors of a valid one when `erasures` places are free.
  package static func logOddsOfChance(
    fieldSize: Int, length: Int, checkCount: Int, errors: Int, erasures: Int
  ) -> Double {
    let places = max(length - erasures, 0)
    let logBase = BarcodeMath.log10(Double(max(fieldSize, 2)))
    let logOthers = BarcodeMath.log10(Double(max(fieldSize - 1, 1)))
    // Terms grow with the number of errors up to the code's capacity; they are summed relative to the largest one.
    var term = 0.0
    var terms = [0.0]
    for error in 0..<max(min(errors, places), 0) {
      term += BarcodeMath.log10(Double(places - error) / Double(error + 1)) + logOthers
      terms.append(term)
    }
    let largest = terms.reduce(0, max)
    let sum = terms.reduce(0) { $0 + BarcodeMath.exp10($1 - largest) }
    return min(0, largest + BarcodeMath.log10(sum) - Double(checkCount - erasures) * logBase)
  }
}
