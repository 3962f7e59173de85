/// A finite field, either GF(2^m) for m from 2 to 12 or GF(p) for a prime p below 4096, by tables of logarithms.
///
/// Elements are integers from 0 to `size - 1`. Values are immutable and shared; the fields in use are static members.
@usableFromInline
package struct GaloisField: Sendable {
  /// Number of elements, q.
  @usableFromInline package let size: Int
  /// Whether addition is that of integers modulo `size` (GF(p)); otherwise it is the exclusive or (GF(2^m)).
  @usableFromInline package let isPrime: Bool
  /// Powers of the primitive element for exponents 0 to 2q - 1, then zeros, so that a logarithm of zero gives zero.
  @usableFromInline let powers: [UInt16]
  /// Logarithms; that of zero is 2q, which leads any sum of logarithms into the zeros of `powers`.
  @usableFromInline let logarithms: [UInt16]

  /// GF(2^m) with `primitivePolynomial` of degree m in bits, such as 0x11D, and the primitive element 2.
  package init(primitivePolynomial: Int) {
    let degree = Int.bitWidth - 1 - max(primitivePolynomial, 4).leadingZeroBitCount
    let size = 1 << min(degree, 12)
    self.init(size: size, isPrime: false) { value in
      let doubled = value << 1
      return doubled >= size ? doubled ^ primitivePolynomial : doubled
    }
  }

  /// GF(p) with a primitive element (a generator of the multiplicative group).
  package init(prime: Int, primitiveElement: Int) {
    self.init(size: prime, isPrime: true) { $0 * primitiveElement % prime }
  }

  private init(size: Int, isPrime: Bool, next: (Int) -> Int) {
    self.size = size
    self.isPrime = isPrime
    var powers = [UInt16](repeating: 0, count: 4 * size + 1)
    var logarithms = [UInt16](repeating: UInt16(truncatingIfNeeded: 2 * size), count: size)
    var value = 1
    for exponent in 0..<(2 * size) {
      powers[exponent] = UInt16(truncatingIfNeeded: value)
      if exponent < size - 1 { logarithms[value] = UInt16(truncatingIfNeeded: exponent) }
      value = next(value)
    }
    self.powers = powers
    self.logarithms = logarithms
  }

  /// The primitive element to the power of a non-negative `exponent`.
  @inlinable
  package func power(_ exponent: Int) -> Int { Int(powers[exponent % (size - 1)]) }

  /// The product of two elements.
  @inlinable
  package func multiply(_ a: Int, _ b: Int) -> Int { Int(powers[Int(logarithms[a]) + Int(logarithms[b])]) }

  /// The sum of two elements.
  @inlinable
  package func add(_ a: Int, _ b: Int) -> Int {
    guard isPrime else { return a ^ b }
    let sum = a + b
    return sum >= size ? sum - size : sum
  }

  /// The element that added to `a` gives zero.
  @inlinable
  package func negative(_ a: Int) -> Int { isPrime && a != 0 ? size - a : a }

  /// The element that multiplied by `a` gives one; zero for zero.
  @inlinable
  package func inverse(_ a: Int) -> Int {
    a == 0 ? 0 : Int(powers[(size - 1 - Int(logarithms[a])) % (size - 1)])
  }
}

extension GaloisField {
  /// GF(256) of QR Code, Micro QR Code and rMQR Code.
  package static let qr256 = GaloisField(primitivePolynomial: 0x11D)
  /// GF(256) of Data Matrix, and of Aztec Code symbols with 3 to 8 layers.
  package static let dataMatrix256 = GaloisField(primitivePolynomial: 0x12D)
  /// GF(256) of Han Xin Code.
  package static let hanXin256 = GaloisField(primitivePolynomial: 0x163)
  /// GF(16) of Aztec Code's mode message and Han Xin Code's function information.
  package static let gf16 = GaloisField(primitivePolynomial: 0x13)
  /// GF(32) of the Royal Mail Mailmark.
  package static let gf32 = GaloisField(primitivePolynomial: 0x25)
  /// GF(64) of MaxiCode, Aztec Code symbols with 1 or 2 layers, Australia Post and UPU S18.
  package static let gf64 = GaloisField(primitivePolynomial: 0x43)
  /// GF(1024) of Aztec Code symbols with 9 to 22 layers.
  package static let aztec1024 = GaloisField(primitivePolynomial: 0x409)
  /// GF(4096) of Aztec Code symbols with 23 to 32 layers.
  package static let aztec4096 = GaloisField(primitivePolynomial: 0x1069)
  /// GF(113) of DotCode.
  package static let gf113 = GaloisField(prime: 113, primitiveElement: 3)
  /// GF(929) of PDF417 and MicroPDF417.
  package static let gf929 = GaloisField(prime: 929, primitiveElement: 3)
}
