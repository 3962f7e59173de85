/// Why a picture file could not be read or written.
public struct ImageFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file as it was named by the caller.
  public let file: String
  public let reason: Reason

  public init(file: String, reason: Reason) {
    self.file = file
    self.reason = reason
  }

  /// What is wrong with the file.
  public enum Reason: Error, Sendable, Equatable {
    /// There is no such file.
    case notFound
    /// It is a folder.
    case isFolder
    /// The system refuses; with the system's reason.
    case unreadable(String)
    /// It cannot be written; with the system's reason.
    case unwritable(String)
    /// It has no bytes.
    case empty
    /// It ends before the picture does.
    case truncated
    /// Its content is of no picture format that is known.
    case notAPicture
    /// It is a picture of a kind that is not read.
    case unsupported(String)
    /// The picture, or the file, is larger than the limit (in pixels).
    case tooLarge(width: Int, height: Int, limit: Int)
    /// The file has more bytes than the limit.
    case tooManyBytes(limit: Int)
    /// Its content contradicts its format.
    case damaged(String)
  }

  public var description: String { "\(file): \(reason)" }
}

extension ImageFileError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound: "no such file"
    case .isFolder: "is a folder"
    case .unreadable(let why): "cannot be read: \(why)"
    case .unwritable(let why): "cannot be written: \(why)"
    case .empty: "the file is empty"
    case .truncated: "the file is cut off"
    case .notAPicture: "not a picture of a known format"
    case .unsupported(let what): "\(what) not supported"
    case .tooLarge(let width, let height, let limit):
      "too large: \(width) x \(height) pixels, the limit is \(limit) pixels"
    case .tooManyBytes(let limit): "too large: more than \(limit) bytes"
    case .damaged(let why): why.isEmpty ? "the file is damaged" : "the file is damaged: \(why)"
    }
  }
}
