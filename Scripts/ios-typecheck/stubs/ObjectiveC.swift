@objc public protocol NSObjectProtocol {}

@objc open class NSObject: Hashable, NSObjectProtocol {
  public init() {}
  @nonobjc open func hash(into hasher: inout Hasher) {}
  @nonobjc public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
}

public struct Selector: ExpressibleByStringLiteral, Sendable {
  public init(_ name: String) {}
  public init(stringLiteral name: String) {}
}
