/// A picture at one scale with what all readers share of it: the local threshold and the places worth a look.
/// Made by the locator; valid while the picture is.
package struct Frame {
  /// Grey values at this scale.
  package let luma: LumaView
  /// What makes the plane, for other frames of the same picture.
  package let madePlane: MadePlane
  /// What makes the candidates, for other frames of the same picture.
  package let madeBars: MadeCandidates
  package let madeMatrices: MadeCandidates
  /// Energetic tiles, where something has edges.
  package let tiles: TileMap
  /// Modules of fewer pixels were looked for at a finer scale of the picture; 1 where there was none.
  package let leastModule: Double
  /// Where something was read; its tiles hold no edges any more.
  package let leftOut: [Quad]

  package init(
    luma: LumaView, plane: MadePlane, bars: MadeCandidates, matrices: MadeCandidates, tiles: TileMap,
    leastModule: Double = 1, leftOut: [Quad] = []
  ) {
    self.luma = luma
    madePlane = plane
    madeBars = bars
    madeMatrices = matrices
    self.tiles = tiles
    self.leastModule = leastModule
    self.leftOut = leftOut
  }

  /// Dark and light by the local threshold, the same size as `luma`; made when it is first asked for. The rule is the
  /// same for both polarities.
  package var plane: BinaryPlane { madePlane.plane }

  /// Places of bars that are worth a look, the best first.
  package var bars: [Candidate] { madeBars.all }

  /// Places of other edges that are worth a look, the best first.
  package var matrices: [Candidate] { madeMatrices.all }

  /// Whether a finer scale of the picture was searched before.
  package var isReduced: Bool { leastModule > 1 }
}

/// Which square tiles of a frame hold edges.
package struct TileMap: Sendable {
  /// Pixels on a side of a tile.
  package static let size = 8
  package let columns: Int
  package let rows: Int
  /// Row by row: gradient energy relative to the frame's noise; 0 where there is no more than noise.
  package let energy: [Float]
  /// Row by row: the direction across the edges as a vector of the double angle, so that parallel edges add up and
  /// crossing ones cancel. Its length is from 0 (edges in all directions) to 1 (edges in one direction).
  package let axis: [SIMD2<Float>]

  package init(columns: Int, rows: Int, energy: [Float], axis: [SIMD2<Float>]) {
    self.columns = columns
    self.rows = rows
    self.energy = energy
    self.axis = axis
  }

  /// From 0 (edges in all directions) to 1 (edges in one direction).
  package func coherence(_ index: Int) -> Float { (axis[index] * axis[index]).sum().squareRoot() }
}
