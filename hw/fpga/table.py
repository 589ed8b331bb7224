# SPDX-License-Identifier: MIT
"""table.py A200T.tsv ECP5.tsv FMAX.tsv PAGE.rst: writes the tables of
Documentation/results/area-and-clock.rst, between its two comments, from what was measured last.

A file that is not there, or a block that is not in it, leaves a dash.
"""
import os
import re
import subprocess
import sys
import textwrap
import time

BEGIN = ".. made by make -C hw/fpga table: begin\n"
END = ".. made by make -C hw/fpga table: end\n"


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


def path_of(text):
    """The worst path of a block: names as literals"""
    path = field(text, r"worst: (.*? wires)").replace("at ports: ", "")
    return re.sub(r"(\S+) -> ([^,\s]+)", r"``\1`` → ``\2``", path)


def paths(lines):
    """A row for each block: a path is too long for a line"""
    out = [".. list-table::", "   :header-rows: 1", "   :widths: 16 84", "",
           "   * - Block", "     - Worst path between registers"]
    for name, text in lines:
        out.append(f"   * - {name}")
        out += textwrap.wrap(text, 98, initial_indent="     - ", subsequent_indent=" " * 7,
                             break_long_words=False, break_on_hyphens=False)
    return "\n".join(out + [""])


def dated(counts, fmax):
    """When the blocks were counted and routed, and the commit of the tree now"""
    def day(path):
        when = time.gmtime(os.path.getmtime(path)) if os.path.exists(path) else None
        return time.strftime("%Y-%m-%d", when) if when else "-"
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True,
                            text=True).stdout.strip() or "-"
    return f"Counted {day(counts)}, routed {day(fmax)}, commit {commit}.\n"


def areas(wide, small):
    cells = [["Block", "a200t: copies", "LUT6", "FF", "BRAM", "DSP",
              "ecp5: copies", "LUT4", "FF", "EBR", "DSP"]]
    for name, found in list(wide.items())[:-1]:
        cells.append(["**Sum**" if name == "sum" else name] +
                     [c or "-" for c in found + small.get(name, [""] * 5)])
    for name, found in list(wide.items())[-1:]:
        cells.append([name] + [c or "-" for c in found] + ["-"] * 5)
    for name, found in list(small.items())[-1:]:
        cells.append([name] + ["-"] * 5 + [c or "-" for c in found])
    return cells


def main():
    a200t, ecp5, fmax, page = sys.argv[1:]
    wide, small = numbered(rows(a200t)[1:]), numbered(rows(ecp5)[1:])
    if any(name not in small or small[name][1] == "-" for name in list(wide)[:-2]):
        small.pop("sum", None)  # a sum of some says nothing
    speed = [["Block", "MHz", "From ports, ns", "To ports, ns", "Through, ns", "LUT sites", "Seed"]]
    worst, slowest = [], ""
    for name, mhz, text in rows(fmax):
        if name == "fmax.worst":
            slowest = f"{mhz} MHz: {text.split(': ', 1)[-1].replace('fmax.', '')}.\n"
            continue
        speed.append([name[5:], mhz] +
                     [field(text, p + r": ([0-9.]+)") for p in
                      ("from ports", "to ports", "from port to port")] +
                     [field(text, r"(\d+) LUT sites"), field(text, r"; seed (\d+ of \d+)")])
        worst.append((name[5:], path_of(text) if " wires" in text else text.split(": ", 1)[-1]))
    made = [dated(a200t, fmax)] + [table(t) for t in (areas(wide, small), speed) if len(t) > 1]
    made += [slowest] * bool(slowest) + [paths(worst)] * bool(worst)
    with open(page, encoding="utf-8") as f:
        old = f.read()
    start, stop = old.index(BEGIN) + len(BEGIN), old.index(END)
    with open(page, "w", encoding="utf-8") as f:
        f.write(old[:start] + "\n" + "\n".join(made) + "\n" + old[stop:])


main()
