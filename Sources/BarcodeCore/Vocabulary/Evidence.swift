/// What speaks for a result: the odds that it is wrong, as a decimal logarithm.
///
/// Negative contributions are facts that a phantom or a wrong text would have met only by chance (a check digit of
/// modulus 10 adds -1, a parity bit -0.3); positive ones are the trials that were made to find it.
@frozen
public struct Evidence: Sendable, Codable, Hashable {
  /// log10 of the estimated odds that the result is wrong; smaller is better.
  public var logOdds: Double

  @inlinable
  public init(logOdds: Double = 0) { self.logOdds = logOdds }

  /// The estimated probability that the result is right, from 0 to 1.
  public var confidence: Double {
    let odds = BarcodeMath.exp10(logOdds)
    return 1 / (1 + odds)
  }

  /// Adds a fact that holds by chance with the given probability (0 to 1).
  @inlinable
  public mutating func add(chance: Double) { logOdds += BarcodeMath.log10(Swift.max(chance, 1e-30)) }

  /// Adds the number of trials among which this one was found.
  @inlinable
  public mutating func add(trials: Int) { logOdds += BarcodeMath.log10(Double(Swift.max(trials, 1))) }
}
