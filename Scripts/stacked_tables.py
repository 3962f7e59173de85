#!/usr/bin/env python3
"""Writes the tables of PDF417 and MicroPDF417, measured on symbols that an independent encoder (BWIPP) renders.

    pip install treepoem numpy pillow        # treepoem needs Ghostscript
    python3 Scripts/stacked_tables.py        # run at the root of the repository
"""
import textwrap

import numpy
import treepoem

# Rows, and check codewords, of the 34 sizes of ISO/IEC 24728, by the number of data columns.
SIZES = {
    1: [(11, 7), (14, 7), (17, 7), (20, 8), (24, 8), (28, 8)],
    2: [(8, 8), (11, 9), (14, 9), (17, 10), (20, 11), (23, 13), (26, 15)],
    3: [(6, 12), (8, 14), (10, 16), (12, 18), (15, 21), (20, 26), (26, 32), (32, 38), (38, 44), (44, 50)],
    4: [(4, 8), (6, 12), (8, 14), (10, 16), (12, 18), (15, 21), (20, 26), (26, 32), (32, 38), (38, 44), (44, 50)],
}


def render(kind, data, options):
    image = treepoem.generate_barcode(kind, data, options=options, scale=1)
    return numpy.array(image.convert("L")) < 128


def rows_of(picture, count):
    height = picture.shape[0] // count
    assert height * count == picture.shape[0]
    return [picture[i * height] for i in range(count)]


def widths(modules):
    runs, last = [0], modules[0]
    assert last
    for module in modules:
        if module != last:
            runs.append(0)
            last = module
        runs[-1] += 1
    return runs


def symbol_characters():
    """For clusters 0, 3, 6: the 929 patterns, each as its 17 modules."""
    tables = [[None] * 929 for _ in range(3)]
    columns, rows = 24, 36
    for shift in range(0, 929, 24):
        sent = [(i + shift + (i // columns) * 11) % 929 for i in range(columns * rows - 1 - 2)]
        data = "".join(f"^{codeword:03d}" for codeword in sent)
        picture = render("pdf417", data, {"raw": True, "columns": columns, "rows": rows, "eclevel": 0})
        for index, codeword in enumerate(sent):
            row, column = divmod(index + 1, columns)
            modules = rows_of(picture, rows)[row][17 * (column + 2):17 * (column + 3)]
            bits = int("".join("1" if m else "0" for m in modules), 2)
            old = tables[row % 3][codeword]
            assert old is None or old == bits
            tables[row % 3][codeword] = bits
    for cluster, table in enumerate(tables):
        for bits in table:
            w = widths([c == "1" for c in f"{bits:017b}"])
            assert len(w) == 8 and (w[0] - w[2] + w[4] - w[6]) % 9 == 3 * cluster
        assert len(set(table)) == 929
    return tables


def address_patterns():
    """The cycles of row address patterns (side, centre), and the start of each size in them."""
    sizes = []
    for columns, choices in SIZES.items():
        for rows, checks in choices:
            picture = render("micropdf417", "1", {"columns": columns, "rows": rows})
            assert picture.shape[1] == {1: 38, 2: 55, 3: 82, 4: 99}[columns]
            lines = rows_of(picture, rows)
            left = [tuple(widths(line[:10])) for line in lines]
            right = [tuple(widths(line[-11:-1])) for line in lines]
            at = {3: 27, 4: 44}.get(columns)
            centre = [tuple(widths(line[at:at + 10])) for line in lines] if at else None
            first = widths(lines[0][10:27])
            cluster = (first[0] - first[2] + first[4] - first[6]) % 9 // 3
            sizes.append((columns, rows, checks, left, centre, right, cluster))
    side = cycle([s[3] for s in sizes] + [s[5] for s in sizes], sizes[0][3][0])
    first_three = next(s for s in sizes if s[0] == 3)
    centre = cycle([s[4] for s in sizes if s[4]], first_three[4][0])
    table = [
        (c, r, k, side.index(left[0]), centre.index(middle[0]) if middle else 0, side.index(right[0]), cluster)
        for c, r, k, left, middle, right, cluster in sizes
    ]
    return side, centre, table


def cycle(sequences, start):
    following = {}
    for sequence in sequences:
        for a, b in zip(sequence, sequence[1:]):
            assert following.get(a, b) == b
            following[a] = b
    ring = [start]
    while following[ring[-1]] != start:
        ring.append(following[ring[-1]])
    assert len(ring) == 52
    return ring


def lines_of(values):
    return textwrap.indent("\n".join(textwrap.wrap(", ".join(values), 114)), "    ")


def main():
    folder = "Sources/StackedSymbologies"
    tables = symbol_characters()
    with open(f"{folder}/PDF417/SymbolCharacters+Tables.swift", "w") as out:
        out.write("// Written by Scripts/stacked_tables.py.\n\nextension SymbolCharacters {\n")
        out.write("  /// The 929 patterns of clusters 0, 3 and 6, one after the other; bit 16 is the first module, 1 is a bar.\n")
        out.write("  static let patterns: [UInt32] = [\n")
        out.write(lines_of([f"0x{bits:05X}" for table in tables for bits in table]))
        out.write(",\n  ]\n}\n")
    side, centre, sizes = address_patterns()
    with open(f"{folder}/MicroPDF417/RowAddressPatterns+Tables.swift", "w") as out:
        out.write("// Written by Scripts/stacked_tables.py.\n\nextension RowAddressPatterns {\n")
        for name, ring, what in (("side", side, "left and right"), ("center", centre, "centre")):
            out.write(f"  /// The {what} row address patterns in their order, six widths each, a hexadecimal digit a width.\n")
            out.write(f"  static let {name}: [UInt32] = [\n")
            out.write(lines_of(["0x" + "".join(map(str, w)) for w in ring]))
            out.write(",\n  ]\n\n" if name == "side" else ",\n  ]\n}\n")
        out.write("\nextension MicroPDF417Size {\n  /// The 34 sizes, narrow ones first.\n  static let all: [MicroPDF417Size] = [\n")
        for c, r, k, left, middle, right, cluster in sizes:
            out.write(f"    .init({c}, rows: {r}, checks: {k}, left: {left}, center: {middle}, right: {right}, "
                      f"cluster: {cluster}),\n")
        out.write("  ]\n}\n")


if __name__ == "__main__":
    main()
