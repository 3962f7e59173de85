/// What `--help` says.
enum Help {
  static let overview = """
    cmb reads bar codes from pictures.

      cmb scan [options] FILE|DIR|-...   read pictures; see cmb scan --help
      cmb symbologies                    list the symbologies that are read
      cmb --version
      cmb --help

    """

  static let scan = """
    cmb scan [options] FILE|DIR|-...

    Reads the bar codes of pictures (JPEG, PNG, WebP, TIFF, HEIC, AVIF, PBM/PGM/PPM, BMP, GIF) and writes a line each:
    FILE: SYMBOLOGY: TEXT. Control characters of the text are written as \\n, \\r, \\t or \\xNN.
    DIR stands for the pictures in a folder and all below, by name; - is a picture on standard input.

      --symbology LIST    what to look for: names separated by commas, or all; see cmb symbologies
      --effort 1..5       how hard to try: 1 quick, 2 balanced (default), 5 exhaustive
      --json              write a line of JSON a picture
      --candidates        list the places that were looked at, too (with --json)
      --annotate DIR      write a copy of each picture with the results drawn in
      --explain DIR       write what each stage found, as pictures and text
      --stdin             read the pictures' paths from standard input, a line each
      --threads N         work on N pictures at once (default 1)

    Exit status: 0 something was read, 1 nothing was read, 2 a bad argument or an unreadable file (the other files
    are read all the same).

    """
}
