/// Status of a response or of a pushed result, as readers number them.
package struct Status: RawRepresentable, Hashable, Sendable, Error {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
  private init(_ rawValue: Int) { self.rawValue = rawValue }

  package static let noError = Status(0)
  package static let readString = Status(1)
  package static let readXML = Status(3)
  package static let xmlStatistics = Status(4)
  package static let image = Status(5)
  package static let imageGraphics = Status(6)
  package static let trainingResult = Status(7)
  package static let codeQuality = Status(10)
  package static let event = Status(12)
  package static let unidentifiedError = Status(100)
  package static let invalidCommand = Status(101)
  /// A parameter is out of range or missing, or the device lacks the feature.
  package static let invalidParameter = Status(102)
  package static let incorrectChecksum = Status(103)
  /// The present state does not allow the command.
  package static let rejected = Status(104)
  package static let offline = Status(105)
  /// No answer came in time; made by the client, never sent.
  package static let timeout = Status(-1)

  /// One line for people.
  package var meaning: String {
    switch self {
    case .noError: "no error"
    case .invalidCommand: "unknown command"
    case .invalidParameter: "invalid parameter, or the device lacks the feature"
    case .incorrectChecksum: "incorrect checksum"
    case .rejected: "not possible in the present state"
    case .offline: "the reader is not connected"
    case .timeout: "no answer in time"
    default: rawValue >= Status.unidentifiedError.rawValue ? "failure \(rawValue)" : "status \(rawValue)"
    }
  }
}
