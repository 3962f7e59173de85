import BarcodeCore

/// Frames that somebody else hands in: a browser, a camera library, a test.
public final class PushSource: FrameSource {
  private struct State {
    var mailbox: FrameMailbox?
    var next = 0
    var startCount = 0
  }

  private let state = Locked(State())
  /// Called with each control that is set.
  private let onControl: (@Sendable (FrameControl) -> Void)?

  /// - Parameter onControl: takes zoom, torch and the like; nil: there are none.
  public init(onControl: (@Sendable (FrameControl) -> Void)? = nil) { self.onControl = onControl }

  public func start(_ request: FrameRequest) async throws -> FrameStream {
    let mailbox = FrameMailbox()
    let old = state.withLock { state in
      defer { state = State(mailbox: mailbox, startCount: state.startCount + 1) }
      return state.mailbox
    }
    old?.finish()
    return mailbox.stream
  }

  public func stop() async { end(nil) }

  /// Everything but a range of exposures, where there are controls.
  public var capabilities: FrameCapabilities {
    onControl == nil ? .init() : .init(largestZoom: Self.largestZoom, hasTorch: true, hasFocus: true)
  }

  /// More than any setting asks for.
  private static let largestZoom = 10.0

  public func set(_ control: FrameControl) async throws {
    guard let onControl else { throw FrameSourceError.unsupported }
    onControl(control)
  }

  /// How often the source was started; frames reach a new run as soon as this has grown.
  package var startCount: Int { state.withLock { $0.startCount } }

  /// A frame of now. Without effect while the source is not running.
  public func push(_ image: LumaImage, orientation: PictureOrientation = .up) {
    let (mailbox, number) = state.withLock { state in
      defer { state.next += 1 }
      return (state.mailbox, state.next)
    }
    mailbox?.put(LumaFrame(image: image, number: number, time: .now, orientation: orientation))
  }

  /// Ends the running stream, by the error if there is one.
  public func end(_ error: FrameSourceError?) {
    let mailbox = state.withLock { state in
      defer { state.mailbox = nil }
      return state.mailbox
    }
    mailbox?.finish(error)
  }
}
