/// What `--help` says.
enum Help {
  static let overview = """
    cmb reads bar codes from pictures.

      cmb scan [options] FILE|DIR|-...   read pictures; see cmb scan --help
      cmb symbologies                    list the symbologies that are read
      cmb license ...                    make and show licence keys; see cmb license --help
      cmb --version
      cmb --help

    """

  static let license = """
    cmb license new-authority FILE          write a new secret to FILE and its public key to the output
    cmb license issue --authority FILE --app ID[,ID...] [options]
                                            write a key, signed by the secret in FILE
    cmb license show [--public KEY] KEY     write what a key says
    cmb license verify --app ID [options] KEY
                                            say whether a key works, and why not

      --app ID            identifier of the application; at the end * stands for anything
      --platform LIST     ios, macos, linux; all unless said (verify: this one)
      --days N            the key works for N days more; a trial has 30
      --sdk N             major version of the SDK; all unless said
      --kind KIND         camera (default), or tracking for readers with an active aimer
      --owner TEXT        whom the key is for
      --aimer yes         verify: there is an active aimer
      --public KEY        the authority's public key; that of this software unless said

    Exit status: 0 done or valid, 1 the key does not work, 2 a bad argument.

    """

  static let scan = """
    cmb scan [options] FILE|DIR|-...

    Reads the bar codes of pictures (JPEG, PNG, WebP, TIFF, HEIC, AVIF, PBM/PGM/PPM, BMP, GIF) and writes a line each:
    FILE: SYMBOLOGY: TEXT. Control characters of the text are written as \\n, \\r, \\t or \\xNN.
    DIR stands for the pictures in a folder and all below, by name; - is a picture on standard input.

      --symbology LIST    what to look for: names separated by commas, or all; see cmb symbologies
      --effort 1..5       how hard to try: 1 quick, 2 balanced (default), 5 exhaustive
      --code32            report Code 39 as Code 32, as printed on Italian medicines, where it is one: A and nine digits
      --join              report a message that spans several symbols (structured append) as one result
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
