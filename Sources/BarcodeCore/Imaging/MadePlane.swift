/// A plane that is made when it is first looked at: where nobody looks, it costs nothing.
package final class MadePlane {
  private let width: Int
  private let height: Int
  private var make: ((UnsafeMutablePointer<UInt8>) -> Void)?
  private var pixels: UnsafeMutablePointer<UInt8>?
  private var made: BinaryPlane?

  /// - Parameter make: Writes all pixels, row by row without gaps; called once at the most.
  package init(width: Int, height: Int, make: @escaping (UnsafeMutablePointer<UInt8>) -> Void) {
    (self.width, self.height) = (width, height)
    self.make = make
  }

  /// A plane that is there already; who owns its pixels must outlive this.
  package init(_ plane: BinaryPlane) {
    (width, height) = (plane.width, plane.height)
    made = plane
  }

  deinit { pixels?.deallocate() }

  /// The plane; valid while this is.
  package var plane: BinaryPlane {
    if let made { return made }
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
    make?(pixels)
    make = nil
    self.pixels = pixels
    let plane = BinaryPlane(base: pixels, width: width, height: height, stride: width)
    made = plane
    return plane
  }
}
