import BarcodeCore

/// Reads Aztec Code symbols and runes (ISO/IEC 24778) of a frame.
struct AztecReader: Sendable {
  let options: ReaderOptions

  /// log10 of the odds above which a result is refused.
  private static let limit = -6.5
  /// The same for what the codewords alone say: the core shows that there is a symbol, not that it was read right.
  private static let messageLimit = -4.5
  /// What a core whose rings are right adds: its modules fit by chance in fewer than one of a thousand hits.
  private static let coreLogOdds = -3.0
  /// log10 of the chance of each orientation mark.
  private static let markLogOdds = -0.3
  /// Shares of a module's light that reach each neighbour, tried in this order.
  private static let blurs: [Float] = [0, 0.1, 0.19]
  /// Share of light modules around a rune.
  private static let runeSurroundings = 0.85

  /// Reads the symbols around the places where bullseyes may be.
  ///
  /// - Parameter unread: Gets the bullseyes around which nothing was read.
  func read(
    _ frame: Frame, places: [RingSurvey], unread: UnreadPlaces? = nil, sink: (any DebugSink)?
  ) -> [Barcode] {
    var found: [Barcode] = []
    var vain = 0
    for place in places where vain < BullseyeReader.mostVain(options) {
      // Without more effort a faded middle is not looked for.
      if options.effort == .quick, place.hit.centerRatio > Self.quickCenter { continue }
      if found.contains(where: { $0.corners.contains(place.hit.center) }) { continue }
      vain += 1
      guard let barcode = read(frame, place, unread, sink) else { continue }
      vain = 0
      found.append(barcode)
      if found.count >= options.maximumCount { break }
    }
    return found
  }

  /// Width of a middle module that has not faded, in widths of the rings.
  private static let quickCenter = 1.6

  private func read(
    _ frame: Frame, _ place: RingSurvey, _ unread: UnreadPlaces?, _ sink: (any DebugSink)?
  ) -> Barcode? {
    guard let core = AztecCore(place) else {
      sink?.note("aztec", at: Self.area(place.hit), "bullseye does not fit")
      return nil
    }
    if core.isInverted, !options.readsInverted { return nil }
    if let barcode = read(frame.luma, core, sink) { return barcode }
    unread?.add(
      UnreadPlaces.Place(
        mark: Self.area(place.hit), isWhole: false, module: (place.hit.across + place.hit.down) / 2,
        symbologies: [.aztec]))
    sink?.note("aztec", at: Self.area(place.hit), "bullseye found, mode message or codewords unreadable")
    return nil
  }

  private func read(_ luma: LumaView, _ core: AztecCore, _ sink: (any DebugSink)?) -> Barcode? {
    for blur in Self.blurs {
      let core = blur == 0 ? core : core.deblurred(blur)
      for view in core.views(mirrored: options.readsMirrored) {
        let barcode = view.mode.rune == nil ? symbol(luma, core, view, sink) : rune(core, view)
        if let barcode { return barcode }
      }
    }
    return nil
  }

  /// The symbol that fills a place with four sides.
  func read(_ place: OutlinedPlace, sink: (any DebugSink)?) -> Barcode? {
    for rough in AztecOutline.maps(place) {
      for known in AztecCore.knownOutlined {
        guard let core = AztecCore(place, rough, known: known) else { continue }
        if let barcode = read(place.luma, core, sink) { return barcode }
      }
    }
    return nil
  }

  private static func area(_ hit: BullseyeHit) -> Quad {
    let w = hit.across * 4.5
    let h = hit.down * 4.5
    let c = hit.center
    return Quad(
      Point(c.x - w, c.y - h), Point(c.x + w, c.y - h), Point(c.x + w, c.y + h), Point(c.x - w, c.y + h))
  }

  private func evidence(_ core: AztecCore, _ view: AztecCore.View) -> Evidence {
    var evidence = Evidence(logOdds: Self.coreLogOdds)
    evidence.logOdds += Self.markLogOdds * Double(12 - 4 * view.wrongMarks)
    evidence.add(trials: 8)
    return evidence
  }

  private func rune(_ core: AztecCore, _ view: AztecCore.View) -> Barcode? {
    guard let value = view.mode.rune, view.mode.errors < 2, core.lightSurroundings >= Self.runeSurroundings else {
      return nil
    }
    var evidence = evidence(core, view)
    evidence.logOdds += view.mode.logOdds
    guard evidence.logOdds <= Self.limit else { return nil }
    let digits = String(value)
    let text = String(repeating: "0", count: 3 - digits.count) + digits
    let map = core.map.after(view.turn)
    let bytes = Array(text.utf8)
    return Barcode(
      symbology: .aztec, symbologyIdentifier: "]zC", text: text, bytes: bytes,
      segments: [ContentSegment(eci: nil, bytes: bytes)], corners: Self.corners(5, at: { map($0) }),
      isMirrored: view.isMirrored, isInverted: core.isInverted, evidence: evidence,
      correctedErrors: view.mode.errors, unusedCorrection: Double(2 - view.mode.errors) / 2,
      moduleSize: Self.module { map($0) }, details: "rune")
  }

