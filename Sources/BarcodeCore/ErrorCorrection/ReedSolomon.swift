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
    let syndromes = syndromes(of: codewords, count: checkCount)
    if syndromes.allSatisfy({ $0 == 0 }) { return Correction.none }

    let places = Set(erasures).sorted()
    guard places.count <= checkCount, places.allSatisfy({ $0 >= 0 && $0 < count }) else { return nil }
    guard let locator = errorLocator(syndromes, erasures: places.map { count - 1 - $0 }) else { return nil }
    let powers = locatedPowers(locator, length: count)
    guard powers.count == locator.count - 1 else { return nil }

    var corrected = codewords
    var changed = 0
    for (power, magnitude) in zip(powers, magnitudes(syndromes, locator: locator, powers: powers)) {
      guard magnitude != 0 else { continue }
      let index = count - 1 - power
      corrected[index] = field.add(corrected[index], field.negative(magnitude))
      changed += 1
    }
    guard self.syndromes(of: corrected, count: checkCount).allSatisfy({ $0 == 0 }) else { return nil }
    codewords = corrected
    return Correction(errors: powers.count - places.count, erasures: places.count, changed: changed)
  }

  /// Whether the sequence is valid as it stands.
  package func isValid(_ codewords: [Int], checkCount: Int) -> Bool {
    guard checkCount > 0, checkCount < codewords.count, codewords.count < field.size else { return false }
    guard codewords.allSatisfy({ $0 >= 0 && $0 < field.size }) else { return false }
    return syndromes(of: codewords, count: checkCount).allSatisfy { $0 == 0 }
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

extension ReedSolomon {
  /// Values of the sequence's polynomial at the roots of the code.
  private func syndromes(of codewords: [Int], count: Int) -> [Int] {
    let order = field.size - 1
    let isPrime = field.isPrime
    let size = field.size
    return field.powers.withUnsafeBufferPointer { powers in
      field.logarithms.withUnsafeBufferPointer { logarithms in
        codewords.withUnsafeBufferPointer { codewords in
          (0..<count).map { index in
            let root = (firstRoot + index) % order
            var value = 0
            for codeword in codewords {
              value = Int(powers[Int(logarithms[value]) &+ root])
              if isPrime {
                value = value &+ codeword
                if value >= size { value = value &- size }
              } else {
                value ^= codeword
              }
            }
            return value
          }
        }
      }
    }
  }

  /// The error locator polynomial (lowest power first, no leading zeros) by Berlekamp and Massey's method, started with
  /// the locator of the erasures (given as powers); nil when the number of errors is beyond the code's capacity.
  private func errorLocator(_ syndromes: [Int], erasures: [Int]) -> [Int]? {
    let checkCount = syndromes.count
    let known = erasures.count
    var locator = [Int](repeating: 0, count: checkCount + 2)
    locator[0] = 1
    for (degree, power) in erasures.enumerated() {
      let factor = field.negative(field.power(power))
      for index in stride(from: degree + 1, to: 0, by: -1) {
        locator[index] = field.add(locator[index], field.multiply(factor, locator[index - 1]))
      }
    }
    var correction = locator
    var degree = known
    for step in known..<checkCount {
      var discrepancy = 0
      for index in 0...min(degree, step) {
        discrepancy = field.add(discrepancy, field.multiply(locator[index], syndromes[step - index]))
      }
      let shifted = [0] + correction.dropLast()
      guard discrepancy != 0 else {
        correction = shifted
        continue
      }
      let previous = locator
      let factor = field.negative(discrepancy)
      for index in locator.indices {
        locator[index] = field.add(locator[index], field.multiply(factor, shifted[index]))
      }
      if 2 * degree <= step + known {
        degree = step + 1 + known - degree
        let inverse = field.inverse(discrepancy)
        correction = previous.map { field.multiply($0, inverse) }
      } else {
        correction = shifted
      }
    }
    let actualDegree = locator.lastIndex { $0 != 0 } ?? 0
    guard actualDegree == degree, 2 * (degree - known) + known <= checkCount else { return nil }
    return Array(locator[...degree])
  }

  /// Powers below `length` that the locator's roots point to.
  private func locatedPowers(_ locator: [Int], length: Int) -> [Int] {
    let order = field.size - 1
    return (0..<length).filter { evaluate(locator, at: field.power(order - $0)) == 0 }
  }

  /// Error values at the located powers by Forney's formula, for any characteristic and any first root.
  private func magnitudes(_ syndromes: [Int], locator: [Int], powers: [Int]) -> [Int] {
    let order = field.size - 1
    let evaluator = syndromes.indices.map { index in
      (0...min(index, locator.count - 1)).reduce(0) {
        field.add($0, field.multiply(locator[$1], syndromes[index - $1]))
      }
    }
    // The formal derivative multiplies by whole numbers, which are elements in GF(p) and parities in GF(2^m).
    let derivative = (1..<locator.count).map { index in
      field.isPrime ? index % field.size * locator[index] % field.size : index % 2 * locator[index]
    }
    return powers.map { power in
      let inverseLocation = field.power(order - power)
      let slope = evaluate(derivative, at: inverseLocation)
      let scale = field.power((firstRoot * (order - power) + power) % order)
      let value = field.multiply(evaluate(evaluator, at: inverseLocation), field.multiply(scale, field.inverse(slope)))
      return field.negative(value)
    }
  }

  private func evaluate(_ polynomial: [Int], at point: Int) -> Int {
    polynomial.reversed().reduce(0) { field.add(field.multiply($0, point), $1) }
  }
}
