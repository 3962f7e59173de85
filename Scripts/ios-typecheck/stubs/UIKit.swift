@_exported import CoreGraphics

// QuartzCore
@MainActor open class CALayer: NSObject {
  public override nonisolated init() { super.init() }
  public var frame: CGRect = .zero
  public var bounds: CGRect = .zero
  public var isHidden = false
  public var sublayers: [CALayer]?
  public var superlayer: CALayer? { nil }
  public func addSublayer(_ layer: CALayer) {}
  public func removeFromSuperlayer() {}
}
public struct CAShapeLayerFillRule: Sendable { public static let evenOdd = CAShapeLayerFillRule() }
@MainActor open class CAShapeLayer: CALayer {
  public var fillRule = CAShapeLayerFillRule.evenOdd
  public var path: CGPath?
  public var fillColor: CGColor?
  public var strokeColor: CGColor?
  public var lineWidth: CGFloat = 1
}
open class CADisplayLink: NSObject {
  public init(target: Any, selector: Selector) { super.init() }
  public func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}

@MainActor open class UIResponder: NSObject {
  public override init() { super.init() }
}

@MainActor open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public nonisolated init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  }
  public init(frame: CGRect) { super.init() }
  public required init?(coder: NSCoder) { nil }
  public override convenience init() { self.init(frame: .zero) }
  public var tag = 0
  public var frame: CGRect = .zero
  public var bounds: CGRect = .zero
  public var safeAreaInsets: UIEdgeInsets { UIEdgeInsets() }
  public var layer: CALayer { CALayer() }
  public var isHidden = false
  public var isUserInteractionEnabled = true
  public var backgroundColor: UIColor?
  public var autoresizingMask: AutoresizingMask = []
  public func addSubview(_ view: UIView) {}
  public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {}
  public func removeFromSuperview() {}
  public func viewWithTag(_ tag: Int) -> UIView? { nil }
  public func setNeedsLayout() {}
  open func layoutSubviews() {}
}
public struct UIEdgeInsets: Sendable { public var top: CGFloat = 0 }
@MainActor open class UIGestureRecognizer: NSObject {
  public init(target: Any?, action: Selector?) { super.init() }
}
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
@MainActor open class UIProgressView: UIView { public var progress: Float = 0 }
@MainActor open class UIButton: UIView {
  public var isSelected = false
  public func setImage(_ image: UIImage?, for state: UIControl.State) {}
  public func addAction(_ action: UIAction, for events: UIControl.Event) {}
}
@MainActor open class UIControl: UIView {
  public struct State: Sendable {
    public static let normal = State()
    public static let selected = State()
  }
  public struct Event: Sendable { public static let touchUpInside = Event() }
}
@MainActor open class UINib: NSObject {
  public init(nibName: String, bundle: Bundle?) { super.init() }
  public func instantiate(withOwner owner: Any?, options: [String: Any]? = nil) -> [Any] { [] }
}
@MainActor open class UIAction: NSObject {
  public init(title: String = "", image: UIImage? = nil, handler: @escaping (UIAction) -> Void) { super.init() }
}
@MainActor open class UIWindow: UIView { public var isKeyWindow: Bool { true } }
@MainActor open class UIScene: UIResponder {}
@MainActor open class UIWindowScene: UIScene { public var windows: [UIWindow] { [] } }
@MainActor open class UIApplication: UIResponder {
  public static var shared: UIApplication { UIApplication() }
  public var connectedScenes: Set<UIScene> { [] }
  public nonisolated static var didEnterBackgroundNotification: NSNotification.Name { .init("") }
}

@MainActor open class UIDevice: NSObject {
  public class var current: UIDevice { UIDevice() }
  public var isBatteryMonitoringEnabled = false
  public var batteryLevel: Float { -1 }
}

open class UIBezierPath: NSObject {
  public func move(to point: CGPoint) {}
  public func addLine(to point: CGPoint) {}
  public func close() {}
  public var cgPath: CGPath { CGPath() }
}

open class UIColor: NSObject, @unchecked Sendable {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { super.init() }
  public class var black: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 1) }
  public var cgColor: CGColor { CGColor() }
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool { true }
}

open class UIImage: NSObject, @unchecked Sendable {
  public enum Orientation: Int, Sendable { case up, down, left, right }
  public init?(data: Data) { nil }
  public convenience init?(named name: String) { nil }
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) { super.init() }
  public var size: CGSize { CGSize(width: 0, height: 0) }
}
