#if canImport(Glibc)
  import CMalloc
#endif

/// How this process gets its memory.
enum ProcessMemory {
  /// The largest block (bytes) that comes from kept memory; glibc allows no more.
  private static let largestBlock: Int32 = 32 << 20
  /// Bytes of free memory that are kept.
  private static let mostKept: Int32 = 256 << 20

  /// Keeps freed memory for the next picture. By default glibc returns large blocks to the system at once, which then
  /// clears every page of them anew.
  static func keepBetweenPictures() {
    #if canImport(Glibc)
      mallopt(M_MMAP_THRESHOLD, largestBlock)
      mallopt(M_TRIM_THRESHOLD, mostKept)
    #endif
  }
}
