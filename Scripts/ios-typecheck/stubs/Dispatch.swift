import ObjectiveC

public struct DispatchQoS: Sendable {
  public init() {}
  public static let userInitiated = DispatchQoS()
  public enum QoSClass: Sendable { case userInitiated, `default` }
}

public struct DispatchTime: Sendable {
  public init() {}
  public static func now() -> DispatchTime { DispatchTime() }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

open class DispatchQueue: NSObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 2)
  }
  public convenience init(label: String, qos: DispatchQoS = DispatchQoS(), attributes: Attributes = []) { self.init() }
  public static var main: DispatchQueue { DispatchQueue() }
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { main }
  @preconcurrency public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
  @preconcurrency public func asyncAfter(
    deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
}
