import BarcodeCore
import Foundation

extension PictureSource {
  /// The pictures of a folder in the order of their names.
  ///
  /// - Parameters:
  ///   - extensions: file name extensions to take, in small letters.
  ///   - load: decodes a file, given by its path.
  public init(
    folder: String, extensions: Set<String> = ["png", "jpg", "jpeg", "webp", "tif", "tiff", "bmp", "pgm", "ppm"],
    repeats: Bool = false, rate: Double? = nil, load: @escaping @Sendable (String) throws -> LumaImage
  ) throws {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FrameSourceError.unreadable(folder)
    }
    let paths = names.filter { name in
      guard let dot = name.lastIndex(of: ".") else { return false }
      return extensions.contains(name[name.index(after: dot)...].lowercased())
    }.sorted().map { folder + "/" + $0 }
    self.init(count: paths.count, repeats: repeats, rate: rate) { try load(paths[$0]) }
  }
}
