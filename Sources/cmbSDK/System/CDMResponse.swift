import DMCC
import Foundation

/// The answer to a command.
#if canImport(ObjectiveC)
  @objc(CDMResponse)
  @objcMembers
#endif
public final class CDMResponse: NSObject, Sendable {
  public let responseId: Int32
  /// One of the `DMCC_STATUS_…` numbers.
  public let status: Int32
  public let payload: String?
  public let binaryPayload: Data?

  public init(responseId: Int32, status: Int32, payload: String?, binaryPayload: Data?) {
    self.responseId = responseId
    self.status = status
    self.payload = payload
    self.binaryPayload = binaryPayload
    super.init()
  }

  convenience init(_ response: Response, isBinary: Bool) {
    self.init(
      responseId: Int32(truncatingIfNeeded: response.identifier ?? 0),
      status: Int32(truncatingIfNeeded: response.status.rawValue),
      payload: isBinary ? nil : response.text, binaryPayload: isBinary ? Data(response.payload) : nil)
  }
}
