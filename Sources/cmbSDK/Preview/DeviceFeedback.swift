#if os(iOS)
  import AudioToolbox
  import Dispatch
  import ScanSession

  /// Sound and vibration of an iOS device.
  final class DeviceFeedback: Feedback {
    /// The system's short tone; iOS knows no others by number that every device has.
    private static let tone: SystemSoundID = 1057
    /// Seconds between the beginnings of tones.
    private static let interval = 0.25

    func give(_ signal: FeedbackSignal) {
      for beep in 0..<max(0, signal.beeps) {
        DispatchQueue.main.asyncAfter(deadline: .now() + Double(beep) * Self.interval) {
          AudioServicesPlaySystemSound(Self.tone)
        }
      }
      if signal.vibrates { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
    }
  }
#endif
