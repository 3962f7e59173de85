#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files of folders.
enum FileList {
  /// Names that end so are taken for pictures when a folder is scanned. The content decides how they are decoded.
  static let extensions: Set<String> = [
    "jpg", "jpeg", "png", "webp", "tif", "tiff", "heic", "heif", "avif", "pbm", "pgm", "ppm", "pnm", "bmp", "gif",
  ]

  /// Folders deeper than this are left out.
  private static let maximumDepth = 64

  /// The named files, and the pictures of the named folders and all below, by name; and folders that cannot be read.
  static func expand(_ paths: [String]) -> (files: [String], problems: [String]) {
    var files: [String] = []
    var problems: [String] = []
    for path in paths {
      if path != "-", isFolder(path, followingLinks: true) {
        walk(path, depth: 0, &files, &problems)
      } else {
        files.append(path)
      }
    }
    return (files, problems)
  }

  private static func isFolder(_ path: String, followingLinks: Bool) -> Bool {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private static func walk(_ folder: String, depth: Int, _ files: inout [String], _ problems: inout [String]) {
    guard depth < maximumDepth, let names = names(in: folder) else {
      problems.append("\(folder): the folder cannot be read")
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      // Linked folders could lead back here.
      if isFolder(path, followingLinks: false) {
        walk(path, depth: depth + 1, &files, &problems)
      } else if let dot = name.lastIndex(of: "."),
        extensions.contains(name[name.index(after: dot)...].lowercased())
      {
        files.append(path)
      }
    }
  }

  private static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      names.append(name)
    }
    return names.sorted()
  }
}
