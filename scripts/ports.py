# SPDX-License-Identifier: MIT
"""ports.py: compares tables of ports in the chapters of the hardware with the modules.

A comment ".. ports of FILE" stands in front of a list-table. The first column of that table names
ports between double backquotes: `a_i`, or `a_*` for all that begin so. Each name stands for a port
of the module of FILE, and each port has a name, but for clk_i and rst_ni.
"""
import fnmatch
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLOCK = ("clk_i", "rst_ni")


def ports(path):
    """the ports of the first module of a file"""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        text = re.sub(r"//[^\n]*", "", f.read())
    head = re.search(r"\bmodule\s+\w+.*?\)\s*;", text, flags=re.S).group()
    found = []
    port = r"\b(?:input|output)\s+(?:[\w:]+\s+)?(?:\[[^\]]*\]\s*)*"
    more = r"(?:\s*,\s*(?!input|output)\w+)*"
    for names in re.findall(rf"{port}(\w+{more})", head):
        found += re.split(r"\s*,\s*", names)
    return [p for p in found if p not in CLOCK]


def tables(path):
    """(line, file of the module, names) of each table of ports on a page"""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    for n, line in enumerate(lines, 1):
        m = re.fullmatch(r"\.\. ports of (\S+)", line)
        if not m:
            continue
        at = next(i for i in range(n, len(lines)) if lines[i].startswith(".. list-table::")) + 1
        names, first = [], False
        while at < len(lines) and (not lines[at] or lines[at].startswith(" ")):
            if re.match(r"\s+(\* )?- ?", lines[at]):
                first = lines[at].lstrip().startswith("* ")
            if first:
                names += re.findall(r"``([^`]+)``", lines[at])
            at += 1
        yield n, m[1], names


def main():
    bad = seen = 0
    for page in sorted(glob.glob(os.path.join(ROOT, "Documentation/hardware/*.rst"))):
        for line, path, names in tables(page):
            there, where = ports(path), f"{os.path.relpath(page, ROOT)}:{line}: {path}"
            seen += 1
            missing = [p for p in there if not any(fnmatch.fnmatchcase(p, n) for n in names)]
            gone = [n for n in names if n not in CLOCK and not fnmatch.filter(there, n)]
            if missing:
                print(f"{where}: not in the table: {' '.join(missing)}")
            if gone:
                print(f"{where}: no such port: {' '.join(gone)}")
            bad += len(missing) + len(gone)
    if not seen:
        print("Documentation/hardware has no table of ports")
    return int(bad > 0 or not seen)


sys.exit(main())
