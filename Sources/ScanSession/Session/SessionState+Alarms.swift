import FrameSources

// What happens at times that were set before.
extension SessionState {
  /// What an alarm asks for that was not moved since it was set.
  mutating func ring(_ alarm: SessionAlarm, at time: TimePoint) -> [SessionEffect] {
    switch alarm {
    case .limit:
      guard let limit = scene.endTime, time >= limit else { return [] }
      return end(.timedOut, at: time)
    case .focus:
      guard let due = focusTime, time >= due else { return [] }
      return [.control(.focus(.continuous))] + setFocusTimer(from: time)
    case .torch:
      guard configuration.usesTorch, let limit = configuration.torchLimit, time >= startTime + limit else { return [] }
      return [.control(.torch(false))]
    }
  }

  mutating func setFocusTimer(from time: TimePoint) -> [SessionEffect] {
    guard let interval = configuration.focusInterval, interval > 0 else {
      focusTime = nil
      return []
    }
    focusTime = time + interval
    return [.callAt(time + interval, .focus, run: run)]
  }

  func setTorchTimer() -> [SessionEffect] {
    guard configuration.usesTorch, let limit = configuration.torchLimit else { return [] }
    return [.callAt(startTime + limit, .torch, run: run)]
  }
}
