import BarcodeEngine
import ImageFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that are written beside the results.
enum SideOutput {
  /// Makes a folder, and those above it, unless it is there.
  static func makeFolder(_ path: String) throws(ImageFileError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part + "/"
      guard mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
      throw ImageFileError(file: path, reason: .unwritable(String(cString: strerror(errno))))
    }
  }

  /// The path in the folder for what belongs to a picture: its own path, with `_` for what separates folders.
  static func path(in folder: String, for file: String, ending: String) -> String {
    var parts = file == "-" ? ["stdin"] : file.split(separator: "/").map(String.init)
    parts.removeAll { $0 == "." }
    // Names of files have at most 255 bytes.
    let name = String(decoding: parts.joined(separator: "_").utf8.suffix(200), as: UTF8.self)
    return folder + "/" + name + ending
  }

  /// Writes a copy of the picture with the results drawn in.
  static func annotate(_ image: LumaImage, _ barcodes: [Barcode], file: String, folder: String) throws(ImageFileError) {
    guard image.width > 0, image.height > 0 else { return }
    var canvas = Canvas(image)
    let pen = max(2, min(image.width, image.height) / 250)
    let scale = max(1, min(image.width, image.height) / 240)
    for barcode in barcodes { canvas.outline(barcode.corners, width: pen, .green) }
    for barcode in barcodes {
      let bounds = barcode.corners.points
      let left = bounds.map(\.x).min() ?? 0
      let bottom = bounds.map(\.y).max() ?? 0
      let text = "\(barcode.symbology.rawValue): \(PlainText.printable(barcode.text))"
      canvas.label(text, x: place(left), y: place(bottom) + pen, scale: scale, .green)
    }
    try ImageFile.write(try ImageFile.png(canvas.picture), path: path(in: folder, for: file, ending: ".png"))
  }

  /// A whole number near the picture for any coordinate.
  private static func place(_ value: Double) -> Int {
    value.isFinite ? Int(max(-1e6, min(1e6, value))) : 0
  }
}
