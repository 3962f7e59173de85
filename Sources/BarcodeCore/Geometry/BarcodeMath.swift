#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The few functions of the C library that the engine needs, so that no other file imports it.
public enum BarcodeMath {
  public static func exp10(_ x: Double) -> Double { pow(10, x) }
  public static func log10(_ x: Double) -> Double { logTen(x) }
  package static func exp(_ x: Double) -> Double { expE(x) }
  package static func atan2(_ y: Double, _ x: Double) -> Double { arcTangent(y, x) }
  package static func sin(_ x: Double) -> Double { sine(x) }
  package static func cos(_ x: Double) -> Double { cosine(x) }
}

private func logTen(_ x: Double) -> Double { log10(x) }
private func expE(_ x: Double) -> Double { exp(x) }
private func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
private func sine(_ x: Double) -> Double { sin(x) }
private func cosine(_ x: Double) -> Double { cos(x) }