  private func symbol(
    _ luma: LumaView, _ core: AztecCore, _ view: AztecCore.View, _ sink: (any DebugSink)?
  ) -> Barcode? {
    let layout = view.mode.layout
    let radius = Double(layout.radius)
    let growth = GridGrowth(luma: luma, dark: core.dark, light: core.light)
    let start = core.map.after(view.turn)
    let known = layout.isCompact ? 5.0 : 7.0
    let flat = growth.grow(start, from: known, to: radius)
    if let barcode = read(luma, core, view, at: { flat($0) }, trials: 0) { return barcode }
    if options.effort >= .balanced, radius > Self.leastCurvedRadius {
      let curved = CurvedGrowth(growth: growth).grow(start, from: known, to: radius)
      if let barcode = read(luma, core, view, at: { curved($0) }, trials: Self.blurs.count) { return barcode }
    }
    sink?.note(
      "aztec", at: Self.corners(layout.radius, at: { flat($0) }),
      "\(layout.isCompact ? "compact" : "full range"), \(layout.layers) layers: codewords uncorrectable")
    return nil
  }

  /// Modules from the middle to the border up to which no curvature takes the grid off its modules.
  private static let leastCurvedRadius = 8.0

  /// Reads the symbol on the grid that `place` gives, the middle module at the origin.
  private func read(
    _ luma: LumaView, _ core: AztecCore, _ view: AztecCore.View, at place: (Point) -> Point, trials: Int
  ) -> Barcode? {
    let layout = view.mode.layout
    let radius = Double(layout.radius)
    let sampler = ModuleSampler(luma: luma)
    let side = layout.size
    guard
      let values = sampler.values(
        columns: side, rows: side, module: Self.module(place),
        at: { place(Point($0 - radius, $1 - radius)) })
    else { return nil }
    let soft = ModuleSampler.soft(values, columns: side, rows: side)
    let grid = core.isInverted ? soft.inverted : soft
    let places = layout.bitPlaces()
    for (index, blur) in Self.blurs.enumerated() {
      let trial = trials + index + 1
      let tried = blur == 0 ? grid : grid.deblurred(blur)
      guard let message = AztecMessage(tried, view.mode, places: places),
        message.logOdds + BarcodeMath.log10(Double(trial)) <= Self.messageLimit
      else { continue }
      var evidence = evidence(core, view)
      evidence.logOdds += message.logOdds + view.mode.logOdds
      evidence.add(trials: trial)
      guard evidence.logOdds <= Self.limit,
        let content = AztecContent(bits: message.bits, defaultECI: options.text.defaultECI)
      else { continue }
      return barcode(content, message, view, core, place, evidence)
    }
    return nil
  }

  private func barcode(
    _ content: AztecContent, _ message: AztecMessage, _ view: AztecCore.View, _ core: AztecCore,
    _ place: (Point) -> Point, _ evidence: Evidence
  ) -> Barcode {
    let layout = view.mode.layout
    let finished = content.builder.finish()
    return Barcode(
      symbology: .aztec, symbologyIdentifier: content.identifier, text: finished.text, bytes: finished.bytes,
      segments: finished.segments, corners: Self.corners(layout.radius, at: place), isMirrored: view.isMirrored,
      isInverted: core.isInverted, isGS1: content.isGS1, evidence: evidence,
      correctedErrors: message.correction.changed,
      unusedCorrection: Double(message.checkCount - message.correction.used) / Double(message.checkCount),
      moduleSize: Self.module(place), structuredAppend: content.structuredAppend,
      isReaderInitialisation: view.mode.isReaderInitialisation,
      details: "\(layout.isCompact ? "compact" : "full range"), \(layout.layers) layers")
  }

  private static func corners(_ radius: Int, at place: (Point) -> Point) -> Quad {
    let r = Double(radius) + 0.5
    return Quad(place(Point(-r, -r)), place(Point(r, -r)), place(Point(r, r)), place(Point(-r, r)))
  }

  private static func module(_ place: (Point) -> Point) -> Double {
    let c = place(Point(0, 0))
    return abs((place(Point(1, 0)) - c).cross(place(Point(0, 1)) - c)).squareRoot()
  }
}
