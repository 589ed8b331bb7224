# SPDX-License-Identifier: MIT
"""table.py A200T.tsv ECP5.tsv FMAX.tsv PAGE.rst: writes the tables of Documentation/results/area.rst, between its two comments, from what was measured last.

A file that is not there, or a block that is not in it, leaves a dash.
"""
import re
import sys

BEGIN, END = ".. made by make -C hw/fpga table: begin\n", ".. made by make -C hw/fpga table: end\n"


def rows(path):
    try:
        with open(path, encoding="utf-8") as f:
            return [line.rstrip("\n").split("\t") for line in f if line[0] != "#"]
    except FileNotFoundError:
        return []


def numbered(lines):
    """Lines by block; the second line of a block (with other parameters) has a key of its own."""
    found = {}
    for name, *cells in lines:
        found[name if name not in found else name + " 2"] = cells
    return found


def table(cells):
    wide = [max(len(r[i]) for r in cells) for i in range(len(cells[0]))]
    rule = " ".join("=" * w for w in wide)
    lines = [" ".join(c.ljust(w) for c, w in zip(r, wide)).rstrip() for r in cells]
    return "\n".join([rule, lines[0], rule] + lines[1:] + [rule, ""])


def field(text, pattern):
    found = re.search(pattern, text)
    return found.group(1) if found else "-"


def main():
    a200t, ecp5, fmax, page = sys.argv[1:]
    wide, small = numbered(rows(a200t)[1:]), numbered(rows(ecp5)[1:])
    if any(name not in small or small[name][1] == "-" for name in list(wide)[:-2]):
        small.pop("sum", None)  # a sum of some says nothing
    area = [["Block", "a200t: copies", "LUT6", "FF", "BRAM", "DSP", "ecp5: copies", "LUT4", "FF", "EBR", "DSP"]]
    for name, cells in list(wide.items())[:-1]:
        area.append(["**Sum**" if name == "sum" else name] + [c or "-" for c in cells + small.get(name, [""] * 5)])
    area += [[name] + [c or "-" for c in cells] + ["-"] * 5 for name, cells in list(wide.items())[-1:]]
    area += [[name] + ["-"] * 5 + [c or "-" for c in cells] for name, cells in list(small.items())[-1:]]
    speed = [["Block", "MHz", "From ports, ns", "To ports, ns", "Through, ns", "LUT sites", "Seed", "Worst path between registers"]]
    for name, mhz, text in rows(fmax):
        speed.append([name[5:] if name != "fmax.worst" else "**Slowest**", mhz, field(text, r"from ports: ([0-9.]+)"), field(text, r"to ports: ([0-9.]+)"),
                      field(text, r"from port to port: ([0-9.]+)"), field(text, r"(\d+) LUT sites"), field(text, r"; seed (\d+ of \d+)"),
                      field(text, r"worst: (.*? wires)").replace("at ports: ", "") if " wires" in text else text.split(": ", 1)[-1]])
    made = "\n" + "\n".join(table(t) for t in (area, speed) if len(t) > 1) + "\n"
    with open(page, encoding="utf-8") as f:
        old = f.read()
    start, stop = old.index(BEGIN) + len(BEGIN), old.index(END)
    with open(page, "w", encoding="utf-8") as f:
        f.write(old[:start] + made + old[stop:])


main()
