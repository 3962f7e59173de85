@_exported import CoreGraphics
import UIKit

// CoreMedia
public struct CMTime: Sendable { public init(value: Int64, timescale: Int32) {} }
public final class CMSampleBuffer: NSObject {}
public func CMSampleBufferGetImageBuffer(_ buffer: CMSampleBuffer) -> CVImageBuffer? { nil }

// CoreVideo
public class CVImageBuffer {}
public typealias CVPixelBuffer = CVImageBuffer
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
@discardableResult
public func CVPixelBufferLockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> Int32 { 0 }
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> Int32 { 0 }
public func CVPixelBufferGetBaseAddressOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> UnsafeMutableRawPointer? { nil }
public func CVPixelBufferGetWidthOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int { 0 }
public func CVPixelBufferGetHeightOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int { 0 }
public func CVPixelBufferGetBytesPerRowOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int { 0 }
public var kCVPixelBufferPixelFormatTypeKey: CFString { NSString() }
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: UInt32 { 0 }

// AVFoundation
public struct AVMediaType: Sendable, Hashable { public static let video = AVMediaType() }

open class AVCaptureDevice: NSObject {
  public enum Position: Int, Sendable { case unspecified, back, front }
  public struct DeviceType: Sendable, Hashable { public static let builtInWideAngleCamera = DeviceType() }
  public enum TorchMode: Int, Sendable { case off, on, auto }
  public enum FocusMode: Int, Sendable { case locked, autoFocus, continuousAutoFocus }
  open class Format: NSObject {
    public var videoMaxZoomFactor: CGFloat { 1 }
    public var videoSupportedFrameRateRanges: [AVFrameRateRange] { [] }
  }
  public class func requestAccess(for type: AVMediaType) async -> Bool { true }
  public class func `default`(
    _ type: DeviceType, for media: AVMediaType?, position: Position
  ) -> AVCaptureDevice? { nil }
  public func lockForConfiguration() throws {}
  public func unlockForConfiguration() {}
  public var activeFormat: Format { Format() }
  public var activeVideoMinFrameDuration = CMTime(value: 1, timescale: 30)
  public var activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30)
  public var videoZoomFactor: CGFloat = 1
  public var hasTorch: Bool { true }
  public var torchMode = TorchMode.off
  public var focusMode = FocusMode.locked
  public var isFocusPointOfInterestSupported: Bool { true }
  public var focusPointOfInterest = CGPoint.zero
  public func isFocusModeSupported(_ mode: FocusMode) -> Bool { true }
  public func setFocusModeLocked(lensPosition: Float, completionHandler: (@Sendable (CMTime) -> Void)?) {}
  public var minExposureTargetBias: Float { -1 }
  public var maxExposureTargetBias: Float { 1 }
  public func setExposureTargetBias(_ bias: Float, completionHandler: (@Sendable (CMTime) -> Void)?) {}
}
open class AVFrameRateRange: NSObject { public var maxFrameRate: Double { 30 } }
open class AVCaptureInput: NSObject {}
open class AVCaptureDeviceInput: AVCaptureInput { public init(device: AVCaptureDevice) throws { super.init() } }
open class AVCaptureOutput: NSObject {}
open class AVCaptureConnection: NSObject {}

open class AVCaptureSession: NSObject {
  public struct Preset: Sendable, Hashable {
    public static let hd1280x720 = Preset()
    public static let hd1920x1080 = Preset()
  }
  public var sessionPreset = Preset.hd1280x720
  public func canSetSessionPreset(_ preset: Preset) -> Bool { true }
  public func beginConfiguration() {}
  public func commitConfiguration() {}
  public var inputs: [AVCaptureInput] { [] }
  public var outputs: [AVCaptureOutput] { [] }
  public func canAddInput(_ input: AVCaptureInput) -> Bool { true }
  public func addInput(_ input: AVCaptureInput) {}
  public func removeInput(_ input: AVCaptureInput) {}
  public func canAddOutput(_ output: AVCaptureOutput) -> Bool { true }
  public func addOutput(_ output: AVCaptureOutput) {}
  public func startRunning() {}
  public func stopRunning() {}
}

open class AVCaptureVideoDataOutput: AVCaptureOutput {
  public var videoSettings: [String: Any]! = [:]
  public var alwaysDiscardsLateVideoFrames = true
  public func setSampleBufferDelegate(
    _ delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {}
}
@objc public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
  @objc optional func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
  @objc optional func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

public struct AVLayerVideoGravity: Sendable { public static let resizeAspectFill = AVLayerVideoGravity() }
@MainActor open class AVCaptureVideoPreviewLayer: CALayer {
  public init(session: AVCaptureSession) { super.init() }
  public var videoGravity = AVLayerVideoGravity.resizeAspectFill
}

open class AVAudioSession: NSObject {
  public class func sharedInstance() -> AVAudioSession { AVAudioSession() }
  public func setActive(_ active: Bool) throws {}
  @objc public dynamic var outputVolume: Float { 1 }
}
