#if os(iOS)
  @preconcurrency import AVFoundation
  import BarcodeCore
  import Foundation

  /// The camera of an iOS device.
  ///
  /// Sendable: what changes is touched on `queue` alone, where AVFoundation delivers frames, too.
  public final class CameraSource: NSObject, FrameSource, @unchecked Sendable {
    /// For a preview layer. Running while the source is.
    public let captureSession = AVCaptureSession()
    private let queue = DispatchQueue(label: "camera", qos: .userInitiated)
    private let output = AVCaptureVideoDataOutput()
    private var device: AVCaptureDevice?
    private var mailbox: FrameMailbox?
    private var number = 0
    /// The camera that was asked for last.
    private var checked = CameraPosition.back

    public override init() {
      super.init()
      output.videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      ]
      output.alwaysDiscardsLateVideoFrames = true
      output.setSampleBufferDelegate(self, queue: queue)
    }

    public var capabilities: FrameCapabilities {
      get async {
        await onQueue { (self.device ?? Self.device(self.checked)).map { FrameCapabilities($0) } ?? .init() }
      }
    }

    public func check(_ request: FrameRequest) async throws {
      guard await AVCaptureDevice.requestAccess(for: .video) else { throw FrameSourceError.notPermitted }
      guard Self.device(request.camera) != nil else {
        throw FrameSourceError.unavailable("no \(request.camera.rawValue) camera")
      }
      await onQueue { self.checked = request.camera }
    }

    public func start(_ request: FrameRequest) async throws -> FrameStream {
      guard await AVCaptureDevice.requestAccess(for: .video) else { throw FrameSourceError.notPermitted }
      let mailbox = FrameMailbox()
      let error: FrameSourceError? = await onQueue {
        self.mailbox?.finish()
        self.mailbox = mailbox
        self.number = 0
        if let error = self.configure(request) { return error }
        self.captureSession.startRunning()
        return nil
      }
      if let error { throw error }
      return mailbox.stream
    }

    public func stop() async {
      await onQueue {
        self.captureSession.stopRunning()
        self.mailbox?.finish()
        self.mailbox = nil
      }
    }

    public func set(_ control: FrameControl) async throws {
      let isDone = await onQueue { self.device.map { $0.apply(control) } ?? false }
      guard isDone else { throw FrameSourceError.unsupported }
    }

    private func onQueue<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
      await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
    }

    private static func device(_ camera: CameraPosition) -> AVCaptureDevice? {
      AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: camera == .front ? .front : .back)
    }

    /// On `queue`. nil when the camera is ready.
    private func configure(_ request: FrameRequest) -> FrameSourceError? {
      guard let device = Self.device(request.camera), let input = try? AVCaptureDeviceInput(device: device)
      else { return .unavailable("no \(request.camera.rawValue) camera") }
      captureSession.beginConfiguration()
      defer { captureSession.commitConfiguration() }
      for old in captureSession.inputs { captureSession.removeInput(old) }
      guard captureSession.canAddInput(input) else { return .unavailable("the camera is in use") }
      captureSession.addInput(input)
      if captureSession.outputs.isEmpty {
        guard captureSession.canAddOutput(output) else { return .unavailable("the camera gives no frames") }
        captureSession.addOutput(output)
      }
      let wished: AVCaptureSession.Preset = request.height > 720 ? .hd1920x1080 : .hd1280x720
      captureSession.sessionPreset = captureSession.canSetSessionPreset(wished) ? wished : .hd1280x720
      device.setRate(request.rate)
      self.device = device
      return nil
    }
  }

  extension CameraSource: AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      defer { number += 1 }
      guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer), let image = LumaImage(buffer) else { return }
      // The sensor lies on its side in an upright phone.
      mailbox?.put(LumaFrame(image: image, number: number, time: .now, orientation: .quarterTurn))
    }

    public func captureOutput(
      _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { number += 1 }
  }

  extension LumaImage {
    /// The grey plane of a camera buffer.
    init?(_ buffer: CVPixelBuffer) {
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      guard let address = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else { return nil }
      let width = CVPixelBufferGetWidthOfPlane(buffer, 0)
      let height = CVPixelBufferGetHeightOfPlane(buffer, 0)
      let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
      var pixels: [UInt8] = []
      pixels.reserveCapacity(width * height)
      for row in 0..<height {
        let start = address.advanced(by: row * stride).assumingMemoryBound(to: UInt8.self)
        pixels.append(contentsOf: UnsafeBufferPointer(start: start, count: width))
      }
      self.init(width: width, height: height, pixels: pixels)
    }
  }

  extension FrameCapabilities {
    init(_ device: AVCaptureDevice) {
      self.init(
        largestZoom: Double(device.activeFormat.videoMaxZoomFactor), hasTorch: device.hasTorch,
        hasFocus: device.isFocusModeSupported(.locked),
        exposureBias: ExposureRange(
          lower: Double(device.minExposureTargetBias), upper: Double(device.maxExposureTargetBias), step: 0.1))
    }
  }

  extension AVCaptureDevice {
    /// As near to the rate as the present format allows.
    func setRate(_ rate: Double) {
      let largest = activeFormat.videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? rate
      change {
        let duration = CMTime(value: 1, timescale: Int32(max(1, min(rate, largest))))
        activeVideoMinFrameDuration = duration
        activeVideoMaxFrameDuration = duration
      }
    }

    /// False when the device lacks the control.
    func apply(_ control: FrameControl) -> Bool {
      switch control {
      case .zoom(let factor):
        return change {
          videoZoomFactor = max(1, min(CGFloat(factor), activeFormat.videoMaxZoomFactor))
        }
      case .torch(let isOn):
        return hasTorch && change { torchMode = isOn ? .on : .off }
      case .focus(let mode):
        return apply(mode)
      case .exposureBias(let bias):
        return change {
          setExposureTargetBias(
            max(minExposureTargetBias, min(Float(bias), maxExposureTargetBias)), completionHandler: nil)
        }
      }
    }

    private func apply(_ mode: FrameFocus) -> Bool {
      switch mode {
      case .continuous:
        return isFocusModeSupported(.continuousAutoFocus)
          && change {
            // With a point of interest the camera begins anew, though the mode may be the same as before.
            if isFocusPointOfInterestSupported { focusPointOfInterest = CGPoint(x: 0.5, y: 0.5) }
            focusMode = .continuousAutoFocus
          }
      case .once:
        return isFocusModeSupported(.autoFocus) && change { focusMode = .autoFocus }
      case .fixed(let distance):
        guard isFocusModeSupported(.locked) else { return false }
        return change {
          setFocusModeLocked(lensPosition: Float(max(0, min(1, distance))), completionHandler: nil)
        }
      }
    }

    @discardableResult
    private func change(_ body: () -> Void) -> Bool {
      guard (try? lockForConfiguration()) != nil else { return false }
      body()
      unlockForConfiguration()
      return true
    }
  }
#endif
