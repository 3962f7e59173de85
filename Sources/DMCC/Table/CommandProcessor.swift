import BarcodeCore

/// What the device can do, as far as commands depend on it.
package struct DeviceFeatures: Sendable, Hashable {
  package var mode: CameraMode
  /// What its engine reads.
  package var symbologies: SymbologySet
  package var convertsCode39ToCode32: Bool
  /// Switches that are on after `CONFIG.DEFAULT`.
  package var initialSwitches: [String]
  /// `CONFIG.SAVE` saves the settings, `CONFIG.DEFAULT` goes back to the saved ones; otherwise saving does nothing.
  package var savesConfiguration: Bool
  /// A camera, which has one setting for all kinds of 2 of 5 where terminals have two.
  package var isCamera: Bool
  /// There is something to light the scene with.
  package var hasLamp = true
  /// The largest `DECODER.THREADS-USED`.
  package var mostThreads = 64

  package init(
    mode: CameraMode, symbologies: SymbologySet, convertsCode39ToCode32: Bool = false, initialSwitches: [String] = [],
    savesConfiguration: Bool = false, isCamera: Bool = true
  ) {
    self.isCamera = isCamera
    self.mode = mode
    self.symbologies = symbologies
    self.convertsCode39ToCode32 = convertsCode39ToCode32
    self.initialSwitches = initialSwitches
    self.savesConfiguration = savesConfiguration
  }

  /// What is on by default with an active aimer.
  package static let activeAimerSwitches = [
    "SYMBOL.C39", "SYMBOL.C128", "SYMBOL.DATABAR", "SYMBOL.PDF417", "SYMBOL.QR", "SYMBOL.UPC-EAN",
  ]

  package func supports(_ row: SymbologySwitch) -> Bool {
    switch row.meaning {
    case .symbologies(let set): !set.isDisjoint(with: symbologies)
    case .convertsCode39ToCode32: convertsCode39ToCode32
    case .nothing: false
    }
  }
}

/// Judges commands, and keeps and answers settings. What concerns the device itself is handed to its owner.
package struct CommandProcessor: Sendable {
  package enum Outcome: Sendable {
    case answer(Response)
    /// Settings have changed; the owner applies them, then gives the answer.
    case changed(Response)
    /// For the owner to perform or to answer.
    case device(CommandTable.Resolved)
  }

  package var features: DeviceFeatures
  /// Settings of the reader.
  package private(set) var settings = Settings(.reader)
  /// What a new connection begins with.
  package private(set) var savedConnection = Settings(.connection)
  private var saved: Settings?

  package init(features: DeviceFeatures) {
    self.features = features
    resetSettings()
  }

  /// Sets a setting of the reader from inside, such as the zoom when scanning ends.
  package mutating func set(_ name: String, _ values: [Value]) { settings.set(name, values) }

  package mutating func process(_ command: Command, connection: inout Settings) -> Outcome {
    do throws(Status) {
      return try process(CommandTable.resolve(command), connection: &connection)
    } catch {
      return .answer(Response(error))
    }
  }

  private mutating func process(
    _ resolved: CommandTable.Resolved, connection: inout Settings
  ) throws(Status) -> Outcome {
    let spec = resolved.spec
    switch (spec.storage, resolved.form) {
    case (.device, _):
      return perform(resolved, connection: &connection)
    case (.reader, .get):
      return .answer(answer(settings.values(spec.name)))
    case (.connection, .get):
      return .answer(answer(connection.values(spec.name)))
    case (.reader, _):
      guard !spec.ignoredIn.contains(CameraModes(features.mode)) else { return .answer(Response(.noError)) }
      try checkFeature(spec, resolved.values)
      settings.set(spec.name, resolved.values)
      if features.isCamera, let twin = CommandTable.twins[spec.name] { settings.set(twin, resolved.values) }
    case (.connection, _):
      connection.set(spec.name, resolved.values)
    }
    return .changed(Response(.noError))
  }

  private func checkFeature(_ spec: CommandSpec, _ values: [Value]) throws(Status) {
    if spec.name == "LIGHT.INTERNAL-ENABLE", values.first == .toggle(true), !features.hasLamp {
      throw .invalidParameter
    }
    if spec.name == "DECODER.THREADS-USED", case .integer(let count)? = values.first, count > features.mostThreads {
      throw .invalidParameter
    }
    guard values.first == .toggle(true), let row = SymbologySwitch.table.first(where: { $0.name == spec.name }) else {
      return
    }
    guard features.supports(row) else { throw .invalidParameter }
  }

  /// What needs nothing but the settings.
  private mutating func perform(_ resolved: CommandTable.Resolved, connection: inout Settings) -> Outcome {
    switch resolved.spec.name {
    case "CONFIG.DEFAULT", "CONFIG.RESTORE":
      if let saved {
        settings = saved
      } else if resolved.spec.name == "CONFIG.DEFAULT" {
        resetSettings()
      }
    case "DEVICE.DEFAULT":
      saved = nil
      resetSettings()
      connection.reset()
      savedConnection.reset()
    case "DMCC.RESET":
      connection = savedConnection
    case "DMCC.SAVE":
      savedConnection = connection
      return .answer(Response(.noError))
    case "CONFIG.SAVE":
      if features.savesConfiguration { saved = settings }
      return .answer(Response(.noError))
    default:
      return .device(resolved)
    }
    return .changed(Response(.noError))
  }

  private mutating func resetSettings() {
    settings.reset()
    for name in features.initialSwitches {
      if let row = SymbologySwitch.table.first(where: { $0.name == name }), features.supports(row) {
        settings.set(name, [.toggle(true)])
      }
    }
  }

  private func answer(_ values: [Value]) -> Response {
    Response(.noError, text: values.map(\.description).joined(separator: " "))
  }
}
