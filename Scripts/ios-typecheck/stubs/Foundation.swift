@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public typealias TimeInterval = Double
// A type of its own in reality; Swift converts between the two by itself.
public typealias CGFloat = Double

public struct CGPoint: Sendable, Equatable {
  public var x: CGFloat
  public var y: CGFloat
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  public static var zero: CGPoint { CGPoint(x: 0, y: 0) }
}
public struct CGSize: Sendable, Equatable {
  public var width: CGFloat
  public var height: CGFloat
  public init(width: CGFloat, height: CGFloat) { (self.width, self.height) = (width, height) }
  public init(width: Int, height: Int) { self.init(width: CGFloat(width), height: CGFloat(height)) }
}
public struct CGRect: Sendable, Equatable {
  public var origin: CGPoint
  public var size: CGSize
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    origin = CGPoint(x: x, y: y)
    size = CGSize(width: width, height: height)
  }
  public var width: CGFloat { size.width }
  public var height: CGFloat { size.height }
  public static var zero: CGRect { CGRect(x: 0, y: 0, width: 0, height: 0) }
}

// Classes that Swift types bridge to.
open class NSString: NSObject, @unchecked Sendable {}
open class NSArray: NSObject {}
open class NSDictionary: NSObject {}
open class NSNumber: NSObject, @unchecked Sendable { public init(value: Double) { super.init() } }
open class NSData: NSObject {}
open class NSMutableData: NSData {}
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFMutableData = NSMutableData
public typealias CFDictionary = NSDictionary

extension String: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { NSString() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { "" }
}
extension Array: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSArray { NSArray() }
  public static func _forceBridgeFromObjectiveC(_ source: NSArray, result: inout [Element]?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSArray, result: inout [Element]?) -> Bool { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSArray?) -> [Element] { [] }
}
extension Dictionary: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDictionary { NSDictionary() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDictionary, result: inout [Key: Value]?) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSDictionary, result: inout [Key: Value]?
  ) -> Bool { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> [Key: Value] { [:] }
}

public struct Data: Sendable, Hashable, RandomAccessCollection {
  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1)
  }
  public init() {}
  public init?(base64Encoded text: String, options: Base64DecodingOptions = []) { nil }
  public init?(base64Encoded data: Data, options: Base64DecodingOptions = []) { nil }
  public init(_ bytes: some Sequence<UInt8>) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(position: Int) -> UInt8 { 0 }
}
extension Data: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSData { NSData() }
  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Data?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Data?) -> Bool { true }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Data { Data() }
}

open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) { super.init() }
  public var domain: String { "" }
  public var code: Int { 0 }
}
public let NSLocalizedDescriptionKey = ""

open class FileManager: NSObject, @unchecked Sendable {
  public static var `default`: FileManager { FileManager() }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
}
open class ProcessInfo: NSObject, @unchecked Sendable {
  public static var processInfo: ProcessInfo { ProcessInfo() }
  public var activeProcessorCount: Int { 1 }
  public var environment: [String: String] { [:] }
  public var processName: String { "" }
}
open class NSCoder: NSObject {}
open class RunLoop: NSObject, @unchecked Sendable {
  public struct Mode: Sendable {
    public static let common = Mode()
    public static let `default` = Mode()
  }
  public static var main: RunLoop { RunLoop() }
  public static var current: RunLoop { RunLoop() }
  @discardableResult public func run(mode: Mode, before limit: Date) -> Bool { false }
  public func perform(_ block: @escaping @Sendable () -> Void) {}
}
open class Thread: NSObject { public static func detachNewThread(_ block: @escaping @Sendable () -> Void) {} }

open class NSNotification: NSObject {
  public struct Name: Hashable, Sendable { public init(_ name: String) {} }
}
public struct Notification { public var userInfo: [AnyHashable: Any]? { nil } }
open class NotificationCenter: NSObject, @unchecked Sendable {
  public static var `default`: NotificationCenter { NotificationCenter() }
  public func addObserver(
    forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { NSObject() }
  public func removeObserver(_ observer: Any) {}
  public func post(name: NSNotification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {}
}
open class OperationQueue: NSObject {}

open class Stream: NSObject {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hasBytesAvailable = Event(rawValue: 2)
    public static let hasSpaceAvailable = Event(rawValue: 4)
    public static let errorOccurred = Event(rawValue: 8)
    public static let endEncountered = Event(rawValue: 16)
  }
  public weak var delegate: (any StreamDelegate)?
  public func open() {}
  public func close() {}
  public func schedule(in loop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func remove(from loop: RunLoop, forMode mode: RunLoop.Mode) {}
}
public protocol StreamDelegate: AnyObject { func stream(_ stream: Stream, handle event: Stream.Event) }
open class InputStream: Stream {
  public var hasBytesAvailable: Bool { false }
  public func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int { 0 }
}
open class OutputStream: Stream {
  public var hasSpaceAvailable: Bool { false }
  public func write(_ buffer: UnsafePointer<UInt8>, maxLength: Int) -> Int { 0 }
}

open class XMLParser: NSObject {
  public init(data: Data) { super.init() }
  public weak var delegate: (any XMLParserDelegate)?
  public func parse() -> Bool { false }
}
public protocol XMLParserDelegate: AnyObject {
  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String])
  func parser(_ parser: XMLParser, foundCharacters string: String)
  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?)
}

public struct Date: Sendable, Hashable {
  public init() {}
  public static var distantFuture: Date { Date() }
  public var timeIntervalSince1970: TimeInterval { 0 }
}
public struct Calendar: Sendable {
  public enum Identifier: Sendable { case gregorian }
  public enum Component: Sendable { case year }
  public init(identifier: Identifier) {}
  public func component(_ component: Component, from date: Date) -> Int { 0 }
}
open class UserDefaults: NSObject, @unchecked Sendable {
  public static var standard: UserDefaults { UserDefaults() }
  public func dictionary(forKey key: String) -> [String: Any]? { nil }
  public func set(_ value: Any?, forKey key: String) {}
}
open class Bundle: NSObject, @unchecked Sendable {
  public static var main: Bundle { Bundle() }
  public var bundleIdentifier: String? { nil }
  public func path(forResource name: String?, ofType type: String?) -> String? { nil }
  public func object(forInfoDictionaryKey key: String) -> Any? { nil }
}

extension StringProtocol {
  public func contains<T: StringProtocol>(_ other: T) -> Bool { false }
}

// Key-value observing.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
}
public struct NSKeyValueObservedChange<Value> {
  public var oldValue: Value? { nil }
  public var newValue: Value? { nil }
}
open class NSKeyValueObservation: NSObject { public func invalidate() {} }
extension NSObjectProtocol where Self: NSObject {
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { NSKeyValueObservation() }
}
