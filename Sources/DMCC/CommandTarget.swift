import BarcodeCore

/// Something that answers commands and pushes results: a camera reader in this process, or a reader over a link.
package protocol CommandTarget: AnyObject, Sendable {
  /// Opens the target for one client. Results come through `push`, from any thread, one after the other.
  /// The completion is called once: with nil when the target is ready, otherwise with what went wrong.
  func open(
    _ credentials: Credentials?, push: @escaping @Sendable (Push) -> Void,
    completion: @escaping @Sendable (TargetFailure?) -> Void)
  /// Ends what `open` began. Nothing is pushed when the completion has been called.
  func close(completion: @escaping @Sendable () -> Void)
  /// Performs a command. The reply is called once, from any thread.
  func perform(_ command: Command, reply: @escaping @Sendable (Response) -> Void)
  /// Whether there is a device; nil: that shows when opening only.
  var isAvailable: Bool? { get }
  /// Whether a symbology's switch can be turned on.
  func supports(_ row: SymbologySwitch) -> Bool
  /// Calls back whenever a device comes or goes, from any thread.
  func watchAvailability(_ changed: @escaping @Sendable (Bool) -> Void)
}

extension CommandTarget {
  package func supports(_ row: SymbologySwitch) -> Bool { true }
  package func watchAvailability(_ changed: @escaping @Sendable (Bool) -> Void) {}
}

/// Who opens a target that asks for it.
package struct Credentials: Sendable, Hashable {
  package var user: String
  package var password: String

  package init(user: String = "admin", password: String) {
    self.user = user
    self.password = password
  }
}

/// What a target sends unasked.
package enum Push: Sendable {
  case read(ReadReport)
  /// Something else: an event, a training result.
  case other(Status, [UInt8])
  /// The target does not work any more, and has to be closed.
  case lost(TargetFailure)
}

/// Why a target cannot be used.
package enum TargetFailure: Error, Sendable, Hashable {
  /// There is no such device; the text says why.
  case noDevice(String)
  /// The user or the system does not allow it.
  case notPermitted(String)
  case status(Status)
}

/// What one read delivers, or the end of scanning without a read.
package struct ReadReport: Sendable {
  /// Pairs the parts of one read.
  package var number: Int
  /// One entry a symbol, the main one first; a single one without a good read when scanning ended without.
  package var symbols: [ReadSymbol]
  /// The whole result.
  package var xml: String
  /// The picture, when asked for.
  package var picture: ReadPicture?
  /// Outlines of all symbols as SVG, when asked for.
  package var graphics: String?
  /// Counts of reads as XML, when asked for.
  package var statistics: String?

  package init(
    number: Int, symbols: [ReadSymbol], xml: String, picture: ReadPicture? = nil, graphics: String? = nil,
    statistics: String? = nil
  ) {
    self.number = number
    self.symbols = symbols
    self.xml = xml
    self.picture = picture
    self.graphics = graphics
    self.statistics = statistics
  }
}

/// One symbol of a read.
package struct ReadSymbol: Sendable {
  package var isGood: Bool
  package var text: String
  /// The content as bytes.
  package var bytes: [UInt8]
  /// Raw value of `CMBSymbology`.
  package var symbology: UInt
  package var isGS1: Bool
  package var xml: String
  /// The symbol's outline, when asked for.
  package var graphics: String?

  package init(
    isGood: Bool, text: String, bytes: [UInt8] = [], symbology: UInt, isGS1: Bool = false, xml: String,
    graphics: String? = nil
  ) {
    self.isGood = isGood
    self.text = text
    self.bytes = bytes
    self.symbology = symbology
    self.isGS1 = isGS1
    self.xml = xml
    self.graphics = graphics
  }
}

/// The picture that a read came from.
package enum ReadPicture: Sendable {
  /// Upright.
  case luma(LumaImage)
  /// As a file, from readers over a link.
  case encoded([UInt8])
}
