/// A field's tables as pointers, for the inner loops of the correction.
struct FieldArithmetic {
  let powers: UnsafePointer<UInt16>
  let logarithms: UnsafePointer<UInt16>
  let size: Int
  let isPrime: Bool

  /// Order of the multiplicative group.
  var order: Int { size - 1 }

  @inline(__always)
  func logarithm(_ a: Int) -> Int { Int(logarithms[a]) }

  /// The primitive element to a power from 0 to 2q.
  @inline(__always)
  func power(_ exponent: Int) -> Int { Int(powers[exponent]) }

  @inline(__always)
  func multiply(_ a: Int, _ b: Int) -> Int { Int(powers[Int(logarithms[a]) &+ Int(logarithms[b])]) }

  @inline(__always)
  func add(_ a: Int, _ b: Int) -> Int {
    guard isPrime else { return a ^ b }
    let sum = a &+ b
    return sum >= size ? sum &- size : sum
  }

  @inline(__always)
  func subtract(_ a: Int, _ b: Int) -> Int {
    guard isPrime else { return a ^ b }
    let difference = a &- b
    return difference < 0 ? difference &+ size : difference
  }

  /// Value of a polynomial, lowest power first.
  func evaluate(_ polynomial: [Int], at point: Int) -> Int {
    let exponent = logarithm(point)
    var value = 0
    for coefficient in polynomial.reversed() {
      value = add(Int(powers[Int(logarithms[value]) &+ exponent]), coefficient)
    }
    return value
  }
}

extension GaloisField {
  func withArithmetic<Result>(_ body: (FieldArithmetic) -> Result?) -> Result? {
    powers.withUnsafeBufferPointer { powers in
      logarithms.withUnsafeBufferPointer { logarithms in
        guard let powers = powers.baseAddress, let logarithms = logarithms.baseAddress else { return nil }
        return body(FieldArithmetic(powers: powers, logarithms: logarithms, size: size, isPrime: isPrime))
      }
    }
  }
}

extension ReedSolomon {
  /// Values of the sequence's polynomial at the roots of the code.
  func syndromes(of codewords: [Int], count: Int, _ field: FieldArithmetic) -> [Int] {
    let roots = (0..<count).map { (firstRoot + $0) % field.order }
    return [Int](unsafeUninitializedCapacity: count) { values, initialized in
      values.initialize(repeating: 0)
      initialized = count
      roots.withUnsafeBufferPointer { roots in
        // All roots advance together, so that the table look-ups of one do not wait for those of another.
        for codeword in codewords {
          for index in 0..<count {
            values[index] = field.add(field.power(field.logarithm(values[index]) &+ roots[index]), codeword)
          }
        }
      }
    }
  }

  /// The error locator polynomial (lowest power first, no leading zeros) by Berlekamp and Massey's method, started with
  /// the locator of the erasures (given as powers); nil when the number of errors is beyond the code's capacity.
  func errorLocator(_ syndromes: [Int], erasures: [Int], _ field: FieldArithmetic) -> [Int]? {
    let checkCount = syndromes.count
    let known = erasures.count
    var locator = [Int](repeating: 0, count: checkCount + 1)
    locator[0] = 1
    for (degree, power) in erasures.enumerated() {
      let factor = field.power(power)
      for index in stride(from: degree + 1, to: 0, by: -1) {
        locator[index] = field.subtract(locator[index], field.multiply(factor, locator[index - 1]))
      }
    }
    // The correction is `correction` times x to the power of `shift` times `scale`.
    var correction = locator
    var shift = 1
    var scale = 1
    var degree = known
    for step in known..<checkCount {
      var discrepancy = 0
      for index in 0...min(degree, step) {
        discrepancy = field.add(discrepancy, field.multiply(locator[index], syndromes[step - index]))
      }
      guard discrepancy != 0 else {
        shift += 1
        continue
      }
      let grows = 2 * degree <= step + known
      // More errors than the check codewords can tell apart: the rest of the work would be in vain.
      if grows && 2 * (step + 1 - degree) + known > checkCount { return nil }
      let previous = grows ? locator : []
      let factor = field.multiply(discrepancy, scale)
      if shift <= checkCount {
        for index in shift...checkCount {
          locator[index] = field.subtract(locator[index], field.multiply(factor, correction[index - shift]))
        }
      }
      if grows {
        degree = step + 1 + known - degree
        correction = previous
        scale = self.field.inverse(discrepancy)
        shift = 1
      } else {
        shift += 1
      }
    }
    let actualDegree = locator.lastIndex { $0 != 0 } ?? 0
    guard actualDegree == degree, 2 * (degree - known) + known <= checkCount else { return nil }
    return Array(locator[...degree])
  }

  /// Powers below `length` that the locator's roots point to.
  func locatedPowers(_ locator: [Int], length: Int, _ field: FieldArithmetic) -> [Int] {
    let degree = locator.count - 1
    // Each term is kept as its logarithm, which sinks by the term's degree from one place to the next.
    let terms = locator.indices.filter { locator[$0] != 0 }
    var exponents = terms.map { field.logarithm(locator[$0]) }
    var powers: [Int] = []
    for power in 0..<length where powers.count < degree {
      var value = 0
      for (index, term) in terms.enumerated() {
        let exponent = exponents[index]
        value = field.add(value, field.power(exponent))
        exponents[index] = exponent >= term ? exponent &- term : exponent &- term &+ field.order
      }
      if value == 0 { powers.append(power) }
    }
    return powers
  }

  /// Error values at the located powers by Forney's formula, for any characteristic and any first root.
  func magnitudes(_ syndromes: [Int], locator: [Int], powers: [Int], _ field: FieldArithmetic) -> [Int] {
    let order = field.order
    // The evaluator's degree is below the number of errors.
    let evaluator = (0..<(locator.count - 1)).map { index in
      (0...index).reduce(0) { field.add($0, field.multiply(locator[$1], syndromes[index - $1])) }
    }
    // The formal derivative multiplies by whole numbers, which are elements in GF(p) and parities in GF(2^m).
    let derivative = (1..<locator.count).map { index in
      field.isPrime ? index % field.size * locator[index] % field.size : index % 2 * locator[index]
    }
    return powers.map { power in
      let inverseLocation = field.power(order - power)
      let slope = field.evaluate(derivative, at: inverseLocation)
      let scale = field.power((firstRoot * (order - power) + power) % order)
      let value = field.multiply(
        field.evaluate(evaluator, at: inverseLocation), field.multiply(scale, self.field.inverse(slope)))
      return field.subtract(0, value)
    }
  }
}
