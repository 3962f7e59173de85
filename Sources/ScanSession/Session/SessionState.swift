import BarcodeCore
import FrameSources

/// All that a session knows. Changed by `reduce` alone.
package struct SessionState: Sendable {
  package enum Phase: Sendable, Hashable {
    case idle
    /// The preview is there, decoding waits.
    case paused
    case scanning
  }

  package internal(set) var phase = Phase.idle
  package internal(set) var configuration: SessionConfiguration
  /// Number of the present or last run.
  package internal(set) var run = 0
  package internal(set) var statistics = SessionStatistics()
  var startTime = TimePoint(nanoseconds: 0)
  var lastNumber = -1
  var reports = 0
  /// The last frame that was decoded.
  package internal(set) var lastFrame: LumaFrame?
  /// Paused after a read, with the preview left up.
  var isHeld = false
  var readsInRun = 0
  /// When the camera focuses anew; nil: never.
  var focusTime: TimePoint?
  /// For when a call about the time limit is ordered; nil: for no time.
  var limitCall: TimePoint?
  var scene = OverlayScene()
  /// How often symbols were seen in this run.
  var sightings: [SymbolKey: Sightings] = [:]
  /// When symbols were last seen, in continuous mode.
  var recent: [SymbolKey: TimePoint] = [:]

  package init(configuration: SessionConfiguration = .init()) { self.configuration = configuration }

  /// What to do with the next frame of a run.
  package func step(run: Int) -> FrameStep {
    guard run == self.run else { return .end }
    switch phase {
    case .idle: return .end
    case .paused: return .pass
    case .scanning:
      return .decode(
        DecodingPlan(
          options: configuration.reader, region: configuration.region, threads: max(1, configuration.threads)))
    }
  }

  /// What makes two reads the same symbol.
  struct SymbolKey: Hashable {
    let symbology: Symbology
    let text: String

    init(_ barcode: Barcode) {
      symbology = barcode.symbology
      text = barcode.text
    }
  }
}

/// Counts of a session since it was made.
public struct SessionStatistics: Sendable, Hashable {
  public internal(set) var decodedFrames = 0
  /// Frames that came too late to be decoded.
  public internal(set) var droppedFrames = 0
  /// Frames with at least one symbol that was reported.
  public internal(set) var goodReads = 0

  public init() {}
}

/// What to do with a frame.
package enum FrameStep: Sendable, Hashable {
  case decode(DecodingPlan)
  /// Nothing, but there may be something to do with later ones.
  case pass
  /// The run is over; no more frames are wanted.
  case end
}

/// What decoding a frame needs to know.
package struct DecodingPlan: Sendable, Hashable {
  package let options: ReaderOptions
  package let region: PictureRegion
  /// Frames that are decoded at the same time.
  package var threads = 1
}

/// What there is to do at a time.
package enum SessionAlarm: Sendable {
  /// Scanning ends.
  case limit
  /// The camera focuses anew.
  case focus
  /// The lamp goes out.
  case torch
}

/// What happens to a session.
package enum SessionEvent: Sendable {
  case start(TimePoint)
  case stop(TimePoint)
  /// The user presses the trigger or the on-screen button.
  case press(TimePoint)
  case configure(SessionConfiguration)
  /// A frame that was not decoded.
  case passed(run: Int, frame: Int)
  case decoded(run: Int, DecodedFrame)
  /// A still picture that was decoded at somebody's wish, whether scanning goes on or not.
  case still(DecodedFrame)
  case timeIsUp(SessionAlarm, run: Int, TimePoint)
  case sourceEnded(run: Int, FrameSourceError?, TimePoint)
}

/// A frame and what was read in it.
package struct DecodedFrame: Sendable {
  package let frame: LumaFrame
  package let barcodes: [Barcode]
  /// Seconds.
  package let decodingTime: Double
  /// When decoding ended.
  package let time: TimePoint

  package init(frame: LumaFrame, barcodes: [Barcode], decodingTime: Double, time: TimePoint) {
    self.frame = frame
    self.barcodes = barcodes
    self.decodingTime = decodingTime
    self.time = time
  }
}

/// What a session does.
package enum SessionEffect: Sendable {
  case startSource(run: Int, FrameRequest)
  case stopSource
  case control(FrameControl)
  /// Send `timeIsUp` of this run at the time.
  case callAt(TimePoint, SessionAlarm, run: Int)
  case showPreview
  case hidePreview
  case draw(OverlayScene)
  case feedback(FeedbackSignal)
  case report(ScanReport)
  case scanningChanged(Bool)
}
